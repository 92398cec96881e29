package org.jdapl.provider.soft.rdmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.data.PostStatus;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.memory.SoftMemoryWindow;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a queue pair from post to completion: a ring with one array for each field. The
 * poster adds at the tail; {@code TxPath}, under its lock, works through and retires at the head.
 */
final class SendQueue {

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(SendQueue.class, "head", long.class);
            TAIL = lookup.findVarHandle(SendQueue.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final int depth;
    final int maxSegments;
    final int mask;
    final long[] id;
    final int[] kind;
    final int[] flags;
    final int[] segments;
    final long[] totalLength;
    final long[] remoteAddress;
    final int[] remoteKey;
    final int[] invalidateKey;

    /** A completion status other than success, once an entry has failed. */
    final int[] status;

    /** The tag by which the peer names the sink of a read; set when its request is built. */
    final int[] sinkStag;

    // For some kinds only; see more().
    final @Nullable SoftMemoryWindow[] window;
    final int[] windowStag;
    final int[] windowPrivileges;
    final int[] immediate;
    final long[] compareOrAdd;
    final long[] swap;
    final long[] compareOrFieldMask;
    final long[] swapMask;

    // Segment n of entry i is at i * maxSegments + n.
    final @Nullable SoftMemoryRegion[] region;
    final long[] offset;
    final long[] length;

    private long head;
    private long tail;

    SendQueue(int depth, int maxSegments) {
        this.depth = depth;
        this.maxSegments = maxSegments;
        int size = Rings.sizeFor(depth);
        mask = size - 1;
        id = new long[size];
        kind = new int[size];
        flags = new int[size];
        segments = new int[size];
        totalLength = new long[size];
        remoteAddress = new long[size];
        remoteKey = new int[size];
        invalidateKey = new int[size];
        status = new int[size];
        sinkStag = new int[size];
        window = new SoftMemoryWindow[size];
        windowStag = new int[size];
        windowPrivileges = new int[size];
        immediate = new int[size];
        compareOrAdd = new long[size];
        swap = new long[size];
        compareOrFieldMask = new long[size];
        swapMask = new long[size];
        region = new SoftMemoryRegion[size * maxSegments];
        offset = new long[size * maxSegments];
        length = new long[size * maxSegments];
    }

    /** Copies a request in; called by the poster. */
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
        kind[i] = Kinds.of(request.kind);
        flags[i] = request.flags;
        segments[i] = request.segments;
        totalLength[i] = request.totalLength;
        remoteAddress[i] = request.remoteAddress;
        remoteKey[i] = (int) request.remoteKey;
        invalidateKey[i] = (int) request.invalidateKey;
        status[i] = 0;
        int s = i * maxSegments;
        for (int n = 0; n < request.segments; n++, s++) {
            MemoryRegion r = request.region[n];
            region[s] = (SoftMemoryRegion) r;
            offset[s] = request.offset[n];
            length[s] = request.length[n];
        }
        if (!Kinds.isPlain(kind[i])) {
            more(i, request);
        }
        TAIL.setRelease(this, at + 1);
        return PostStatus.OK;
    }

    /** Copies what only some kinds of requests have. */
    private void more(int i, WorkRequest request) {
        SoftMemoryWindow w = (SoftMemoryWindow) request.window;
        switch (request.kind) {
            case RDMA_READ -> window[i] = w;
            case BIND -> {
                window[i] = w;
                windowStag[i] = w == null ? 0 : w.announce(request.totalLength > 0);
                windowPrivileges[i] = request.windowPrivileges;
            }
            case WRITE_WITH_IMMEDIATE -> immediate[i] = request.immediate;
            default -> {
                compareOrAdd[i] = request.compareOrAdd;
                swap[i] = request.swap;
                compareOrFieldMask[i] = request.compareOrFieldMask;
                swapMask[i] = request.swapMask;
            }
        }
    }

    /** Carries a bind out; false where window or region is closed. */
    boolean bind(int i, Object connection) {
        SoftMemoryWindow w = window[i];
        window[i] = null;
        int s = i * maxSegments;
        return w != null
                && w.bind(
                        windowStag[i],
                        region[s],
                        offset[s],
                        length[s],
                        windowPrivileges[i],
                        connection);
    }

    /** The first entry that is not retired. */
    long head() {
        return head;
    }

    /** The end of the entries; seen by another thread than the poster with all that they hold. */
    long tail() {
        return (long) TAIL.getAcquire(this);
    }

    /** Gives the entry at the head back to the poster. */
    void retire() {
        HEAD.setRelease(this, head + 1);
    }

    /** Forgets all entries; nobody else uses the queue. */
    void clear() {
        long end = tail();
        for (long at = head; at < end; at++) {
            withdraw((int) at & mask);
        }
        HEAD.setRelease(this, end);
    }

    /** A request will not be carried out: a bind that was not, had no effect. */
    private void withdraw(int i) {
        SoftMemoryWindow w = window[i];
        if (w != null && kind[i] == Kinds.BIND) {
            window[i] = null;
            w.withdraw(windowStag[i]);
        }
    }
}
