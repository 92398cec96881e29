package org.jdapl.provider.soft.rdmap;

import org.jdapl.api.data.DatType;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WorkRequest;
import org.jdapl.spi.kit.SpinLock;

/**
 * A shared receive queue. A queue pair takes the oldest receive when the first segment of a message
 * arrives, and has it for itself from then on.
 *
 * <p><strong>Threads:</strong> any; a lock is held for the copy of one receive.
 */
public final class SharedReceives implements SharedReceiveQueue {

    private final Engine engine;
    private final Runnable lowWatermark;
    private final int maxSegments;
    private final SpinLock lock = new SpinLock();

    // Guarded by the lock.
    private ReceiveQueue queue;
    private int watermark;

    /**
     * Makes an empty queue.
     *
     * @param engine whose driver tells of the watermark
     * @param maxReceives how many receives may be posted at once
     * @param maxSegments most segments of a receive
     * @param lowWatermark called by the driver when an armed watermark was passed
     */
    public SharedReceives(Engine engine, int maxReceives, int maxSegments, Runnable lowWatermark) {
        this.engine = engine;
        this.lowWatermark = lowWatermark;
        this.maxSegments = maxSegments;
        queue = new ReceiveQueue(maxReceives, maxSegments);
    }

    int maxSegments() {
        return maxSegments;
    }

    @Override
    public int postReceive(WorkRequest request) {
        lock.lock();
        try {
            return queue.post(request);
        } finally {
            lock.unlock();
        }
    }

    /** Moves the oldest receive to a queue of one; false where none is posted. */
    boolean take(ReceiveQueue into) {
        boolean low;
        lock.lock();
        try {
            if (queue.isEmpty()) {
                return false;
            }
            queue.moveOldestTo(into);
            low = queue.size() < watermark;
            if (low) {
                watermark = 0;
            }
        } finally {
            lock.unlock();
        }
        if (low) {
            engine.execute(lowWatermark);
        }
        return true;
    }

    @Override
    public void armLowWatermark(int receives) {
        boolean low;
        lock.lock();
        try {
            low = queue.size() < receives;
            watermark = low ? 0 : receives;
        } finally {
            lock.unlock();
        }
        if (low) {
            engine.execute(lowWatermark);
        }
    }

    @Override
    public void resize(int maxReceives) {
        lock.lock();
        try {
            int posted = queue.size();
            if (maxReceives < posted) {
                throw new ProviderException(
                        DatType.INVALID_STATE,
                        "a size of "
                                + maxReceives
                                + " is below the "
                                + posted
                                + " receives that are posted");
            }
            ReceiveQueue other = new ReceiveQueue(maxReceives, maxSegments);
            while (!queue.isEmpty()) {
                queue.moveOldestTo(other);
            }
            queue = other;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            queue.clear();
            watermark = 0;
        } finally {
            lock.unlock();
        }
    }
}
