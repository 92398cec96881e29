package org.jdapl.spi;

import org.jdapl.api.data.Transport;

/**
 * One row of a provider's list of adapters.
 *
 * @param device the device part of the adapter's name, for example {@code iwarp}
 * @param transport the kind of fabric
 * @param description one line for people
 */
public record AdapterDescription(String device, Transport transport, String description) {}
