package com.acme.rdma;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;

/**
 * The entry point: names the provider, lists its one adapter, {@code acme:tcp}, and opens it. The
 * constructor does nothing, so that loading the provider costs nothing and cannot fail.
 */
public final class AcmeProvider implements Provider {

    static final String VERSION = "1.0";

    private static final String DEVICE = "tcp";

    /** The version that this was written against; it uses nothing that came later. */
    private static final SpiVersion WRITTEN_FOR = new SpiVersion(1, 0);

    /** Makes the provider. */
    public AcmeProvider() {}

    @Override
    public String name() {
        return "acme";
    }

    @Override
    public SpiVersion minimumVersion() {
        return WRITTEN_FOR;
    }

    @Override
    public SpiVersion maximumVersion() {
        return WRITTEN_FOR;
    }

    @Override
    public ProviderAttributes attributes() {
        return new ProviderAttributes(
                name(),
                VERSION,
                "ACME",
                "2.0",
                SpiVersion.CURRENT.toString(),
                true,
                AcmeAdapter.MAX_PRIVATE_DATA,
                false,
                false,
                false,
                false,
                Set.of(),
                false);
    }

    @Override
    public List<AdapterDescription> adapters() {
        return List.of(new AdapterDescription(DEVICE, Transport.SOFTWARE, AcmeAdapter.DESCRIPTION));
    }

    @Override
    public Adapter open(String device, OpenParameters parameters) {
        if (!device.equals(DEVICE)) {
            throw new ProviderException(
                    DatType.PROVIDER_NOT_FOUND,
                    "acme has no device '" + device + "', only '" + DEVICE + "'");
        }
        refuseUnknown(parameters.transport(), "adapter");
        return new AcmeAdapter(parameters);
    }

    /** Nothing is ignored: an attribute that nobody here knows is refused by its name. */
    static void refuseUnknown(TransportAttributes attributes, String of) {
        if (!attributes.keys().isEmpty()) {
            throw new ProviderException(
                    DatType.INVALID_PARAMETER,
                    "acme does not know the " + of + " attributes " + attributes.keys());
        }
    }
}
