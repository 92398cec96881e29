package org.jdapl.conformance.base;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Bytes that depend on a seed and on their place, so that both processes know what must be where
 * without telling each other. Byte {@code i} of seed {@code s} is always the same.
 */
public final class Pattern {

    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private Pattern() {}

    private static long word(int seed, long index) {
        long z = (seed * 0x1_0000_0001L ^ index) * MIX;
        z = (z ^ z >>> 29) * 0xBF58_476D_1CE4_E5B9L;
        return z ^ z >>> 32;
    }

    /**
     * One byte.
     *
     * @param seed the seed
     * @param index its place
     * @return the byte
     */
    public static byte at(int seed, long index) {
        return (byte) (word(seed, index >>> 3) >>> ((index & 7) << 3));
    }

    /**
     * Fills memory.
     *
     * @param memory the memory
     * @param seed the seed
     * @param first place of the first byte in the pattern
     */
    public static void fill(MemorySegment memory, int seed, long first) {
        long n = memory.byteSize();
        long w = word(seed, first >>> 3);
        for (long i = 0; i < n; i++) {
            long at = first + i;
            if ((at & 7) == 0) {
                w = word(seed, at >>> 3);
            }
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) (w >>> ((at & 7) << 3)));
        }
    }

    /**
     * Compares memory.
     *
     * @param memory the memory
     * @param seed the seed
     * @param first place of the first byte in the pattern
     * @return the offset of the first byte that differs, or -1
     */
    public static long mismatch(MemorySegment memory, int seed, long first) {
        long n = memory.byteSize();
        long w = word(seed, first >>> 3);
        for (long i = 0; i < n; i++) {
            long at = first + i;
            if ((at & 7) == 0) {
                w = word(seed, at >>> 3);
            }
            if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) (w >>> ((at & 7) << 3))) {
                return i;
            }
        }
        return -1;
    }
}
