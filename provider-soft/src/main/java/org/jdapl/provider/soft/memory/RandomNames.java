package org.jdapl.provider.soft.memory;

import org.jdapl.spi.seam.RandomSource;

/** Names by chance: a keyed permutation for indexes, random keys, random page-aligned addresses. */
final class RandomNames implements RegionNames {

    private static final int KEY_MASK = 0xff;
    private static final long LOWEST_BASE = 1L << 32;
    private static final long BASE_MASK = (1L << 46) - 4096;

    private final RandomSource random;
    private final StagPermutation permutation;

    RandomNames(RandomSource random) {
        this.random = random;
        this.permutation = new StagPermutation(random.nextLong());
    }

    @Override
    public int indexOf(int slot) {
        return permutation.indexOf(slot);
    }

    @Override
    public int slotOf(int index) {
        return permutation.slotOf(index);
    }

    @Override
    public int nextKey() {
        return (int) random.nextLong() & KEY_MASK;
    }

    @Override
    public long nextBase(int slot) {
        return LOWEST_BASE + (random.nextLong() & BASE_MASK);
    }
}
