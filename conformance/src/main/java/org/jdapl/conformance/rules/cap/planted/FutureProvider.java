package org.jdapl.conformance.rules.cap.planted;

import org.jdapl.spi.SpiVersion;

/** A provider for a version of the SPI that is to come. */
public final class FutureProvider extends SoundProvider {

    /** Made by {@link java.util.ServiceLoader}. */
    public FutureProvider() {}

    @Override
    public SpiVersion minimumVersion() {
        return new SpiVersion(SpiVersion.CURRENT.major() + 70, 0);
    }

    @Override
    public SpiVersion maximumVersion() {
        return minimumVersion();
    }
}
