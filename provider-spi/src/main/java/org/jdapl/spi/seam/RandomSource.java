package org.jdapl.spi.seam;

/**
 * A source of random bits, unpredictable in production and seeded in simulation. Safe for use by
 * any thread.
 */
public interface RandomSource {

    /**
     * Draws 64 bits.
     *
     * @return any number
     */
    long nextLong();
}
