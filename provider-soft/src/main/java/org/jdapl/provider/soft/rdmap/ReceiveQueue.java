package org.jdapl.provider.soft.rdmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.data.PostStatus;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * The posted receives of a queue pair: a ring with one array for each field. The poster adds at the
 * tail, {@code RxPath} consumes at the head.
 */
final class ReceiveQueue {

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(ReceiveQueue.class, "head", long.class);
            TAIL = lookup.findVarHandle(ReceiveQueue.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int depth;
    final int maxSegments;
    final int mask;
    final long[] id;
    final int[] segments;
    final long[] totalLength;

    // Segment n of entry i is at i * maxSegments + n.
    final @Nullable SoftMemoryRegion[] region;
    final long[] offset;
    final long[] length;

    private long head;
    private long tail;

    ReceiveQueue(int depth, int maxSegments) {
        this.depth = depth;
        this.maxSegments = maxSegments;
        int size = Rings.sizeFor(depth);
        mask = size - 1;
        id = new long[size];
        segments = new int[size];
        totalLength = new long[size];
        region = new SoftMemoryRegion[size * maxSegments];
        offset = new long[size * maxSegments];
        length = new long[size * maxSegments];
    }

    /** Copies a receive in; called by the poster. */
    int post(WorkRequest request) {
        long at = tail;
        if (at - (long) HEAD.getAcquire(this) >= depth) {
            return PostStatus.QUEUE_FULL;
        }
        if (request.segments > maxSegments) {
            return PostStatus.INVALID_ARGUMENT;
        }
        int i = (int) at & mask;
        id[i] = request.id;
        segments[i] = request.segments;
        totalLength[i] = request.totalLength;
        int s = i * maxSegments;
        for (int n = 0; n < request.segments; n++, s++) {
            MemoryRegion r = request.region[n];
            region[s] = (SoftMemoryRegion) r;
            offset[s] = request.offset[n];
            length[s] = request.length[n];
        }
        TAIL.setRelease(this, at + 1);
        return PostStatus.OK;
    }

    /** Moves the oldest receive to the end of another queue that has room for it. */
    void moveOldestTo(ReceiveQueue other) {
        int from = current();
        int to = (int) other.tail & other.mask;
        other.id[to] = id[from];
        other.segments[to] = segments[from];
        other.totalLength[to] = totalLength[from];
        int f = from * maxSegments;
        int t = to * other.maxSegments;
        for (int n = 0; n < segments[from]; n++, f++, t++) {
            other.region[t] = region[f];
            other.offset[t] = offset[f];
            other.length[t] = length[f];
        }
        TAIL.setRelease(other, other.tail + 1);
        consume();
    }

    /** How many receives are posted; exact while nobody else posts or consumes. */
    int size() {
        return (int) ((long) TAIL.getAcquire(this) - head);
    }

    /** Whether a receive is posted. */
    boolean isEmpty() {
        return head >= (long) TAIL.getAcquire(this);
    }

    /** The index of the oldest receive in the arrays. */
    int current() {
        return (int) head & mask;
    }

    /** Gives the oldest receive's place back to the poster. */
    void consume() {
        HEAD.setRelease(this, head + 1);
    }

    /** Forgets all receives; nobody else uses the queue. */
    void clear() {
        HEAD.setRelease(this, (long) TAIL.getAcquire(this));
    }
}
