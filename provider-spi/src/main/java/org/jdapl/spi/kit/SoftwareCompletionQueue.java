package org.jdapl.spi.kit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;

/**
 * A completion queue for providers whose completions are made by software: a ring whose entries lie
 * in one array for each field. It starts small and becomes as large as it has to, up to the depth;
 * so a great depth costs nothing where it is not used.
 *
 * <p>Any number of threads add; a lock that is held for one entry orders them. One thread at a time
 * polls, without any lock. Neither allocates, unless there are more completions than ever before.
 *
 * <p><strong>Notification.</strong> {@link #add} says whether the entry is the one that an armed
 * queue waits for. The caller then calls {@link #notifyReady()} as soon as it holds no lock any
 * more that a control call might need: so a listener may call back into the provider. A queue that
 * was armed gives exactly one notification.
 */
public final class SoftwareCompletionQueue implements CompletionQueue {

    /** Entries of a new ring, where the depth is not below it. */
    private static final int FIRST_SIZE = 1024;

    private static final int NOT_ARMED = 0;
    private static final int ARMED_FOR_SOLICITED = 1;
    private static final int ARMED_FOR_ALL = 2;

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(SoftwareCompletionQueue.class, "head", long.class);
            TAIL = lookup.findVarHandle(SoftwareCompletionQueue.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SpinLock producers = new SpinLock();
    private final Object context;
    private final Consumer<Object> ready;
    private final Runnable beforeArm;

    // Replaced by add() alone, under the producers' lock. Whoever polls with the former one finds
    // there what it looks for: its entries are not written any more.
    private volatile Ring ring;

    // Changed under the producers' lock.
    private volatile int depth;

    // Entries taken so far; written by the consumer with release, read by producers with acquire.
    private long head;

    // Entries added so far; written under the producers' lock with release, read by the consumer
    // with acquire.
    private long tail;

    // Guarded by the producers' lock.
    private int armed;

    /**
     * Makes an empty queue.
     *
     * @param depth how many completions it holds, at least 1
     * @param context what {@code ready} gets
     * @param ready called by {@link #notifyReady()}
     */
    public SoftwareCompletionQueue(int depth, Object context, Consumer<Object> ready) {
        this(depth, context, ready, () -> {});
    }

    /**
     * Makes an empty queue that lets a test or a simulation place completions right before it is
     * armed.
     *
     * @param depth how many completions it holds, at least 1
     * @param context what {@code ready} gets
     * @param ready called by {@link #notifyReady()}
     * @param beforeArm called first by {@link #arm}, with no lock held
     */
    public SoftwareCompletionQueue(
            int depth, Object context, Consumer<Object> ready, Runnable beforeArm) {
        if (depth < 1) {
            throw new IllegalArgumentException("depth=" + depth);
        }
        this.context = Objects.requireNonNull(context, "context");
        this.ready = Objects.requireNonNull(ready, "ready");
        this.beforeArm = Objects.requireNonNull(beforeArm, "beforeArm");
        this.depth = depth;
        this.ring = new Ring(Math.min(depth, FIRST_SIZE));
    }

    /**
     * Adds a completion.
     *
     * @param id the id of the work request
     * @param status a number of {@link org.jdapl.api.data.CompletionStatus#value()}
     * @param kind an ordinal of {@link org.jdapl.api.data.OperationKind}
     * @param length bytes transferred
     * @param flags bits of {@link Completions}
     * @param immediate immediate data, where the flag is set
     * @param invalidatedKey the key that was invalidated, where the flag is set
     * @param vendorStatus the provider's own code
     * @param queuePair the number of the queue pair
     * @return whether the caller has to call {@link #notifyReady()}
     * @throws IllegalStateException where the queue is full, which the runtime's accounting rules
     *     out
     */
    public boolean add(
            long id,
            int status,
            int kind,
            long length,
            int flags,
            int immediate,
            long invalidatedKey,
            int vendorStatus,
            int queuePair) {
        producers.lock();
        try {
            long at = tail;
            long size = at - (long) HEAD.getAcquire(this);
            if (size >= depth) {
                throw new IllegalStateException("completion queue of depth " + depth + " is full");
            }
            Ring r = size <= ring.mask ? ring : enlarge();
            int i = (int) at & r.mask;
            r.id[i] = id;
            r.status[i] = status;
            r.kind[i] = kind;
            r.length[i] = length;
            r.flags[i] = flags;
            r.immediate[i] = immediate;
            r.invalidatedKey[i] = invalidatedKey;
            r.vendorStatus[i] = vendorStatus;
            r.queuePair[i] = queuePair;
            TAIL.setRelease(this, at + 1);
            if (armed == NOT_ARMED
                    || (armed == ARMED_FOR_SOLICITED
                            && status == 0
                            && (flags & Completions.SOLICITED) == 0)) {
                return false;
            }
            armed = NOT_ARMED;
            return true;
        } finally {
            producers.unlock();
        }
    }

    /** Tells the listener that the completion it armed the queue for is there. */
    public void notifyReady() {
        ready.accept(context);
    }

    /**
     * How many completions are in the queue. Exact for the thread that polls as long as nobody
     * adds.
     *
     * @return a number from 0 to {@link #depth()}
     */
    public int size() {
        return (int) ((long) TAIL.getAcquire(this) - (long) HEAD.getAcquire(this));
    }

    @Override
    public int poll(Completions into, int max) {
        long at = head;
        int count = (int) Math.min((long) TAIL.getAcquire(this) - at, max);
        if (count <= 0) {
            return 0;
        }
        Ring r = ring; // after the tail: so it is not older than the entries
        for (int n = 0; n < count; n++) {
            int i = (int) (at + n) & r.mask;
            into.id[n] = r.id[i];
            into.status[n] = r.status[i];
            into.kind[n] = r.kind[i];
            into.length[n] = r.length[i];
            into.flags[n] = r.flags[i];
            into.immediate[n] = r.immediate[i];
            into.invalidatedKey[n] = r.invalidatedKey[i];
            into.vendorStatus[n] = r.vendorStatus[i];
            into.queuePair[n] = r.queuePair[i];
        }
        HEAD.setRelease(this, at + count);
        return count;
    }

    @Override
    public void arm(boolean solicitedOnly) {
        beforeArm.run();
        producers.lock();
        // The wider wish wins: a solicited-only arming does not take back one for everything.
        armed = solicitedOnly && armed != ARMED_FOR_ALL ? ARMED_FOR_SOLICITED : ARMED_FOR_ALL;
        producers.unlock();
    }

    @Override
    public int depth() {
        return depth;
    }

    @Override
    public void grow(int newDepth) {
        producers.lock();
        try {
            if (newDepth <= depth) {
                throw new IllegalArgumentException("depth=" + newDepth + ", now " + depth);
            }
            depth = newDepth;
        } finally {
            producers.unlock();
        }
    }

    /** Makes the ring twice as large; under the producers' lock. */
    private Ring enlarge() {
        Ring old = ring;
        Ring next = new Ring(2 * (old.mask + 1));
        for (long at = (long) HEAD.getAcquire(this); at < tail; at++) {
            next.copy((int) at & next.mask, old, (int) at & old.mask);
        }
        ring = next;
        return next;
    }

    @Override
    public void close() {
        producers.lock();
        armed = NOT_ARMED;
        producers.unlock();
    }

    /** The arrays, of a length that is a power of two. */
    private static final class Ring {
        final int mask;
        final long[] id;
        final int[] status;
        final int[] kind;
        final long[] length;
        final int[] flags;
        final int[] immediate;
        final long[] invalidatedKey;
        final int[] vendorStatus;
        final int[] queuePair;

        Ring(int least) {
            int size = least == 1 ? 1 : Integer.highestOneBit(least - 1) << 1;
            mask = size - 1;
            id = new long[size];
            status = new int[size];
            kind = new int[size];
            length = new long[size];
            flags = new int[size];
            immediate = new int[size];
            invalidatedKey = new long[size];
            vendorStatus = new int[size];
            queuePair = new int[size];
        }

        void copy(int to, Ring from, int at) {
            id[to] = from.id[at];
            status[to] = from.status[at];
            kind[to] = from.kind[at];
            length[to] = from.length[at];
            flags[to] = from.flags[at];
            immediate[to] = from.immediate[at];
            invalidatedKey[to] = from.invalidatedKey[at];
            vendorStatus[to] = from.vendorStatus[at];
            queuePair[to] = from.queuePair[at];
        }
    }
}
