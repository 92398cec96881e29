package org.jdapl.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.WaitSet;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jspecify.annotations.Nullable;

/**
 * Decides who drives an adapter: one thread at a time, the driver. A consumer that waits drives if
 * nobody does; others that wait follow, and one of them takes over when the driver leaves. With
 * {@link ProgressMode#AUTO} a daemon thread drives when no consumer does. While consumers do, the
 * daemon looks by on a short lease, so that nothing on a consumer's path has to wake it.
 *
 * <p>A waiter arms what it waits for and looks once more before it blocks, here and nowhere else.
 *
 * <p>No wake-up is lost, because of each pair of threads that could miss each other one writes
 * before it reads what the other has written, and the other does the same the other way round, all
 * of it volatile or under one lock:
 *
 * <ul>
 *   <li>an event is put into its dispatcher, then the waiter and the owner are read; a waiter names
 *       itself, becomes the owner or not, then looks into the dispatcher;
 *   <li>the owner leaves, then the followers are read; a follower enters the queue, then reads the
 *       owner;
 *   <li>an errand is put down, then the owner is read; the owner enters, then reads the errands;
 *   <li>the last waiter leaves, then the lease is read; the daemon sets its lease, then reads the
 *       waiters.
 * </ul>
 *
 * <p>A follower that was woken to take over and has no need to wait any more wakes the next one
 * ({@link #leave()}).
 */
final class ProgressDriver {

    /** How long the daemon stays away after it saw a consumer drive. */
    static final long MIN_LEASE_NS = 1_000_000L;

    /** How long the daemon stays away at most while a consumer waits. */
    static final long MAX_LEASE_NS = 20_000_000L;

    /** A follower looks by itself after this time, whatever happens. */
    static final long FOLLOW_LIMIT_NS = 1_000_000_000L;

    /** Where only the consumer's calls make progress, each so many that find events make some. */
    private static final int PASSES = 16;

    /** Polls that found another thread driving, before one of them gives way. */
    private static final int VAIN_POLLS = 64;

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
    private final RuntimeSeams seams;
    private final Clock clock;
    private final Parker parker;

    /** Threads that wait and could drive, in the order of their coming; guarded by itself. */
    private final ArrayDeque<Thread> followers = new ArrayDeque<>();

    private volatile int followerCount;

    private volatile @Nullable Thread owner;

    /** Whether the owner is inside the provider's wait. */
    private volatile boolean blocked;

    /** Whether the provider's wake has failed; before {@link #blocked} is looked at. */
    private volatile boolean wakingFailed;

    private final Object nudging = new Object();

    /** Whether the driver was interrupted instead of woken; inside its monitor. */
    private boolean nudged;

    private volatile boolean stopping;

    /** Whether the owner keeps the right to drive for good. */
    private volatile boolean stopped;

    /** Threads that wait and could drive. */
    private volatile int waiting;

    /** Changes whenever a consumer polls, and when one has waited. */
    private volatile int epoch;

    /** For how long the daemon has gone to sleep; 0 while it does not. */
    private volatile long lease;

    private int passes;

    /** By any thread, and none needs the exact number. */
    private int vainPolls;

    private @Nullable Thread daemon;

    ProgressDriver(AdapterImpl adapter, Adapter provider, ProgressMode mode, RuntimeSeams seams) {
        this.adapter = adapter;
        this.provider = provider;
        this.waitSet = ProviderCalls.get("Adapter.waitSet", provider::waitSet);
        this.mode = mode;
        this.seams = seams;
        this.clock = seams.clock();
        this.parker = seams.parker();
    }

    void start(String name) {
        if (mode == ProgressMode.AUTO) {
            Thread thread = seams.thread("jdapl-progress-" + name, this::daemonLoop);
            daemon = thread;
            thread.start();
        }
    }

    private boolean acquire(Thread me) {
        return owner == null && OWNER.compareAndSet(this, null, me);
    }

    private void release() {
        if (!stopped) {
            owner = null;
            promote();
        }
    }

