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

    final AcmeAdapter adapter;
    final WorkQueue requests;
    final WorkQueue receives;
    final Regions.Domain domain;
    final Object context;

    /** The one connection of its life, once there is one. Guarded by the adapter's lock. */
    Connection connection;

    private final int number;
    private final SoftwareCompletionQueue requestQueue;
    private final SoftwareCompletionQueue receiveQueue;

    // Guarded by the adapter's lock.
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

    // ---- posts

    @Override
    public int postSend(WorkRequest request) {
        synchronized (adapter.lock) {
            if (connection == null || !connection.isOpen()) {
                return PostStatus.INVALID_STATE; // it may have ended, and nobody knows yet
            }
            if (request.kind == OperationKind.RDMA_READ && connection.readsOut == 0) {
                return PostStatus.NOT_SUPPORTED; // the peer serves none
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
            receives.post(request);
            return PostStatus.OK;
        }
    }

    // ---- completions

    /** The oldest request is done. A success that nobody asked to be told of is only counted. */
    void completeRequest() {
        Work work = requests.takeOldest();
        if (work.status == CompletionStatus.SUCCESS && !work.has(WorkRequest.SIGNALED)) {
            silentSuccesses++;
            return;
        }
        silentSuccesses = 0; // this completion says so of all before it
        long bytes = work.status == CompletionStatus.SUCCESS ? work.total : 0;
        complete(requestQueue, work, bytes, 0);
    }

    /** The oldest receive is done. */
    void completeReceive(CompletionStatus status, long bytes, int flags) {
        Work work = receives.takeOldest();
        work.status = status;
        complete(receiveQueue, work, bytes, flags);
    }

    private void complete(SoftwareCompletionQueue queue, Work work, long bytes, int flags) {
        int status = work.status.value();
        int kind = work.kind.ordinal();
        if (queue.add(work.id, status, kind, bytes, flags, 0, 0, 0, number)) {
            adapter.ready.add(queue);
        }
    }

    // ---- the end

    @Override
    public int flush() {
        synchronized (adapter.lock) {
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
