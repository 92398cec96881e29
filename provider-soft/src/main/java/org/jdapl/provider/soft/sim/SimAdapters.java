package org.jdapl.provider.soft.sim;

import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.Transport;
import org.jdapl.provider.soft.SoftAdapter;
import org.jdapl.provider.soft.iwarp.IwarpWire;
import org.jdapl.provider.soft.iwarp.QueuePairNumbers;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProviderException;

/**
 * Opens adapters of a host on a simulated network. For the software provider; a program opens
 * adapters by a registry.
 */
public final class SimAdapters {

    /** The device of such adapters. */
    public static final String DEVICE = "sim";

    private SimAdapters() {}

    /**
     * The device for a provider's list.
     *
     * @return the description
     */
    public static AdapterDescription description() {
        return new AdapterDescription(
                DEVICE, Transport.IWARP, "iWARP (MPA, DDP, RDMAP) over a network inside this JVM");
    }

    /**
     * Opens the device {@value #DEVICE} of the provider {@code soft}: inside the seams of a
     * simulation an adapter of its host {@code local}, else one on the network that all such
     * adapters of this JVM share, in real time.
     *
     * @param parameters how to open it
     * @return the adapter
     */
    public static Adapter open(OpenParameters parameters) {
        if (parameters.clock() instanceof Scheduler scheduler) {
            return scheduler.simulation().host("local").open(parameters);
        }
        return open(LocalNetwork.FABRIC, LocalNetwork.HOST, parameters);
    }

    static Adapter open(Fabric fabric, Station host, OpenParameters parameters) {
        SimNetwork network;
        QueuePairNumbers numbers =
                fabric.plan().reusesIdentifiers()
                        ? QueuePairNumbers.reusing()
                        : QueuePairNumbers.growing();
        synchronized (fabric.timeline()) {
            if (host.dead || host.removed) {
                throw new ProviderException(
                        DatType.PROVIDER_NOT_FOUND,
                        DatSubtype.NO_SUBTYPE,
                        "host "
                                + host.name()
                                + (host.dead ? " has died" : " has no adapter at the moment"),
                        0);
            }
            network = new SimNetwork(fabric, host, parameters.listener()::adapterLost);
        }
        RegionTable regions = new RegionTable(new SimNames(parameters.random(), fabric));
        try {
            IwarpWire wire = new IwarpWire(network, regions, parameters, numbers);
            return new SoftAdapter(regions, wire, parameters, network::placeBeforeArming);
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }
}
