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
     * The other names of adapters: those of settings ({@code jdapl.alias.NAME}) first, by name,
     * then those of {@code dat.conf}, in the order of the file. A name may be there several times;
     * {@link #open} takes the first that opens an adapter.
     *
     * @return the aliases, each with the adapter that it opens now or the reason why it opens none
     */
    List<AdapterAlias> aliases();

    /**
     * What is wrong in configuration files. What is right in them counts all the same.
     *
     * @return the warnings, by file and line
     */
    List<ConfigurationWarning> warnings();

    /**
     * Whether two adapters have a device in common (uDAPL {@code dat_registry_providers_related}).
     *
     * @param one the name or alias of an adapter
     * @param other the name or alias of another
     * @return how they are related
     * @throws DatException {@code PROVIDER_NOT_FOUND} where one of them is not there
     */
    AdapterRelation related(String one, String other);

    /**
     * Adds the providers that a class loader has and this registry has not (uDAPL {@code
     * dat_registry_add_provider}), named modules and the class path alike. All are added, or none.
     *
     * @param loader where {@link java.util.ServiceLoader} shall look; for a module layer, the
     *     loader of one of its modules
     * @return the providers that were added, by name
     * @throws DatException {@code PROVIDER_NOT_FOUND} where there is none that is not here already,
     *     {@code PROVIDER_ALREADY_REGISTERED} where another provider has the name, {@code
     *     INVALID_PARAMETER} with the reason where one cannot be used, {@code INVALID_STATE} where
     *     the registry is closed
     */
    List<ProviderInfo> addProviders(ClassLoader loader);

    /**
     * Removes a provider (uDAPL {@code dat_registry_remove_provider}).
     *
     * @param name its short name
     * @throws DatException {@code PROVIDER_NOT_FOUND} where there is none, {@code PROVIDER_IN_USE}
     *     where adapters of it are open, {@code INVALID_STATE} where the registry is closed
     */
    void removeProvider(String name);

    /**
     * Starts to watch the adapters that come and go.
     *
     * @return a watch for the caller to close; it tells what changes from now on
     * @throws DatException {@code INVALID_STATE} where the registry is closed
     */
    RegistryWatch watch();

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

    /** Closes all adapters that were opened here, abruptly, and ends all watches. */
    @Override
    void close();
}
