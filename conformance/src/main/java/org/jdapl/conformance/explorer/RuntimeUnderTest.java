package org.jdapl.conformance.explorer;

import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.spi.Provider;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/** Makes the runtime that is explored: the product's, or one with a bug planted in it. */
public interface RuntimeUnderTest {

    /**
     * Makes a registry with one provider.
     *
     * @param provider the provider
     * @param clock the simulation's clock
     * @param parker the simulation's parker
     * @param random the simulation's random source
     * @param threads the simulation's threads
     * @return the registry
     */
    AdapterRegistry registry(
            Provider provider,
            Clock clock,
            Parker parker,
            RandomSource random,
            ThreadFactory threads);
}
