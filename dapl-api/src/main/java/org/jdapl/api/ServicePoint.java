package org.jdapl.api;

import java.net.InetSocketAddress;

/**
 * Where connection requests come in. Closing it stops listening at once; requests that have come
 * stay valid, and so do connections.
 */
public sealed interface ServicePoint extends DatObject
        permits PublicServicePoint, ReservedServicePoint, CommonServicePoint {

    /**
     * Where it listens; the port is the connection qualifier.
     *
     * @return address and port, never port 0
     */
    InetSocketAddress localAddress();

    /**
     * Where connection requests go.
     *
     * @return the dispatcher
     */
    EventDispatcher requests();
}
