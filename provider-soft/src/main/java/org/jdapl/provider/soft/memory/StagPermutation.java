package org.jdapl.provider.soft.memory;

/**
 * A keyed permutation of the 24-bit numbers: four Feistel rounds over two halves of 12 bits. It
 * makes dense slots look random to a peer that sees some of them; it is not meant to withstand
 * cryptanalysis, since a key byte and the checks of protection domain, bounds and rights stand
 * behind it.
 */
final class StagPermutation {

    /** How many numbers it permutes. */
    static final int SIZE = 1 << 24;

    private static final int HALF_MASK = 0xfff;

    private final int key0;
    private final int key1;
    private final int key2;
    private final int key3;

    StagPermutation(long key) {
        key0 = (int) key | 1;
        key1 = (int) (key >>> 16) | 1;
        key2 = (int) (key >>> 32) | 1;
        key3 = (int) (key >>> 40) | 1;
    }

    int indexOf(int slot) {
        int left = slot >>> 12;
        int right = slot & HALF_MASK;
        left ^= round(right, key0);
        right ^= round(left, key1);
        left ^= round(right, key2);
        right ^= round(left, key3);
        return left << 12 | right;
    }

    int slotOf(int index) {
        int left = index >>> 12 & HALF_MASK;
        int right = index & HALF_MASK;
        right ^= round(left, key3);
        left ^= round(right, key2);
        right ^= round(left, key1);
        left ^= round(right, key0);
        return left << 12 | right;
    }

    private static int round(int half, int key) {
        int mixed = (half + 0x9e3) * key;
        mixed ^= mixed >>> 15;
        mixed *= 0x2c1b3c6d;
        return mixed >>> 20 & HALF_MASK;
    }
}
