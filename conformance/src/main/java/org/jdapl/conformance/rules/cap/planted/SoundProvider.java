package org.jdapl.conformance.rules.cap.planted;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;

/** A provider that is in order, and has no adapters. */
public class SoundProvider implements Provider {

    /** Made by {@link java.util.ServiceLoader}. */
    public SoundProvider() {}

    @Override
    public String name() {
        return "planted";
    }

    @Override
    public SpiVersion minimumVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public SpiVersion maximumVersion() {
        return SpiVersion.CURRENT;
    }

    @Override
    public ProviderAttributes attributes() {
        return new ProviderAttributes(
                name(),
                "1",
                "JDAPL",
                "2.0",
                maximumVersion().toString(),
                true,
                0,
                false,
                false,
                false,
                false,
                Set.of(),
                false);
    }

    @Override
    public List<AdapterDescription> adapters() {
        return List.of();
    }

    @Override
    public Adapter open(String device, OpenParameters parameters) throws ProviderException {
        throw new ProviderException(DatType.PROVIDER_NOT_FOUND, "no device " + device);
    }
}