    /** Wakes a follower where nobody drives. */
    private void promote() {
        if (followerCount > 0 && owner == null) {
            @Nullable Thread next;
            synchronized (followers) {
                next = followers.peekFirst();
            }
            if (next != null) {
                parker.unpark(next);
            }
        }
    }

    /**
     * A thread has stopped to wait, for whatever reason. It may have been woken to drive: then
     * another one does.
     */
    void leave() {
        promote();
    }

    /** Does what can be done now. By any thread; nothing where another one drives. */
    int poll() {
        if (mode == ProgressMode.AUTO) {
            touch();
        }
        if (!acquire(Thread.currentThread())) {
            if (blocked && daemon != null && owner == daemon) {
                wake(); // it will see that a consumer polls, and stay away
            }
            if (++vainPolls % VAIN_POLLS == 0) {
                parker.giveWay(); // the driver may wait for this very processor
            }
            return 0;
        }
        try {
            int done = progress();
            adapter.afterProgress();
            return done;
        } finally {
            release();
        }
    }

    private int progress() {
        try {
            return provider.progress();
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            adapter.providerFailed("Adapter.progress", t);
            return 0;
        }
    }

    /**
     * A consumer found events without driving. Where nobody else drives, that must not keep the
     * rest of the adapter from making progress for ever.
     */
    void passBy() {
        if (mode == ProgressMode.MANUAL && ++passes % PASSES == 0) {
            poll();
        }
    }

    /** Lets the daemon see that a consumer is active. Several at once may count as one. */
    private void touch() {
        EPOCH.setOpaque(this, epoch + 1);
    }

    /**
     * One step of waiting: returns when something may have come, when the time is over, when the
     * thread is interrupted, or for no reason. The caller calls {@link #leave()} when it stops to
     * wait.
     */
    void await(Waitable waitable, long nanos) {
        Thread me = Thread.currentThread();
        if (owner == me) {
            throw Errors.state(
                    DatSubtype.NO_SUBTYPE,
                    "an agent of a notification object must not wait: it runs on the thread that"
                            + " makes progress");
        }
        if (mode == ProgressMode.AUTO && me.isVirtual()) {
            sleep(waitable, nanos);
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
            touch();
            int left = (int) WAITING.getAndAdd(this, -1) - 1;
            if (left == 0 && lease > MIN_LEASE_NS) {
                wakeDaemon();
            }
        }
    }

    private boolean takeOverFromDaemon(Thread me) {
        if (daemon == null || owner != daemon) {
            return false;
        }
        wake();
        for (int i = 0; i < HANDOVER_SPINS; i++) {
            if (acquire(me)) {
                return true;
            }
            @Nullable Thread o = owner;
            if (o != null && o != daemon) {
                return false; // another consumer was quicker, and drives for this one too
            }
            parker.giveWay();
        }
        return false;
    }

    private void drive(@Nullable Waitable waitable, long nanos) {
        long limit = adapter.timers().limit(nanos);
        boolean over = false;
        if (waitable != null) {
            waitable.arm();
            over = waitable.ready();
        }
        if (!over && limit > 0 && !stopping && !adapter.hasWork() && !block(limit)) {
            adapter.afterProgress(); // before others look what it makes of them
            parker.park(Math.min(nanos, MAX_LEASE_NS)); // it will most likely fail again at once
        }
        adapter.afterProgress();
    }

    /** Waits inside the provider; false where that fails. */
    private boolean block(long limit) {
        blocked = true;
        try {
            waitSet.await(limit);
            return true;
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            adapter.providerFailed("WaitSet.await", t);
            return false;
        } finally {
            blocked = false;
            if (wakingFailed) {
                takeNudge();
            }
        }
    }

    /** Ends the driver's wait inside the provider. By any thread, inside any lock. */
    private void wake() {
        try {
            waitSet.wake();
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            adapter.providerFailed("WaitSet.wake", t);
            nudge();
        }
    }

