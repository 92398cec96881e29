package org.jdapl.api.runtime;

import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.RegistryOptions;

/**
 * Makes registries; implemented by the runtime module and found by {@link java.util.ServiceLoader}.
 */
public interface RuntimeFactory {

    /**
     * Makes a registry.
     *
     * @param options explicit settings
     * @return the registry
     */
    AdapterRegistry create(RegistryOptions options);
}
