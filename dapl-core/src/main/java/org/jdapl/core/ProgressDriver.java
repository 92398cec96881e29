package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.WaitSet;
import org.jdapl.spi.seam.Parker;
import org.jspecify.annotations.Nullable;

/**
 * Decides who drives an adapter: one thread at a time, the driver. A consumer that waits drives if nobody does; others that wait
 * follow, and one of them takes over when the driver leaves. With {@link ProgressMode#AUTO} a daemon thread drives when no consumer
 * does. While consumers do, the daemon looks by on a short lease, so that nothing on a consumer's path has to wake it.
 *
 * <p>A waiter arms what it waits for and looks once more before it blocks, here and nowhere else.
 */
final class ProgressDriver {

    /** How long the daemon stays away after it saw a consumer drive. */
    static final long MIN_LEASE_NS = 1_000_000L;

    /** How long the daemon stays away at most while consumers wait. */
    static final long MAX_LEASE_NS = 20_000_000L;

    /** A follower looks by itself after this time, whatever happens. */
    static final long FOLLOW_LIMIT_NS = 1_000_000_000L;

    private static final int HANDOVER_SPINS = 64;

    private static final VarHandle OWNER;
    private static final VarHandle WAITING;
    private static final VarHandle EPOCH;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OWNER = lookup.findVarHandle(ProgressDriver.class, "owner", Thread.class);
            WAITING = lookup.findVarHandle(ProgressDriver.class, "waiting", int.class);
            EPOCH = lookup.findVarHandle(ProgressDriver.class, "epoch", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AdapterImpl adapter;
    private final Adapter provider;
    private final WaitSet waitSet;
    private final ProgressMode mode;
    private final Parker parker;
    private final ArrayDeque<Thread> followers = new ArrayDeque<>();

    private volatile @Nullable Thread owner;
    private volatile boolean blocked;
    private volatile boolean stopping;

    /** Consumers' platform threads that wait. */
    private volatile int waiting;

    /** Changes whenever a consumer polls. */
    private volatile int epoch;

    /** For how long the daemon has gone to sleep; 0 while it does not. */
    private volatile long lease;

    private @Nullable Thread daemon;

    ProgressDriver(AdapterImpl adapter, Adapter provider, ProgressMode mode, Parker parker) {
        this.adapter = adapter;
        this.provider = provider;
        this.waitSet = provider.waitSet();
        this.mode = mode;
        this.parker = parker;
    }

    void start(String name) {
        if (mode == ProgressMode.AUTO) {
            Thread thread = new Thread(this::daemonLoop, "jdapl-progress-" + name);
            thread.setDaemon(true);
            daemon = thread;
            thread.start();
        }
    }

    private boolean acquire(Thread me) {
        return owner == null && OWNER.compareAndSet(this, null, me);
    }

    private void release() {
        owner = null;
        // The owner was cleared before the followers are read, and a follower reads the owner after it has entered the queue:
        // one of the two sees the other.
        @Nullable Thread next = null;
        synchronized (followers) {
            next = followers.peekFirst();
        }
        if (next != null) {
            parker.unpark(next);
        }
    }

    /** Does what can be done now. By any thread; nothing where another one drives. */
    int poll() {
        Thread me = Thread.currentThread();
        if (mode == ProgressMode.AUTO) {
            EPOCH.setOpaque(this, epoch + 1);
        }
        if (!acquire(me)) {
            if (owner == daemon && blocked) {
                waitSet.wake(); // it will see that a consumer polls, and stay away
            }
            return 0;
        }
        try {
            int done = provider.progress();
            adapter.afterProgress();
            return done;
        } finally {
            release();
        }
    }

    /**
     * One step of waiting: returns when something may have come, when the time is over, when the thread is interrupted, or for no
     * reason.
     */
    void await(Waitable waitable, long nanos) {
        Thread me = Thread.currentThread();
        if (mode == ProgressMode.AUTO && me.isVirtual()) {
            follow(me, waitable, nanos);
            return;
        }
        WAITING.getAndAdd(this, 1);
        try {
            if (acquire(me) || takeOverFromDaemon(me)) {
                try {
                    drive(waitable, nanos);
                } finally {
                    release();
                }
            } else {
                follow(me, waitable, nanos);
            }
        } finally {
            int left = (int) WAITING.getAndAdd(this, -1) - 1;
            if (left == 0 && lease > MIN_LEASE_NS) {
                @Nullable Thread d = daemon;
                if (d != null) {
                    parker.unpark(d);
                }
            }
        }
    }

    private boolean takeOverFromDaemon(Thread me) {
        if (owner != daemon || daemon == null) {
            return false;
        }
        waitSet.wake();
        for (int i = 0; i < HANDOVER_SPINS; i++) {
            if (acquire(me)) {
                return true;
            }
            parker.yield();
        }
        return false;
    }

    private void drive(@Nullable Waitable waitable, long nanos) {
        long limit = adapter.timers().limit(nanos);
        if (waitable != null) {
            waitable.arm();
            if (waitable.ready()) {
                return;
            }
        }
        if (limit > 0 && !stopping) {
            blocked = true;
            waitSet.await(limit);
            blocked = false;
        }
        adapter.afterProgress();
    }

    private void follow(Thread me, Waitable waitable, long nanos) {
        synchronized (followers) {
            followers.addLast(me);
        }
        try {
            waitable.arm();
            if (waitable.ready() || (owner == null && !me.isVirtual()) || stopping) {
                return;
            }
            if (owner == null && lease > 0 && waiting == 0) {
                @Nullable Thread d = daemon;
                if (d != null) {
                    parker.unpark(d); // a virtual thread waits: the daemon drives for it
                }
            }
            parker.park(Math.min(nanos, FOLLOW_LIMIT_NS));
        } finally {
            synchronized (followers) {
                followers.removeFirstOccurrence(me);
            }
        }
    }

    /** Wakes a waiter: the driver itself out of its wait, or a follower out of its sleep. */
    void wakeWaiter(Thread waiter) {
        if (waiter == Thread.currentThread()) {
            return;
        }
        if (owner == waiter) {
            waitSet.wake();
        } else {
            parker.unpark(waiter);
        }
    }

    /** Ends the driver's wait, so that it sees new work for it. */
    void wakeDriver() {
        @Nullable Thread o = owner;
        if (o != null && o != Thread.currentThread()) {
            waitSet.wake();
        } else if (o == null && lease > 0 && waiting == 0) {
            @Nullable Thread d = daemon;
            if (d != null) {
                parker.unpark(d);
            }
        }
    }

    private void daemonLoop() {
        Thread me = Thread.currentThread();
        int seen = epoch;
        long pause = MIN_LEASE_NS;
        while (!stopping) {
            int now = epoch;
            boolean waiters = waiting > 0;
            if (waiters || now != seen || !acquire(me)) {
                seen = now;
                pause = waiters ? Math.min(pause * 2, MAX_LEASE_NS) : MIN_LEASE_NS;
                lease = pause;
                if (waiting > 0 || now != epoch || owner != null || stopping) {
                    parker.park(pause);
                }
                lease = 0;
                continue;
            }
            pause = MIN_LEASE_NS;
            try {
                drive(null, Long.MAX_VALUE);
            } catch (Throwable t) {
                adapter.driverFailed(t);
            } finally {
                release();
            }
        }
    }

    /**
     * Ends driving for good: afterwards no thread is inside the provider. The caller keeps the right to drive.
     *
     * @return false where another thread would not leave in time
     */
    boolean stop(long timeoutNs) {
        stopping = true;
        Thread me = Thread.currentThread();
        if (owner == me) {
            return true; // from inside an agent of the consumer
        }
        long waited = 0;
        while (!acquire(me)) {
            waitSet.wake();
            @Nullable Thread d = daemon;
            if (d != null) {
                parker.unpark(d);
            }
            if (waited >= timeoutNs) {
                return false;
            }
            parker.park(MIN_LEASE_NS);
            waited += MIN_LEASE_NS;
        }
        return true;
    }

    boolean isStopping() {
        return stopping;
    }

    /** Wakes every follower, after the adapter was closed. */
    void wakeAll() {
        synchronized (followers) {
            followers.forEach(parker::unpark);
        }
        @Nullable Thread d = daemon;
        if (d != null) {
            parker.unpark(d);
        }
    }
}
