package org.jdapl.provider.soft.rdmap;

/** Sizes of rings. */
final class Rings {

    private Rings() {}

    /** The smallest power of two that is not below a depth. */
    static int sizeFor(int depth) {
        if (depth < 0 || depth > 1 << 30) {
            throw new IllegalArgumentException("depth=" + depth);
        }
        return depth <= 1 ? 1 : Integer.highestOneBit(depth - 1) << 1;
    }
}
