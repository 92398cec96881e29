package org.jdapl.api;

import java.util.Optional;
import org.jdapl.api.data.ProviderAttributes;

/**
 * One provider of a registry.
 *
 * @param name its short name
 * @param attributes its attributes; empty where it could not be loaded
 * @param unavailableReason why it has no adapters, with the remedy; empty where it is in order
 */
public record ProviderInfo(
        String name, Optional<ProviderAttributes> attributes, Optional<String> unavailableReason) {}
