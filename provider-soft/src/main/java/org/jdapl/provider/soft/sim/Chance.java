package org.jdapl.provider.soft.sim;

/**
 * Numbers that follow from a seed: SplitMix64, written out, so that a seed means the same on every
 * Java. Guarded by its user's lock.
 */
final class Chance {

    /** A probability of one. */
    static final int CERTAIN_PPM = 1_000_000;

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    /**
     * Makes a source.
     *
     * @param seed the seed of the run
     * @param use what the numbers are for: sources for different uses are independent
     */
    Chance(long seed, String use) {
        state = seed;
        for (int i = 0; i < use.length(); i++) {
            state = next() ^ use.charAt(i);
        }
    }

    long next() {
        state += GOLDEN_GAMMA;
        long z = state;
        z = (z ^ z >>> 30) * 0xbf58476d1ce4e5b9L;
        z = (z ^ z >>> 27) * 0x94d049bb133111ebL;
        return z ^ z >>> 31;
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) Math.unsignedMultiplyHigh(next(), bound);
    }

    /** A number from {@code low} to {@code high}, both included. */
    long between(long low, long high) {
        return low + Math.unsignedMultiplyHigh(next(), high - low + 1);
    }

    /** Whether something happens that has a probability in parts per million. */
    boolean hit(int ppm) {
        return ppm > 0 && below(CERTAIN_PPM) < ppm;
    }
}
