package org.jdapl.conformance.kit;

import org.jdapl.spi.Provider;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.RandomSource;

/**
 * The provider under test as a runtime has it, for rules of the provider interface that are tried
 * without the runtime.
 *
 * @param provider the provider, with the faults of a mutant
 * @param clock the time that it is given
 * @param random the random numbers that it is given
 */
public record Subject(Provider provider, Clock clock, RandomSource random) {}
