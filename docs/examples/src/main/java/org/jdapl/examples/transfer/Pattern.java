package org.jdapl.examples.transfer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;

/** What is written, so that the other side can tell whether it is right. */
final class Pattern {

    private static final int PRIME = 251;

    private Pattern() {}

    /**
     * Fills memory.
     *
     * @param memory the memory
     * @param seed what the bytes depend on
     */
    static void fill(MemorySegment memory, int seed) {
        for (long i = 0; i < memory.byteSize(); i++) {
            memory.set(JAVA_BYTE, i, at(i, seed));
        }
    }

    /**
     * Compares memory.
     *
     * @param what its name, for the message
     * @param memory the memory
     * @param seed what it was filled with
     * @throws IllegalStateException where a byte is not what it has to be
     */
    static void check(String what, MemorySegment memory, int seed) {
        for (long i = 0; i < memory.byteSize(); i++) {
            byte found = memory.get(JAVA_BYTE, i);
            if (found != at(i, seed)) {
                throw new IllegalStateException(
                        what + ": byte " + i + " is " + found + ", not " + at(i, seed));
            }
        }
    }

    private static byte at(long index, int seed) {
        return (byte) (index % PRIME + seed);
    }
}
