package org.jdapl.spi;

import org.jdapl.api.data.PortChange;

/**
 * What a provider tells the runtime. The calls come from inside {@link Adapter#progress()} or
 * {@link WaitSet#await(long)}, on the driver's thread, in the order in which things happened for
 * each queue pair; only {@link #completionReady} may also come from inside a post. None of them
 * blocks, and a provider holds no lock while it makes them that a control call needs.
 *
 * <p>After {@link QueuePair#flush()} or {@code close()} no connection event for that queue pair
 * counts any more; late ones are ignored.
 */
public interface AdapterListener {

    /**
     * A connection request came.
     *
     * @param listenerContext the context of the listener
     * @param request the request
     */
    void connectionRequest(Object listenerContext, IncomingConnection request);

    /**
     * A requester went away before its request was answered. The request can still be accepted,
     * which will fail.
     *
     * @param listenerContext the context of the listener
     * @param request the request
     */
    void requestGone(Object listenerContext, IncomingConnection request);

    /**
     * A connection is there. From now on this side may send, and the peer will get it.
     *
     * @param queuePairContext the context of the queue pair
     * @param info what is known of it
     */
    void established(Object queuePairContext, ConnectionInfo info);

    /**
     * A connection was refused.
     *
     * @param queuePairContext the context of the queue pair, or of a look-up
     * @param byConsumer whether the peer's consumer rejected it, rather than nobody listening or
     *     the transport
     * @param privateData the peer's bytes; empty unless {@code byConsumer}
     * @param reason one line for people
     */
    void rejected(Object queuePairContext, boolean byConsumer, byte[] privateData, String reason);

    /**
     * The peer cannot be reached.
     *
     * @param queuePairContext the context of the queue pair; that of a look-up or of a membership
     *     that comes to nothing, or is lost
     * @param reason one line for people
     * @param nativeCode the provider's own number; 0 for none
     */
    void unreachable(Object queuePairContext, String reason, int nativeCode);

    /**
     * The connection ended in an orderly way, by either side. Completions of what had finished are
     * in the queues.
     *
     * @param queuePairContext the context of the queue pair
     */
    void disconnected(Object queuePairContext);

    /**
     * The connection broke. Where an operation is at fault its completion is in the queue already.
     *
     * @param queuePairContext the context of the queue pair
     * @param reason one line for people; it names ids, never contents of memory
     * @param nativeCode the provider's own number; 0 for none
     */
    void broken(Object queuePairContext, String reason, int nativeCode);

    /**
     * A look-up was answered.
     *
     * @param lookUpContext the context of the look-up
     * @param peer what it brought
     */
    default void resolved(Object lookUpContext, DatagramPeer peer) {}

    /**
     * A queue pair is a member of a multicast group: it gets what is sent there from now on.
     *
     * @param membershipContext the context of the membership
     * @param group what datagrams to the group are sent to
     */
    default void joined(Object membershipContext, DatagramPeer group) {}

    /**
     * An armed completion queue got a completion. The queue is no longer armed.
     *
     * @param completionQueueContext the context of the completion queue
     */
    void completionReady(Object completionQueueContext);

    /**
     * A queue pair took a receive from its shared receive queue. Told for each one where {@code
     * RECEIVE_WATERMARKS} is advertised; on the driver's thread, or inside of a post as {@link
     * #completionReady}.
     *
     * @param queuePairContext the context of the queue pair
     */
    default void receiveTaken(Object queuePairContext) {}

    /**
     * A shared receive queue fell below its watermark.
     *
     * @param sharedReceiveQueueContext its context
     */
    void lowWatermark(Object sharedReceiveQueueContext);

    /**
     * Something happened to the adapter's port ({@code PORT_EVENTS}).
     *
     * @param change what happened, once for each time
     */
    default void portChanged(PortChange change) {}

    /**
     * The adapter is lost: no operation will succeed any more. The runtime breaks the connections
     * and flushes the queue pairs after the call that this came from has returned; what the
     * provider holds of a device that was pulled out it may give back from then on, while the
     * objects stay and refuse.
     *
     * @param reason one line for people
     */
    void adapterLost(String reason);
}
