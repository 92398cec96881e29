package org.jdapl.provider.soft.sim;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A thread as the scheduler sees it. Guarded by the scheduler's monitor. */
final class Task {

    final Thread thread;

    /** The host whose process it is of; null for none. */
    final @Nullable Station host;

    /** Whether its next park returns at once. */
    boolean permit;

    /** Whether its process died. */
    boolean doomed;

    boolean ended;

    /** Whether it is its turn, and it has not seen it yet. */
    private volatile boolean turn;

    private String waitsFor = "its turn";
    private BooleanSupplier condition = Task::atOnce;
    private boolean interruptible;
    private long deadlineNs = Timeline.NEVER;

    Task(Thread thread, @Nullable Station host) {
        this.thread = thread;
        this.host = host;
    }

    /** Its name with that of its host. */
    String name() {
        Station h = host;
        return h == null ? thread.getName() : h.name() + "/" + thread.getName();
    }

    void giveTurn() {
        turn = true;
        LockSupport.unpark(thread);
    }

    /**
     * Waits for the turn, on its thread. An interrupt stays visible meanwhile, for whoever looks
     * who can run; so it keeps the thread from sleeping.
     */
    void awaitTurn() {
        while (!turn) {
            LockSupport.park(this);
            if (thread.isInterrupted()) {
                Thread.yield();
            }
        }
        turn = false;
    }

    /** It waits for its turn only. */
    void run() {
        await("its turn", Task::atOnce, false, Timeline.NEVER);
    }

    private static boolean atOnce() {
        return true;
    }

    /** It waits for a condition, an interrupt where that counts, or a time. */
    void await(String what, BooleanSupplier until, boolean orInterrupt, long untilNs) {
        waitsFor = what;
        condition = until;
        interruptible = orInterrupt;
        deadlineNs = untilNs;
    }

    boolean canRun(long nowNs) {
        return doomed
                || deadlineNs <= nowNs
                || condition.getAsBoolean()
                || (interruptible && thread.isInterrupted());
    }

    long deadlineNs() {
        return deadlineNs;
    }

    /** What it waits for, and where. */
    String describe(long nowNs) {
        String limit =
                deadlineNs == Timeline.NEVER
                        ? ""
                        : " for another " + FaultText.duration(deadlineNs - nowNs);
        return "\"" + name() + "\" waits for " + waitsFor + limit;
    }
}
