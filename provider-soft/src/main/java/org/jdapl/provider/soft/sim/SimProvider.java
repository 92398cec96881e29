package org.jdapl.provider.soft.sim;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.provider.soft.SoftProvider;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.AdapterWatch;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;

/** The software provider as a host of a simulation has it: one device, on the host's network. */
final class SimProvider implements Provider {

    private final SoftProvider usual = new SoftProvider();
    private final SimHost host;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();

    SimProvider(SimHost host) {
        this.host = host;
    }

    @Override
    public String name() {
        return usual.name();
    }

    @Override
    public SpiVersion minimumVersion() {
        return usual.minimumVersion();
    }

    @Override
    public SpiVersion maximumVersion() {
        return usual.maximumVersion();
    }

    @Override
    public ProviderAttributes attributes() {
        return usual.attributes();
    }

    @Override
    public List<AdapterDescription> adapters() {
        return host.hasAdapter() ? List.of(SimAdapters.description()) : List.of();
    }

    @Override
    public Optional<String> unavailableReason() {
        return host.hasAdapter()
                ? Optional.empty()
                : Optional.of("the adapter of host " + host.name() + " was removed");
    }

    @Override
    public Optional<AdapterWatch> watch(Runnable changed) {
        Listener listener = new Listener(changed);
        listeners.add(listener);
        return Optional.of(listener);
    }

    /** Somebody who watches; an object of its own, however often the same one does. */
    private final class Listener implements AdapterWatch {
        private final Runnable changed;

        Listener(Runnable changed) {
            this.changed = changed;
        }

        @Override
        public void close() {
            listeners.remove(this);
        }
    }

    /** The adapter was removed, or put back: tells it on the caller's thread. */
    void adaptersChanged() {
        listeners.forEach(listener -> listener.changed.run());
    }

    @Override
    public Adapter open(String device, OpenParameters parameters) {
        if (!device.equals(SimAdapters.DEVICE)) {
            throw new ProviderException(
                    DatType.PROVIDER_NOT_FOUND,
                    "a simulated host has no device '"
                            + device
                            + "', only '"
                            + SimAdapters.DEVICE
                            + "'");
        }
        return host.open(parameters);
    }
}
