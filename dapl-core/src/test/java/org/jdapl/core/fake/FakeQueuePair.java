package org.jdapl.core.fake;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.Completions;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/** A queue pair. Its data is guarded by the fabric's monitor. */
public final class FakeQueuePair implements QueuePair {

    /** When posted requests are carried out. */
    public enum Mode {
        /** During the post, on the poster's thread. */
        AT_ONCE,
        /** When the adapter is driven. */
        DRIVEN,
        /** When the test says so. */
        HELD
    }

    private static final int NO_STATUS = 1;

    final FakeAdapter adapter;
    final Object context;
    private final int number;
    private final FakeCompletionQueue requestQueue;
    private final FakeCompletionQueue receiveQueue;
    private final Ring sends;
    private final Ring receives;
    private final AtomicReference<Thread> sender = new AtomicReference<>();
    private final AtomicReference<Thread> receiver = new AtomicReference<>();

    /** When requests are carried out. */
    public volatile Mode mode;

    @Nullable FakeQueuePair peer;
    @Nullable FakeRequest request;
    private boolean flushed;
    private boolean closed;
    private boolean closing;

    /** Whether it was connected, in this life. */
    boolean connected;

    /** Requests that succeeded since the last completion, without one of their own. */
    private int silent;

    private int refusal = NO_STATUS;

    FakeQueuePair(FakeAdapter adapter, QueuePairParameters made, Object context, Mode mode) {
        this.adapter = adapter;
        this.context = context;
        this.mode = mode;
        requestQueue = (FakeCompletionQueue) made.requestQueue();
        receiveQueue = (FakeCompletionQueue) made.receiveQueue();
        sends = new Ring(made.attributes().maxRequests());
        receives = new Ring(made.attributes().maxReceives());
        synchronized (adapter.fabric) {
            number = adapter.fabric.nextNumber();
        }
        requestQueue.queuePairs++;
        receiveQueue.queuePairs++;
    }

    @Override
    public int number() {
        return number;
    }

    /** What the runtime gave when it made this. */
    public Object context() {
        return context;
    }

    /** Refuses the next request. */
    public void refuseNext(int status) {
        refusal = status;
    }

    /** How many requests wait to be carried out. */
    public int sendsPosted() {
        synchronized (adapter.fabric) {
            return sends.size();
        }
    }

    /** How many receives wait for a message. */
    public int receivesPosted() {
        synchronized (adapter.fabric) {
            return receives.size();
        }
    }

    /** The id of the oldest request that waits. */
    public long oldestSend() {
        synchronized (adapter.fabric) {
            return sends.id[sends.head & sends.mask];
        }
    }

    /** Where completions of requests go. */
    public FakeCompletionQueue requestQueue() {
        return requestQueue;
    }

    /** Where completions of receives go. */
    public FakeCompletionQueue receiveQueue() {
        return receiveQueue;
    }

    @Override
    public int postSend(WorkRequest w) {
        Thread me = Thread.currentThread();
        if (!sender.compareAndSet(null, me)) {
            adapter.plan.violated("two threads post requests");
        }
        try {
            adapter.plan.run("postSend");
            synchronized (adapter.fabric) {
                if (refusal != NO_STATUS) {
                    int status = refusal;
                    refusal = NO_STATUS;
                    return status;
                }
                if (flushed || closed || !connected) {
                    adapter.plan.violated("request posted to a queue pair without a connection");
                    return PostStatus.INVALID_STATE;
                }
                if (!sends.add(w)) {
                    adapter.plan.violated("more requests than the queue pair was made for");
                    return PostStatus.QUEUE_FULL;
                }
                if (mode == Mode.AT_ONCE) {
                    runSends();
                } else if (mode == Mode.DRIVEN) {
                    adapter.dirty = true;
                }
            }
            if (mode == Mode.DRIVEN) {
                adapter.waitSet.wake();
            }
            tell();
            return PostStatus.OK;
        } finally {
            sender.set(null);
        }
    }

