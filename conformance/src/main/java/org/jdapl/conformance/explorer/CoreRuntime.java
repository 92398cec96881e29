package org.jdapl.conformance.explorer;

import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.spi.Provider;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/** The runtime of this product. */
public final class CoreRuntime implements RuntimeUnderTest {

    /** Makes it. */
    public CoreRuntime() {}

    @Override
    public AdapterRegistry registry(
            Provider provider,
            Clock clock,
            Parker parker,
            RandomSource random,
            ThreadFactory threads) {
        return new RegistryBuilder()
                .discover(false)
                .provider(provider)
                .seams(new RuntimeSeams(clock, parker, random, threads))
                .build();
    }
}
