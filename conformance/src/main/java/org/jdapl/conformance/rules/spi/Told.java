package org.jdapl.conformance.rules.spi;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.IncomingConnection;

/** Writes down what a provider tells, by whom and whether while the adapter was driven. */
final class Told implements AdapterListener {

    /** What was told. */
    enum What {
        REQUEST,
        REQUEST_GONE,
        ESTABLISHED,
        REJECTED,
        UNREACHABLE,
        DISCONNECTED,
        BROKEN,
        READY,
        LOW,
        LOST
    }

    /**
     * One call.
     *
     * @param what which
     * @param context the object that came with it
     * @param by the thread
     * @param driven whether the adapter was being driven then
     */
    record Entry(What what, Object context, Thread by, boolean driven) {}

    private final Queue<Entry> entries = new ConcurrentLinkedQueue<>();
    private final Queue<IncomingConnection> requests = new ConcurrentLinkedQueue<>();

    /** Whether somebody drives at this moment. */
    volatile boolean driven;

    private void add(What what, Object context) {
        entries.add(new Entry(what, context, Thread.currentThread(), driven));
    }

    /** All so far, in order. */
    List<Entry> entries() {
        return List.copyOf(entries);
    }

    /** How often something was told of a context. */
    @SuppressWarnings("ReferenceEquality") // whether it is the very same object is the question
    long count(What what, Object context) {
        return entries.stream().filter(e -> e.what() == what && e.context() == context).count();
    }

    /** The requests so far. */
    Queue<IncomingConnection> requests() {
        return requests;
    }

    @Override
    public void connectionRequest(Object listenerContext, IncomingConnection request) {
        requests.add(request);
        add(What.REQUEST, listenerContext);
    }

    @Override
    public void requestGone(Object listenerContext, IncomingConnection request) {
        add(What.REQUEST_GONE, listenerContext);
    }

    @Override
    public void established(Object queuePairContext, ConnectionInfo info) {
        add(What.ESTABLISHED, queuePairContext);
    }

    @Override
    public void rejected(
            Object queuePairContext, boolean byConsumer, byte[] privateData, String reason) {
        add(What.REJECTED, queuePairContext);
    }

    @Override
    public void unreachable(Object queuePairContext, String reason, int nativeCode) {
        add(What.UNREACHABLE, queuePairContext);
    }

    @Override
    public void disconnected(Object queuePairContext) {
        add(What.DISCONNECTED, queuePairContext);
    }

    @Override
    public void broken(Object queuePairContext, String reason, int nativeCode) {
        add(What.BROKEN, queuePairContext);
    }

    @Override
    public void completionReady(Object completionQueueContext) {
        add(What.READY, completionQueueContext);
    }

    @Override
    public void lowWatermark(Object sharedReceiveQueueContext) {
        add(What.LOW, sharedReceiveQueueContext);
    }

    @Override
    public void adapterLost(String reason) {
        add(What.LOST, reason);
    }
}
