package org.jdapl.api;

import java.util.List;

/**
 * Lists providers and adapters and opens adapters (uDAPL's registry). Safe for use by any thread.
 */
public interface AdapterRegistry extends AutoCloseable {

    /**
     * The providers that were found, whether they have adapters or not; one that failed to load is
     * listed with the reason.
     *
     * @return the providers, by name
     */
    List<ProviderInfo> providers();

    /**
     * The adapters that are here now (uDAPL {@code dat_registry_list_providers}). Never throws.
     *
     * @return the adapters; each call makes a new list
     */
    List<AdapterInfo> adapters();

    /**
     * Opens an adapter (uDAPL {@code dat_ia_open}). One adapter can be opened many times; each
     * opening owns its objects.
     *
     * @param name {@code provider:device[/port]} or an alias
     * @param options how to open it
     * @return the adapter
     * @throws DatException {@code PROVIDER_NOT_FOUND} with the names that exist, {@code
     *     INVALID_PARAMETER} for a malformed name or an unknown transport attribute
     */
    InterfaceAdapter open(String name, AdapterOptions options);

    /**
     * Opens the configured default adapter.
     *
     * @param options how to open it
     * @return the adapter
     * @throws DatException {@code PROVIDER_NOT_FOUND} where it is not there
     */
    InterfaceAdapter openDefault(AdapterOptions options);

    /**
     * The settings in force, each with its origin.
     *
     * @return the settings, by name
     */
    List<Setting> configuration();

    /** Closes all adapters that were opened here, abruptly. */
    @Override
    void close();
}
