package org.jdapl.api;

/**
 * A setting and where it came from.
 *
 * @param name its full name, for example {@code jdapl.adapter}
 * @param value its value
 * @param origin where the value came from
 * @param description what it does
 */
public record Setting(String name, String value, Origin origin, String description) {

    /** Where a value came from, from strong to weak. */
    public enum Origin {
        /** Given in code. */
        EXPLICIT,
        /** A system property of that name. */
        SYSTEM_PROPERTY,
        /** An environment variable: upper case, dots as underscores. */
        ENVIRONMENT,
        /** The configuration file. */
        FILE,
        /** Built in. */
        DEFAULT
    }
}
