package org.jdapl.conformance.interop;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a ping, as rping makes them: {@code "rdma-ping-N: "}, then the characters from A to
 * z round and round, starting one further with each ping, and a NUL at the end.
 */
final class PingText {

    /** Room for the number, the characters around it and the NUL. */
    static final int MIN_BYTES = 32;

    /** Longest ping; a server allocates so much before it knows its peer. */
    static final int MAX_BYTES = 1 << 20;

    private static final int FIRST = 'A';
    private static final int LETTERS = 'z' - 'A' + 1;

    private PingText() {}

    /** The bytes of one ping. */
    static byte[] bytes(int number, int size) {
        byte[] head = ("rdma-ping-" + number + ": ").getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = new byte[size];
        System.arraycopy(head, 0, bytes, 0, head.length);
        for (int i = head.length; i < size - 1; i++) {
            bytes[i] = (byte) (FIRST + (number + i - head.length) % LETTERS);
        }
        return bytes;
    }

    /** Compares every byte. */
    static void check(MemorySegment came, int number, int size) {
        MemorySegment wanted = MemorySegment.ofArray(bytes(number, size));
        long at = came.asSlice(0, size).mismatch(wanted);
        if (at >= 0) {
            throw new PingFailure(
                    "ping "
                            + number
                            + " differs at byte "
                            + at
                            + " of "
                            + size
                            + ": it is "
                            + came.get(ValueLayout.JAVA_BYTE, at)
                            + ", not "
                            + wanted.get(ValueLayout.JAVA_BYTE, at));
        }
    }
}
