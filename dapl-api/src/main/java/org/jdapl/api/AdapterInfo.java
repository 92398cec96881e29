package org.jdapl.api;

import org.jdapl.api.data.Transport;

/**
 * One adapter of a registry.
 *
 * @param name its full name, for {@link AdapterRegistry#open}
 * @param transport the kind of fabric
 * @param description one line for people
 */
public record AdapterInfo(String name, Transport transport, String description) {}
