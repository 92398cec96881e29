package org.jdapl.spi;

import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.RandomSource;

/**
 * How to open an adapter.
 *
 * @param adapterName the full name under which it is opened, for its attributes
 * @param progress who will drive it
 * @param transport transport-specific attributes; an unknown key is refused by name
 * @param listener whom to tell about events
 * @param clock the only clock that the provider may read
 * @param random the only source of random numbers that the provider may use
 */
public record OpenParameters(
        String adapterName,
        ProgressMode progress,
        TransportAttributes transport,
        AdapterListener listener,
        Clock clock,
        RandomSource random) {}
