package com.acme.rdma;

import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;

/**
 * A queue pair: takes receives from the beginning, and requests once there are connections. It
 * checks no argument, since the runtime has done so, and keeps no state of its endpoint.
 */
final class AcmeQueuePair implements QueuePair {

    private final AcmeAdapter adapter;
    private final int number;
    private final Object context;
    private final WorkQueue receives;

    AcmeQueuePair(AcmeAdapter adapter, int number, QueuePairParameters wanted, Object context) {
        this.adapter = adapter;
        this.number = number;
        this.context = context;
        this.receives = new WorkQueue(wanted.attributes().maxReceives(), AcmeAdapter.MAX_SEGMENTS);
    }

    @Override
    public int number() {
        return number;
    }

    /** What the listener's events of this queue pair get. */
    Object context() {
        return context;
    }

    @Override
    public int postSend(WorkRequest request) {
        return PostStatus.INVALID_STATE; // it is not connected
    }

    @Override
    public int postReceive(WorkRequest request) {
        synchronized (adapter.lock) {
            receives.post(request);
            return PostStatus.OK;
        }
    }

    @Override
    public int flush() {
        synchronized (adapter.lock) {
            receives.clear(); // the runtime knows what was posted, and completes it as flushed
            return 0; // no success is unsaid
        }
    }

    @Override
    public void close() {
        flush();
    }
}
