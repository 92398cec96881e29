package org.jdapl.core;

import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.RegistryOptions;
import org.jdapl.api.runtime.RuntimeFactory;

/** How the API finds this runtime. */
public final class CoreRuntimeFactory implements RuntimeFactory {

    /** For {@link java.util.ServiceLoader}. */
    public CoreRuntimeFactory() {}

    @Override
    public AdapterRegistry create(RegistryOptions options) {
        return new RegistryBuilder().settings(options.settings()).build();
    }
}
