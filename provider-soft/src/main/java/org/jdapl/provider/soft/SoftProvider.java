package org.jdapl.provider.soft;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.api.data.Transport;
import org.jdapl.provider.soft.iwarp.IwarpWire;
import org.jdapl.provider.soft.memory.RegionNames;
import org.jdapl.provider.soft.memory.RegionTable;
import org.jdapl.provider.soft.net.NioNetwork;
import org.jdapl.provider.soft.sim.SimAdapters;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;

/** The provider {@code soft}. */
public final class SoftProvider implements Provider {

    static final String VERSION = "0.1";

    private static final String IWARP = "iwarp";
    private static final int MAX_PRIVATE_DATA = 252;

    /** Makes the provider. */
    public SoftProvider() {}

    @Override
    public String name() {
        return "soft";
    }

    @Override
    public SpiVersion minimumVersion() {
        return new SpiVersion(1, 0);
    }

    @Override
    public SpiVersion maximumVersion() {
        return new SpiVersion(1, 0);
    }

    @Override
    public ProviderAttributes attributes() {
        return new ProviderAttributes(
                name(),
                VERSION,
                "JDAPL",
                "2.0",
                SpiVersion.CURRENT.toString(),
                true,
                MAX_PRIVATE_DATA,
                false,
                true,
                true,
                false,
                Set.of(RmrScope.ENDPOINT, RmrScope.PROTECTION_ZONE),
                false);
    }

    @Override
    public List<AdapterDescription> adapters() {
        return List.of(
                new AdapterDescription(
                        IWARP, Transport.IWARP, "iWARP (MPA, DDP, RDMAP) over this host's TCP"),
                SimAdapters.description());
    }

    @Override
    public Adapter open(String device, OpenParameters parameters) {
        return switch (device) {
            case IWARP -> openOverTcp(parameters);
            case SimAdapters.DEVICE -> SimAdapters.open(parameters);
            default ->
                    throw new ProviderException(
                            DatType.PROVIDER_NOT_FOUND,
                            "the software provider has no device '"
                                    + device
                                    + "', only '"
                                    + IWARP
                                    + "' and '"
                                    + SimAdapters.DEVICE
                                    + "'");
        };
    }

    private static Adapter openOverTcp(OpenParameters parameters) {
        RegionTable regions = new RegionTable(RegionNames.random(parameters.random()));
        NioNetwork network;
        try {
            network = new NioNetwork();
        } catch (IOException e) {
            throw new ProviderException(
                    DatType.INSUFFICIENT_RESOURCES,
                    DatSubtype.RESOURCE_DEVICE,
                    "cannot open a selector: " + e.getMessage(),
                    0);
        }
        try {
            return new SoftAdapter(
                    regions, new IwarpWire(network, regions, parameters), parameters);
        } catch (RuntimeException e) {
            network.close();
            throw e;
        }
    }
}
