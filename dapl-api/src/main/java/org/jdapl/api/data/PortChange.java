package org.jdapl.api.data;

/** What can happen to the port of an adapter ({@link Capability#PORT_EVENTS}). */
public enum PortChange {
    /**
     * The link went down: nothing gets through. Connections may break at once (iWARP), at their
     * next use (InfiniBand, RoCE), or outlast a short while of it.
     */
    DOWN,

    /** The link came up. Connections that broke do not return. */
    UP,

    /** The addresses of its network interfaces are others than before. */
    ADDRESSES
}
