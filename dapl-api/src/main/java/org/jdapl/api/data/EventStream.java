package org.jdapl.api.data;

/** A kind of events that an event dispatcher may be fed with (uDAPL {@code DAT_EVD_FLAGS}). */
public enum EventStream {
    /** Events that the consumer posts. */
    SOFTWARE(0x001),
    /** Connection requests of service points. */
    CONNECTION_REQUEST(0x010),
    /** Completions of data transfer operations. */
    DTO(0x020),
    /** Connection events of endpoints. */
    CONNECTION(0x040),
    /** Completions of binds. */
    RMR_BIND(0x080),
    /** Asynchronous errors of an adapter. */
    ASYNC(0x100);

    private final int bit;

    EventStream(int bit) {
        this.bit = bit;
    }

    /**
     * The bit of the DAT specification.
     *
     * @return a number with one bit set
     */
    public int bit() {
        return bit;
    }
}
