package org.jdapl.provider.soft.rdmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;

/**
 * Counts what goes one way over the connections of a queue pair. Its writer is whoever holds the
 * lock of that half; others read numbers that may be a little old.
 */
final class Traffic {

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    private static final String[] SENT = {
        "sent.messages", "sent.bytes", "sent.fpdus", "sent.terminates"
    };
    private static final String[] RECEIVED = {
        "received.messages",
        "received.bytes",
        "received.fpdus",
        "received.terminates",
        "received.crc.errors"
    };
    private static final int MESSAGES = 0;
    private static final int BYTES = 1;
    private static final int FPDUS = 2;
    private static final int TERMINATES = 3;
    private static final int CRC_ERRORS = 4;

    private final String[] names;
    private final long[] counts;

    private Traffic(String[] names) {
        this.names = names;
        counts = new long[names.length];
    }

    static Traffic sent() {
        return new Traffic(SENT);
    }

    static Traffic received() {
        return new Traffic(RECEIVED);
    }

    /** An FPDU of so many bytes; the last of its message or not. */
    void fpdu(int bytes, boolean last) {
        counts[FPDUS]++;
        counts[BYTES] += bytes;
        counts[MESSAGES] += last ? 1 : 0;
    }

    void terminate() {
        counts[TERMINATES]++;
    }

    void crcError() {
        counts[CRC_ERRORS]++;
    }

    /** Adds the counts to those under their names. */
    void addTo(Map<String, Long> totals) {
        for (int i = 0; i < names.length; i++) {
            totals.merge(names[i], (long) ELEMENT.getOpaque(counts, i), Long::sum);
        }
    }
}
