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
     * The highest version of this interface that the provider was tested with.
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
