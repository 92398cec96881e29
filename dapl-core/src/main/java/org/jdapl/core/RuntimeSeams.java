package org.jdapl.core;

import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/**
 * The seams that a runtime is composed with.
 *
 * @param clock the clock
 * @param parker how threads sleep and wake
 * @param random where random numbers come from
 */
public record RuntimeSeams(Clock clock, Parker parker, RandomSource random) {

    /**
     * The seams of a running system.
     *
     * @return new seams
     */
    public static RuntimeSeams system() {
        return new RuntimeSeams(SystemSeams.CLOCK, SystemSeams.PARKER, SystemSeams.secureRandom());
    }
}
