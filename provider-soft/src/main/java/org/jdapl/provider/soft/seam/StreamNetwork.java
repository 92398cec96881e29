package org.jdapl.provider.soft.seam;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source of byte streams, and what one thread, the driver, waits on for all of them.
 *
 * <p><strong>Threads:</strong> {@link #poll()} and {@link #await} by the driver; {@link #wake()} by
 * any thread; the rest is control path, by any thread.
 */
public interface StreamNetwork extends AutoCloseable {

    /**
     * Starts to listen.
     *
     * @param local address and port; port 0 for any free one
     * @param backlog how many streams may wait to be taken, a hint
     * @param acceptor who takes them
     * @return the listener
     * @throws AddressInUseException where the port is taken
     * @throws NoDescriptorException where the system has none left
     * @throws IOException where the address is not of this host, or not allowed
     */
    StreamListener listen(InetSocketAddress local, int backlog, StreamAcceptor acceptor)
            throws IOException;

    /**
     * Starts to connect. The handler hears of the outcome, later.
     *
     * @param from the local address to connect from, or null for the system's choice
     * @param to address and port
     * @param handler the stream's handler
     * @return the stream
     * @throws NoDescriptorException where the system has none left
     * @throws IOException where it cannot even be started
     */
    ByteStream connect(@Nullable InetAddress from, InetSocketAddress to, StreamHandler handler)
            throws IOException;

    /**
     * Calls the handlers of what has happened, without waiting.
     *
     * @return how much was done; 0 where there was nothing
     */
    int poll();

    /**
     * As {@link #poll()}, but waits for something to happen, for {@link #wake()}, or for the time
     * to pass.
     *
     * @param timeoutNs nanoseconds, above zero
     * @return how much was done; 0 where there was nothing
     */
    int await(long timeoutNs);

    /** Ends the wait that is going on, or the next one at once. */
    void wake();

    /**
     * Addresses of this host.
     *
     * @return the addresses, loopback last
     */
    List<InetAddress> addresses();

    /**
     * Whether its adapter can be taken away and come back at run time, and its provider tells of
     * that.
     *
     * @return false for the network of the host itself
     */
    default boolean isRemovable() {
        return false;
    }

    /** Closes all that is open. Called when nobody drives it. */
    @Override
    void close();
}
