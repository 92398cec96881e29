package org.jdapl.conformance.kit;

import java.util.Map;
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
     * Rules that the provider is known to break: they are tried all the same, and reported as
     * waived.
     *
     * @return for the id of a rule the reason, best with a link
     */
    default Map<String, String> exclusions() {
        return Map.of();
    }
}
