package org.jdapl.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.core.config.Configuration;
import org.jdapl.spi.Provider;

/** Composes a registry from its parts. Every part can be replaced, by tests and by containers. */
public final class RegistryBuilder {

    private final List<Provider> providers = new ArrayList<>();
    private Map<String, String> settings = Map.of();
    private RuntimeSeams seams = RuntimeSeams.system();
    private boolean discover = true;
    private ClassLoader loader = RegistryBuilder.class.getClassLoader();

    /** Starts with the providers that {@link ServiceLoader} finds, and the system's seams. */
    public RegistryBuilder() {}

    /**
     * Adds a provider. It goes before one of the same name that is discovered.
     *
     * @param provider the provider
     * @return this
     */
    public RegistryBuilder provider(Provider provider) {
        providers.add(provider);
        return this;
    }

    /**
     * Whether to look for providers by {@link ServiceLoader}.
     *
     * @param yes true at first
     * @return this
     */
    public RegistryBuilder discover(boolean yes) {
        discover = yes;
        return this;
    }

    /** Where to look for providers; the runtime's own class loader at first. */
    RegistryBuilder loader(ClassLoader from) {
        loader = from;
        return this;
    }

    /**
     * Sets the explicit settings.
     *
     * @param explicit values by their full names
     * @return this
     */
    public RegistryBuilder settings(Map<String, String> explicit) {
        settings = Map.copyOf(explicit);
        return this;
    }

    /**
     * Replaces clock, parker and random source.
     *
     * @param replacement the seams
     * @return this
     */
    public RegistryBuilder seams(RuntimeSeams replacement) {
        seams = replacement;
        return this;
    }

    /**
     * Makes the registry.
     *
     * @return a registry for the caller to close
     */
    public AdapterRegistry build() {
        ProviderTable table = new ProviderTable();
        providers.forEach(table::admit);
        if (discover) {
            ProviderSearch found = ProviderSearch.in(loader);
            found.providers().forEach(table::admit);
            found.failures().forEach(table::fail);
        }
        Configuration configuration;
        try {
            configuration = Configuration.load(settings);
        } catch (IllegalArgumentException e) {
            throw Errors.parameter(1, String.valueOf(e.getMessage()));
        }
        return new RegistryImpl(table, configuration, seams);
    }
}
