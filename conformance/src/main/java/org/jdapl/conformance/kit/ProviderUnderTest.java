package org.jdapl.conformance.kit;

import java.util.List;
import org.jdapl.spi.Provider;

/**
 * What a vendor gives to have a provider tried: found by {@link java.util.ServiceLoader}, or bound
 * in a Guice module and handed to {@link Targets#of(ProviderUnderTest)}.
 *
 * <p>The peer process finds the provider itself by {@link java.util.ServiceLoader}, as any
 * application does.
 */
public interface ProviderUnderTest {

    /**
     * Makes the provider.
     *
     * @return a new one, or the same again
     */
    Provider provider();

    /**
     * The adapter to try.
     *
     * @return provider and device, for example {@code soft:iwarp}
     */
    String adapterName();

    /**
     * What it is judged by.
     *
     * @return the profile
     */
    Profile profile();

    /**
     * The version of what is under test, which the waivers' ranges are held against. Where the
     * defects are a driver's, it is the driver's.
     *
     * @return a version; empty, which lies in no range, where nothing is waived
     */
    default String version() {
        return "";
    }

    /**
     * What is known to be broken. Those of other adapters and other versions may be among them.
     *
     * @return for example what {@link Waivers#read} makes of a file
     */
    default List<Waiver> waivers() {
        return List.of();
    }
}
