package org.jdapl.provider.verbs;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The connection attempts of an adapter whose transport cannot call one off. There the driver may
 * make the transport's connection inside of the call, for as long as TCP tries, and holds the
 * identifier and the queue pair until the other side has answered or its time is over. So attempts
 * are made on threads of their own; what has been given up is freed on them, once the driver lets
 * go of it; and what that was made from is freed after it, in the order in which it was closed.
 */
final class PendingAttempts {
    /** So many may block in the driver at a time; more wait for one of these to end. */
    private static final int THREADS = 8;

    private static final long IDLE_MS = 200;

    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(
                    THREADS,
                    THREADS,
                    IDLE_MS,
                    TimeUnit.MILLISECONDS,
                    new LinkedBlockingQueue<>(),
                    Thread.ofPlatform().daemon().name("jdapl-connect-", 0).factory());

    // guarded by this
    private int held;
    private boolean freeing;
    private final Queue<Runnable> waiting = new ArrayDeque<>();

    PendingAttempts() {
        threads.allowCoreThreadTimeOut(true);
    }

    /** Has something done that may block. */
    void run(Runnable blocking) {
        threads.execute(blocking);
    }

    /** An attempt is given up that the driver has not let go of. */
    synchronized void hold() {
        held++;
    }

    /** What belonged to an attempt that was given up is freed. */
    void letGo() {
        synchronized (this) {
            held--;
        }
        for (Runnable free = next(true); free != null; free = next(false)) {
            try {
                free.run();
            } catch (RuntimeException e) {
                // Whoever closed it has been told that it is closed; the process's end frees it.
            }
        }
    }

    private synchronized @Nullable Runnable next(boolean begin) {
        if (begin && freeing) {
            return null;
        }
        Runnable next = held > 0 ? null : waiting.poll();
        freeing = next != null;
        return next;
    }

    /** Frees something that attempts may use: now, or else after they have ended. */
    void free(Runnable release) {
        synchronized (this) {
            if (held > 0 || freeing) {
                waiting.add(release);
                return;
            }
        }
        release.run();
    }

    /** No attempt follows. */
    void close() {
        threads.shutdown();
    }
}
