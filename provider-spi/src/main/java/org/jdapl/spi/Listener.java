package org.jdapl.spi;

import java.net.InetSocketAddress;

/** A port that is being listened on. */
public interface Listener extends AutoCloseable {

    /**
     * Where it listens.
     *
     * @return address and port, never port 0
     */
    InetSocketAddress localAddress();

    /**
     * Stops listening. When this returns no further request is reported, and the port can be bound
     * again. Requests that were reported stay valid.
     */
    @Override
    void close();
}
