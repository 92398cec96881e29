package org.jdapl.conformance.kit;

/** The family of transports that a provider is judged by. */
public enum Profile {
    /** InfiniBand and RoCE. */
    IB,
    /** iWARP by a device. */
    IWARP,
    /** Software providers. */
    SOFT
}
