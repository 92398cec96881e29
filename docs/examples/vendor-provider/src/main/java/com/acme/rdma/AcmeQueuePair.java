package com.acme.rdma;

import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;
import org.jdapl.spi.kit.SoftwareCompletionQueue;

/**
 * A queue pair: what was posted and has no completion yet, and the connection that works on it. It
 * checks no argument, since the runtime has done so, and keeps no state of its endpoint.
 */
final class AcmeQueuePair implements QueuePair {

    final WorkQueue requests;
    final WorkQueue receives;
    final Regions.Domain domain;
    final Object context;

    private final AcmeAdapter adapter;
    private final int number;
    private final SoftwareCompletionQueue requestQueue;
    private final SoftwareCompletionQueue receiveQueue;

    // Guarded by the adapter's lock.
    private Connection connection;
    private boolean flushed;
    private int silentSuccesses;

    AcmeQueuePair(AcmeAdapter adapter, int number, QueuePairParameters wanted, Object context) {
        EndpointAttributes attributes = wanted.attributes();
        this.adapter = adapter;
        this.number = number;
        this.context = context;
        this.domain = (Regions.Domain) wanted.domain();
        this.requestQueue = (SoftwareCompletionQueue) wanted.requestQueue();
        this.receiveQueue = (SoftwareCompletionQueue) wanted.receiveQueue();
        this.requests = new WorkQueue(attributes.maxRequests(), AcmeAdapter.MAX_SEGMENTS);
        this.receives = new WorkQueue(attributes.maxReceives(), AcmeAdapter.MAX_SEGMENTS);
    }

    @Override
    public int number() {
        return number;
    }

    /** Binds the one connection of its life; false where it has had one. */
    boolean bind(Connection made) {
        if (connection != null || flushed) {
            return false;
        }
        connection = made;
        return true;
    }

    /** Takes a connection back that could not even be started. */
    void unbind() {
        connection = null;
    }

    Connection connection() {
        return connection;
    }

    // ---- posts

    @Override
    public int postSend(WorkRequest request) {
        synchronized (adapter.lock) {
            if (flushed || connection == null || !connection.isOpen()) {
                return PostStatus.INVALID_STATE;
            }
            if (request.kind == OperationKind.RDMA_READ && connection.readsOut() == 0) {
                return PostStatus.NOT_SUPPORTED;
            }
            if (requests.isFull()) {
                return PostStatus.QUEUE_FULL;
            }
            requests.post(request);
            connection.transmit();
        }
        adapter.tellReady();
        return PostStatus.OK;
    }

    @Override
    public int postReceive(WorkRequest request) {
        synchronized (adapter.lock) {
            if (flushed) {
                return PostStatus.INVALID_STATE;
            }
            if (receives.isFull()) {
                return PostStatus.QUEUE_FULL;
            }
            receives.post(request);
            return PostStatus.OK;
        }
    }

    // ---- completions

    /** The oldest request is done. A success that nobody asked to be told of is only counted. */
    void completeRequest() {
        Work work = requests.oldest();
        requests.removeOldest();
        if (work.status == CompletionStatus.SUCCESS && !work.has(WorkRequest.SIGNALED)) {
            silentSuccesses++;
            return;
        }
        silentSuccesses = 0; // this completion says so of all before it
        long bytes = work.status == CompletionStatus.SUCCESS ? work.total : 0;
        complete(requestQueue, work, work.status, work.kind, bytes, 0);
    }

    /** The oldest receive is done. */
    void completeReceive(CompletionStatus status, long bytes, int flags) {
        Work work = receives.oldest();
        receives.removeOldest();
        complete(receiveQueue, work, status, OperationKind.RECEIVE, bytes, flags);
    }

    private void complete(
            SoftwareCompletionQueue queue,
            Work work,
            CompletionStatus status,
            OperationKind kind,
            long bytes,
            int flags) {
        if (queue.add(work.id, status.value(), kind.ordinal(), bytes, flags, 0, 0, 0, number)) {
            adapter.becameReady(queue);
        }
    }

    // ---- the end

    @Override
    public int flush() {
        synchronized (adapter.lock) {
            flushed = true;
            if (connection != null) {
                connection.kill();
            }
            // The runtime knows what was posted, and completes the rest as flushed.
            requests.clear();
            receives.clear();
            int successes = silentSuccesses;
            silentSuccesses = 0;
            return successes;
        }
    }

    @Override
    public void close() {
        flush();
    }
}
