package org.jdapl.api;

import java.util.Map;

/**
 * Explicit settings of a registry. They go over system properties ({@code jdapl.*}), the
 * environment ({@code JDAPL_*}) and the configuration file.
 *
 * @param settings values by their full names, for example {@code jdapl.adapter}
 */
public record RegistryOptions(Map<String, String> settings) {

    /** Copies the map. */
    public RegistryOptions {
        settings = Map.copyOf(settings);
    }

    /**
     * No explicit setting.
     *
     * @return the options
     */
    public static RegistryOptions defaults() {
        return new RegistryOptions(Map.of());
    }
}
