package org.jdapl.provider.soft.seam;

import java.net.InetSocketAddress;

/** An address that is being listened on. */
public interface StreamListener extends AutoCloseable {

    /**
     * Where it listens.
     *
     * @return address and port, never port 0
     */
    InetSocketAddress localAddress();

    /**
     * Stops or goes on taking streams; meanwhile they wait in the backlog. Called by any thread.
     *
     * @param paused whether to stop
     */
    void pause(boolean paused);

    /** Stops listening. When this returns the port can be bound again. */
    @Override
    void close();
}
