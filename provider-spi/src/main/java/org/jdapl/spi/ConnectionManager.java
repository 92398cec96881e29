package org.jdapl.spi;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * Sets connections up and ends them, apart from the data path. All calls are control calls: they
 * start something and return; what comes of it is told to the {@link AdapterListener}. A call that
 * throws has had no effect, and no event follows.
 */
public interface ConnectionManager {

    /**
     * Starts to listen.
     *
     * @param local address and port; port 0 for any free one
     * @param backlog how many requests may wait for an answer, a hint
     * @param context what {@link AdapterListener#connectionRequest} gets
     * @return the listener
     * @throws ProviderException {@code CONN_QUAL_IN_USE} where the port is taken, {@code
     *     INVALID_ADDRESS} where the address is not the adapter's
     */
    Listener listen(InetSocketAddress local, int backlog, Object context);

    /**
     * Starts to connect a queue pair. One of {@link AdapterListener#established}, {@code rejected},
     * {@code unreachable} or {@code broken} follows, unless the queue pair is flushed or closed
     * before.
     *
     * @param queuePair the queue pair
     * @param remote the peer's address and port
     * @param parameters private data and depths
     * @throws ProviderException where it cannot even be started
     */
    void connect(QueuePair queuePair, InetSocketAddress remote, ConnectParameters parameters);

    /**
     * Accepts a request. {@link AdapterListener#established} follows, or {@code broken} where the
     * requester is gone.
     *
     * @param request the request; it is used up unless this throws
     * @param queuePair the queue pair to connect
     * @param parameters private data and depths
     * @throws ProviderException where it cannot be started; the request stays valid
     */
    void accept(IncomingConnection request, QueuePair queuePair, ConnectParameters parameters);

    /**
     * Rejects a request on behalf of the consumer.
     *
     * @param request the request; it is used up
     * @param privateData what to tell the requester
     */
    void reject(IncomingConnection request, byte[] privateData);

    /**
     * Starts to answer look-ups of a datagram service ({@code UNRELIABLE_DATAGRAM}): each is
     * reported as a connection request, which is accepted with a queue pair for datagrams,
     * whereupon nothing is told, or rejected.
     *
     * @param local address and port; port 0 for any free one; ports are not those of {@link
     *     #listen}
     * @param backlog how many requests may wait for an answer, a hint
     * @param context what {@link AdapterListener#connectionRequest} gets
     * @return the listener
     * @throws ProviderException as {@link #listen}, or where it is not supported
     */
    default Listener listenForDatagrams(InetSocketAddress local, int backlog, Object context) {
        throw ProviderException.notSupported("datagrams");
    }

    /**
     * Starts to look up which queue pair a datagram service has. One of {@link
     * AdapterListener#resolved}, {@code rejected} or {@code unreachable} follows, unless the queue
     * pair is flushed or closed before. A queue pair can have several at a time.
     *
     * @param queuePair the queue pair that will send
     * @param remote the service's address and port
     * @param parameters private data and time limit
     * @param context what the listener gets
     * @throws ProviderException where it cannot even be started, or is not supported
     */
    default void lookUp(
            QueuePair queuePair,
            InetSocketAddress remote,
            ConnectParameters parameters,
            Object context) {
        throw ProviderException.notSupported("datagrams");
    }

    /**
     * Starts to join a multicast group ({@code MULTICAST}). {@link AdapterListener#joined} or
     * {@code unreachable} follows, unless the queue pair is flushed or closed before.
     *
     * @param queuePair the queue pair, for datagrams
     * @param group the group's address
     * @param context what the listener gets
     * @return the membership
     * @throws ProviderException where it cannot even be started, or is not supported
     */
    default MulticastMembership joinMulticast(
            QueuePair queuePair, InetAddress group, Object context) {
        throw ProviderException.notSupported("multicast groups");
    }

    /**
     * Ends a connection. {@link AdapterListener#disconnected} follows.
     *
     * @param queuePair the queue pair
     * @param graceful whether to finish what was posted before
     */
    void disconnect(QueuePair queuePair, boolean graceful);
}
