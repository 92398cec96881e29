package org.jdapl.spi;

import java.util.List;
import org.jdapl.api.data.Transport;

/**
 * One row of a provider's list of adapters.
 *
 * @param device the device part of the adapter's name, for example {@code iwarp}
 * @param transport the kind of fabric
 * @param description one line for people
 * @param interfaces the network interfaces (for example {@code ib0}) and literal addresses that the
 *     adapter is known by to an administrator; by them the lines of {@code dat.conf} find it. Empty
 *     where it belongs to none in particular
 */
public record AdapterDescription(
        String device, Transport transport, String description, List<String> interfaces) {

    /** Copies the list. */
    public AdapterDescription {
        interfaces = List.copyOf(interfaces);
    }

    /**
     * A row of an adapter that belongs to no interface in particular.
     *
     * @param device the device part of the adapter's name
     * @param transport the kind of fabric
     * @param description one line for people
     */
    public AdapterDescription(String device, Transport transport, String description) {
        this(device, transport, description, List.of());
    }
}