    @Override
    public int postReceive(WorkRequest w) {
        Thread me = Thread.currentThread();
        if (!receiver.compareAndSet(null, me)) {
            adapter.plan.violated("two threads post receives");
        }
        try {
            adapter.plan.run("postReceive");
            @Nullable FakeQueuePair p;
            synchronized (adapter.fabric) {
                if (flushed || closed) {
                    adapter.plan.violated("receive posted to a queue pair that was flushed");
                    return PostStatus.INVALID_STATE;
                }
                if (!receives.add(w)) {
                    adapter.plan.violated("more receives than the queue pair was made for");
                    return PostStatus.QUEUE_FULL;
                }
                p = peer;
                if (p != null && p.mode == Mode.AT_ONCE) {
                    p.runSends();
                }
            }
            if (p != null) {
                p.tell();
            }
            return PostStatus.OK;
        } finally {
            receiver.set(null);
        }
    }

    /** Tells of what was added to the queues of both ends. */
    private void tell() {
        requestQueue.tell();
        receiveQueue.tell();
        @Nullable FakeQueuePair p = peer;
        if (p != null) {
            p.requestQueue.tell();
            p.receiveQueue.tell();
        }
    }

    /** Carries out what can be carried out; with the fabric's monitor. */
    int runSends() {
        int done = 0;
        while (!sends.isEmpty() && runOne()) {
            done++;
        }
        if (closing && sends.isEmpty()) {
            closing = false;
            adapter.endConnection(this);
        }
        return done;
    }

    /** Carries out what can be carried out, and tells of it. */
    int drive() {
        int done;
        synchronized (adapter.fabric) {
            done = runSends();
        }
        tell();
        return done;
    }

    private boolean runOne() {
        @Nullable FakeQueuePair p = peer;
        if (p == null) {
            return false;
        }
        int i = sends.head & sends.mask;
        OperationKind kind = sends.kind[i];
        long length = sends.length[i];
        switch (kind) {
            case RDMA_WRITE, RDMA_READ -> {
                FakeMemoryRegion there = adapter.fabric.region(sends.remoteKey[i]);
                if (length > 0
                        && (there == null || !there.covers(sends.remoteAddress[i], length))) {
                    fail(CompletionStatus.REMOTE_ACCESS);
                    return false;
                }
                if (length > 0) {
                    MemorySegment far = there.at(sends.remoteAddress[i], length);
                    MemorySegment near = sends.memory(i);
                    boolean write = kind == OperationKind.RDMA_WRITE;
                    (write ? far : near).copyFrom(write ? near : far);
                }
                succeed();
            }
            default -> {
                if (p.receives.isEmpty()) {
                    return false;
                }
                int r = p.receives.head & p.receives.mask;
                if (p.receives.length[r] < length) {
                    p.receives.head++;
                    p.completeReceive(r, CompletionStatus.LOCAL_LENGTH, 0, 0);
                    fail(CompletionStatus.REMOTE_RESPONDER);
                    return false;
                }
                if (length > 0) {
                    MemorySegment from = sends.memory(i);
                    MemorySegment to = from == null ? null : p.receives.memory(r);
                    if (to != null) {
                        MemorySegment.copy(from, 0, to, 0, length);
                    }
                }
                p.receives.head++;
                boolean solicited = (sends.flags[i] & WorkRequest.SOLICITED) != 0;
                p.completeReceive(
                        r, CompletionStatus.SUCCESS, length, solicited ? Completions.SOLICITED : 0);
                succeed();
            }
        }
        return true;
    }

    private void completeReceive(int slot, CompletionStatus status, long length, int flags) {
        receiveQueue.add(
                receives.id[slot],
                status.value(),
                OperationKind.RECEIVE.ordinal(),
                length,
                flags,
                status == CompletionStatus.SUCCESS ? 0 : 77,
                number);
    }

    private void succeed() {
        int i = sends.head++ & sends.mask;
        if ((sends.flags[i] & WorkRequest.SIGNALED) != 0) {
            silent = 0;
            requestQueue.add(
                    sends.id[i], 0, sends.kind[i].ordinal(), sends.length[i], 0, 0, number);
        } else {
            silent++;
        }
    }

    private void fail(CompletionStatus status) {
        int i = sends.head++ & sends.mask;
        silent = 0;
        requestQueue.add(sends.id[i], status.value(), sends.kind[i].ordinal(), 0, 0, 88, number);
        if (adapter.provider.tellsBroken) {
            @Nullable FakeQueuePair p = peer;
            adapter.tell(l -> l.broken(context, "operation failed: " + status, 88));
            if (p != null) {
                p.adapter.tell(l -> l.broken(p.context, "the peer failed", 89));
            }
        }
    }

