package org.jdapl.provider.soft.sim;

import java.util.concurrent.locks.LockSupport;

/** Looks in real time whether a run goes on. */
final class Watchdog {

    /** Looks so many times within the bound. */
    private static final int LOOKS = 8;

    private final Scheduler scheduler;
    private final long boundNs;
    private final Thread thread;
    private volatile boolean stopped;

    Watchdog(Scheduler scheduler, long boundNs) {
        this.scheduler = scheduler;
        this.boundNs = boundNs;
        thread = Thread.ofVirtual().name("jdapl-sim-watchdog").start(this::watch);
    }

    private void watch() {
        long seen = scheduler.visits();
        long sinceNs = System.nanoTime();
        while (!stopped) {
            LockSupport.parkNanos(boundNs / LOOKS);
            long now = scheduler.visits();
            if (now != seen) {
                seen = now;
                sinceNs = System.nanoTime();
            } else if (System.nanoTime() - sinceNs > boundNs) {
                giveUp(scheduler.blocked(boundNs));
                return;
            }
        }
    }

    /** The run has failed; where even that does not end it, the log has to tell. */
    private void giveUp(String why) {
        long startedNs = System.nanoTime();
        while (!stopped && System.nanoTime() - startedNs < boundNs) {
            LockSupport.parkNanos(boundNs / LOOKS);
        }
        if (!stopped) {
            System.getLogger("org.jdapl.sim").log(System.Logger.Level.ERROR, why);
        }
    }

    void stop() {
        stopped = true;
        LockSupport.unpark(thread);
    }
}
