package org.jdapl.api;

import java.util.List;
import org.jdapl.api.data.Transport;

/**
 * One adapter of a registry.
 *
 * @param name its full name, for {@link AdapterRegistry#open}
 * @param transport the kind of fabric
 * @param description one line for people
 * @param interfaces the network interfaces and literal addresses that it is known by; empty where
 *     its provider does not say
 */
public record AdapterInfo(
        String name, Transport transport, String description, List<String> interfaces) {

    /** Copies the list. */
    public AdapterInfo {
        interfaces = List.copyOf(interfaces);
    }
}