    /** Ends the oldest request that is held: success without data moved, or any failure. */
    public void completeSend(CompletionStatus status) {
        synchronized (adapter.fabric) {
            if (sends.isEmpty()) {
                throw new IllegalStateException("no request waits");
            }
            if (status == CompletionStatus.SUCCESS) {
                succeed();
            } else {
                fail(status);
            }
        }
        tell();
    }

    /** Gives the oldest receive a message, or a failure, as if from the peer. */
    public void completeReceive(CompletionStatus status, long length, boolean solicited) {
        synchronized (adapter.fabric) {
            if (receives.isEmpty()) {
                throw new IllegalStateException("no receive waits");
            }
            int r = receives.head++ & receives.mask;
            completeReceive(r, status, length, solicited ? Completions.SOLICITED : 0);
        }
        tell();
    }

    @Override
    public int flush() {
        adapter.check(closed, "flush");
        synchronized (adapter.fabric) {
            flushed = true;
            giveUp();
            sends.clear();
            receives.clear();
            int known = silent;
            silent = 0;
            closing = false;
            return known;
        }
    }

    /** Leaves a request or a connection. */
    private void giveUp() {
        @Nullable FakeRequest r = request;
        request = null;
        if (r != null && !r.answered) {
            r.to.adapter.tell(l -> l.requestGone(r.to.context, r));
        }
        @Nullable FakeQueuePair p = peer;
        peer = null;
        if (p != null && p.peer == this) {
            p.peer = null;
            p.adapter.tell(l -> l.disconnected(p.context));
        }
    }

    /** Ends the connection when all is carried out. */
    void closeGracefully() {
        synchronized (adapter.fabric) {
            closing = true;
            if (mode != Mode.HELD) {
                runSends();
            }
        }
        tell();
    }

    @Override
    public void reset() {
        adapter.check(closed, "reset");
        synchronized (adapter.fabric) {
            if (!flushed) {
                adapter.plan.violated("reset of a queue pair that was not flushed");
            }
            flushed = false;
            connected = false;
        }
    }

    @Override
    public void close() {
        adapter.check(closed, "pair.close");
        synchronized (adapter.fabric) {
            giveUp();
            closed = true;
        }
        requestQueue.queuePairs--;
        receiveQueue.queuePairs--;
        adapter.open.remove(this);
        adapter.pairs.remove(this);
    }

    /** Posted work, as arrays. */
    private static final class Ring {
        final int depth;
        final int mask;
        final long[] id;
        final OperationKind[] kind;
        final int[] flags;
        final long[] length;
        final FakeMemoryRegion[] region;
        final long[] offset;
        final long[] remoteAddress;
        final long[] remoteKey;
        int head;
        int tail;

        Ring(int depth) {
            this.depth = depth;
            int slots = Integer.highestOneBit(Math.max(1, depth)) << 1;
            mask = slots - 1;
            id = new long[slots];
            kind = new OperationKind[slots];
            flags = new int[slots];
            length = new long[slots];
            region = new FakeMemoryRegion[slots];
            offset = new long[slots];
            remoteAddress = new long[slots];
            remoteKey = new long[slots];
        }

        boolean add(WorkRequest w) {
            if (size() >= depth) {
                return false;
            }
            int i = tail++ & mask;
            id[i] = w.id;
            kind[i] = w.kind;
            flags[i] = w.flags;
            length[i] = w.totalLength;
            region[i] = w.segments == 1 ? (FakeMemoryRegion) w.region[0] : null;
            offset[i] = w.offset[0];
            remoteAddress[i] = w.remoteAddress;
            remoteKey[i] = w.remoteKey;
            return true;
        }

        /** The memory of work of one segment; the data of others is not moved. */
        @Nullable MemorySegment memory(int i) {
            FakeMemoryRegion r = region[i];
            return r == null ? null : r.segment.asSlice(offset[i], length[i]);
        }

        int size() {
            return tail - head;
        }

        boolean isEmpty() {
            return head == tail;
        }

        void clear() {
            head = tail;
        }
    }
}
