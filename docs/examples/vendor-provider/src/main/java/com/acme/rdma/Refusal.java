package com.acme.rdma;

/** Why a side ends a connection for what the peer sent. Its number travels, and is told. */
enum Refusal {
    PROTOCOL("a frame made no sense"),
    NO_RECEIVE("a message met no receive"),
    TOO_LONG("a message was longer than its receive"),
    WRITE_ACCESS("a write was not allowed"),
    READ_ACCESS("a read was not allowed"),
    MEMORY_GONE("registered memory was gone");

    private static final Refusal[] ALL = values();

    private final String text;

    Refusal(String text) {
        this.text = text;
    }

    static Refusal of(long number) {
        return number >= 0 && number < ALL.length ? ALL[(int) number] : PROTOCOL;
    }

    /** One line for people: it names what happened, and never what is in memory. */
    String text() {
        return text;
    }
}