    /** Ends the driver's wait where the provider cannot: an interrupt does it, too. */
    private void nudge() {
        wakingFailed = true;
        synchronized (nudging) {
            @Nullable Thread o = blocked ? owner : null;
            if (o != null) {
                nudged = true;
                o.interrupt();
            }
        }
    }

    /** Takes back an interrupt that was not the consumer's. */
    private void takeNudge() {
        synchronized (nudging) {
            if (nudged) {
                nudged = false;
                Thread.interrupted();
            }
        }
    }

    /** Waits while another thread drives. */
    private void follow(Thread me, Waitable waitable, long nanos) {
        synchronized (followers) {
            followers.addLast(me);
            followerCount = followers.size();
        }
        try {
            waitable.arm();
            if (!waitable.ready() && owner != null && !stopping) {
                parker.park(Math.min(nanos, FOLLOW_LIMIT_NS));
            }
        } finally {
            synchronized (followers) {
                followers.removeFirstOccurrence(me);
                followerCount = followers.size();
            }
        }
    }

    /** Waits on a virtual thread, for which the daemon or another consumer drives. */
    private void sleep(Waitable waitable, long nanos) {
        waitable.arm();
        if (!waitable.ready() && !stopping) {
            wakeSleepingDaemon();
            parker.park(Math.min(nanos, FOLLOW_LIMIT_NS));
        }
    }

    /** Wakes a waiter: the driver itself out of its wait, or another one out of its sleep. */
    void wakeWaiter(Thread waiter) {
        if (waiter == Thread.currentThread()) {
            return;
        }
        if (owner == waiter) {
            wake();
        } else {
            parker.unpark(waiter);
        }
    }

    /** Ends the driver's wait, so that it sees new work for it. */
    void wakeDriver() {
        @Nullable Thread o = owner;
        if (o == null) {
            wakeSleepingDaemon();
        } else if (o != Thread.currentThread() && !stopped) {
            wake();
        }
    }

    /** Has the daemon drive where it stays away although no consumer drives any more. */
    private void wakeSleepingDaemon() {
        if (owner == null && waiting == 0 && lease > 0) {
            wakeDaemon();
        }
    }

    private void wakeDaemon() {
        @Nullable Thread d = daemon;
        if (d != null) {
            parker.unpark(d);
        }
    }

    private void daemonLoop() {
        Thread me = Thread.currentThread();
        int seen = epoch;
        long pause = MIN_LEASE_NS;
        while (!stopping) {
            int now = epoch;
            boolean active = now != seen;
            boolean waiters = waiting > 0;
            seen = now;
            if (active || waiters || !acquire(me)) {
                // One long wait needs the daemon less and less; many short ones end unseen.
                pause = waiters && !active ? Math.min(pause * 2, MAX_LEASE_NS) : MIN_LEASE_NS;
                lease = pause;
                if (!stopping && (active || waiting > 0 || owner != null)) {
                    parker.park(pause);
                }
                lease = 0;
                continue;
            }
            pause = MIN_LEASE_NS;
            try {
                drive(null, Long.MAX_VALUE);
            } finally {
                release();
            }
        }
    }

    /**
     * Ends driving for good: afterwards no thread is inside the provider. The caller keeps the
     * right to drive.
     *
     * @return false where another thread would not leave in time
     */
    boolean stop(long timeoutNs) {
        stopping = true;
        Thread me = Thread.currentThread();
        if (owner != me) { // else from inside an agent of the consumer
            long start = clock.nanoTime();
            while (!acquire(me)) {
                wake();
                wakeDaemon();
                if (clock.nanoTime() - start >= timeoutNs) {
                    return false;
                }
                parker.park(MIN_LEASE_NS);
                parker.giveWay(); // parking does nothing on an interrupted thread
            }
        }
        stopped = true;
        return true;
    }

    /** Wakes every follower, after the adapter was closed. */
    void wakeAll() {
        synchronized (followers) {
            followers.forEach(parker::unpark);
        }
        wakeDaemon();
    }
}
