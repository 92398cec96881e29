package org.jdapl.conformance.kit;

/**
 * The family of transports that a provider is judged by. Each has a version of its own, which
 * certificates name; {@code docs/certification.md} says when it grows.
 */
public enum Profile {
    /** InfiniBand and RoCE. */
    IB("1.0"),
    /** iWARP by a device. */
    IWARP("1.0"),
    /** Software providers. */
    SOFT("1.0");

    private final String version;

    Profile(String version) {
        this.version = version;
    }

    /**
     * The version of what it asks for.
     *
     * @return major and minor part with a dot in between
     */
    public String version() {
        return version;
    }
}
