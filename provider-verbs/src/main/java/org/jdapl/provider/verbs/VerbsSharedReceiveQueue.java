package org.jdapl.provider.verbs;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WorkRequest;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.error.VerbsException;

/** A shared receive queue of the device. */
final class VerbsSharedReceiveQueue implements SharedReceiveQueue {
    private final VerbsAdapter adapter;
    private final Object context;
    private final org.jdapl.verbs.SharedReceiveQueue queue;
    private final ReceiveWorkRequests receives;

    /** Posted and not seen in a completion: at least as many as the device has left. */
    private final AtomicInteger left = new AtomicInteger();

    VerbsSharedReceiveQueue(
            VerbsAdapter adapter,
            VerbsProtectionDomain domain,
            SharedReceiveQueueAttributes attributes,
            Object context) {
        this.adapter = adapter;
        this.context = context;
        int segments = Math.max(1, attributes.maxSegments());
        queue =
                org.jdapl.verbs.SharedReceiveQueue.create(
                        domain.verbs(), attributes.maxReceives(), segments);
        receives = ReceiveWorkRequests.allocate(1, segments);
    }

    org.jdapl.verbs.SharedReceiveQueue verbs() {
        return queue;
    }

    @Override
    public int postReceive(WorkRequest request) {
        RequestWriter.write(request, receives, 0, adapter.traits().receiveNeedsElement());
        try {
            int status = StatusTable.post(queue.postReceive(receives, 0, 1));
            if (status == 0) {
                left.incrementAndGet();
            }
            return status;
        } catch (VerbsException e) {
            return StatusTable.post(e);
        }
    }

    /** A completion told of one. */
    void taken() {
        left.decrementAndGet();
    }

    @Override
    public void armLowWatermark(int watermark) {
        if (watermark > 0 && left.get() < watermark) {
            adapter.tell(this::limitReached);
            return;
        }
        Native.run(() -> queue.limit(watermark));
    }

    /** On the driver's thread. */
    void limitReached() {
        adapter.listener().lowWatermark(context);
    }

    @Override
    public void resize(int maxReceives) {
        Native.run(() -> queue.resize(maxReceives));
    }

    @Override
    public void close() {
        adapter.forget(this);
        adapter.attempts().free(() -> Native.run(queue::close));
    }
}
