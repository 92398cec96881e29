package org.jdapl.spi;

import java.util.List;
import java.util.Optional;
import org.jdapl.api.data.ProviderAttributes;

/**
 * A source of adapters: the entry point of a vendor's module, {@code provides
 * org.jdapl.spi.Provider with …}. It has a public constructor without parameters that does nothing
 * dear and never fails: a library that is missing is reported by {@link #unavailableReason()}.
 */
public interface Provider {

    /**
     * The short name that adapter names start with, for example {@code soft}.
     *
     * @return lower-case letters, digits and dashes
     */
    String name();

    /**
     * The lowest version of this interface that the provider was written for.
     *
     * @return a version
     */
    SpiVersion minimumVersion();

    /**
     * The highest version of this interface that the provider was tested with. Its minor part keeps
     * no runtime from loading it.
     *
     * @return a version
     */
    SpiVersion maximumVersion();

    /**
     * Facts about the provider. Called by any thread.
     *
     * @return the attributes
     */
    ProviderAttributes attributes();

    /**
     * Lists the adapters that are here now. Called by any thread; never throws, and is empty where
     * there are none.
     *
     * @return the adapters, in a stable order
     */
    List<AdapterDescription> adapters();

    /**
     * Why there are no adapters, in one sentence with the remedy.
     *
     * @return the reason, or empty where the provider is in order
     */
    default Optional<String> unavailableReason() {
        return Optional.empty();
    }

    /**
     * Tells when {@link #adapters()} has changed: when an adapter has come and can be opened, and
     * when one has gone. While nobody watches, a provider has no thread for it.
     *
     * @param changed to be run after a change, or several; by any thread that holds no lock which a
     *     call of the provider needs. It asks for the adapters, and returns soon
     * @return ends it; empty where changes cannot be told: then the runtime looks now and then
     */
    default Optional<AdapterWatch> watch(Runnable changed) {
        return Optional.empty();
    }

    /**
     * Opens an adapter. It may be opened many times; each opening is independent of the others.
     * Called by any thread.
     *
     * @param device the device part of the name, as {@link AdapterDescription#device()} lists it
     * @param parameters how to open it
     * @return the adapter
     * @throws ProviderException where there is no such device, or it cannot be opened, or a
     *     transport attribute is unknown
     */
    Adapter open(String device, OpenParameters parameters);
}
