package org.jdapl.api;

import java.util.ServiceLoader;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.runtime.RuntimeFactory;

/**
 * Where a program starts. {@code Jdapl.open("soft:iwarp")} opens an adapter; {@link #registry()}
 * lists what there is.
 */
public final class Jdapl {

    private Jdapl() {}

    /**
     * The registry of this process, made on first use with the process's configuration. It is never
     * closed.
     *
     * @return always the same registry
     * @throws DatException where no runtime is on the module path
     */
    public static AdapterRegistry registry() {
        return Holder.REGISTRY;
    }

    /**
     * Makes a registry of its own, with settings that go over those of the process.
     *
     * @param options the settings
     * @return a registry for the caller to close
     * @throws DatException where no runtime is on the module path
     */
    public static AdapterRegistry newRegistry(RegistryOptions options) {
        return ServiceLoader.load(RuntimeFactory.class, Jdapl.class.getClassLoader())
                .findFirst()
                .orElseThrow(
                        () ->
                                new DatException(
                                        DatCode.error(
                                                DatType.PROVIDER_NOT_FOUND, DatSubtype.NO_SUBTYPE),
                                        "no JDAPL runtime found: put module org.jdapl.core on the module path",
                                        ErrorScope.CALL,
                                        Remedy.FIX_SETUP))
                .create(options);
    }

    /**
     * Opens the adapter of a name, with default options (uDAPL {@code dat_ia_open}).
     *
     * @param name {@code provider:device[/port]}, for example {@code soft:iwarp}, or an alias
     * @return the adapter
     * @throws DatException {@code PROVIDER_NOT_FOUND} where there is no such adapter
     */
    public static InterfaceAdapter open(String name) {
        return registry().open(name, AdapterOptions.defaults());
    }

    /**
     * Opens the configured default adapter (setting {@code jdapl.adapter}). There is no silent
     * fallback: the adapter's name says what was chosen.
     *
     * @return the adapter
     * @throws DatException {@code PROVIDER_NOT_FOUND} where the default adapter is not there
     */
    public static InterfaceAdapter open() {
        return registry().openDefault(AdapterOptions.defaults());
    }

    private static final class Holder {
        static final AdapterRegistry REGISTRY = newRegistry(RegistryOptions.defaults());
    }
}
