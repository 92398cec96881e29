package org.jdapl.verbs.handle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Posix;

/**
 * Sleeps until a descriptor can be read. The end of its object, and the interruption of the thread,
 * end the sleep at once: both write to an eventfd that is waited for beside the descriptor.
 *
 * <p>Thread-safe. A virtual thread that waits here keeps its carrier.
 */
public final class Waiter {
    private static final int DESCRIPTOR = 1;
    private static final long MAX_MS = Integer.MAX_VALUE;

    // guarded by bells
    private final List<Bell> bells = new ArrayList<>();
    private final Deque<Bell> idle = new ArrayDeque<>();

    private volatile boolean ended;

    /** A waiter whose bell can be made; one is, so that the first wait cannot fail for it. */
    public Waiter() {
        giveBack(take());
    }

    /**
     * What wakes one waiting thread. Each has its own: one that silenced a common bell could do so
     * before another has heard it.
     */
    private static final class Bell {
        final int eventFd = Posix.eventFd();
        final Interruption interruption = new Interruption(this::ring);

        void ring() {
            Posix.raise(eventFd);
        }
    }

    /**
     * Waits.
     *
     * @param call the method, for messages
     * @param object what it waits at, for messages
     * @param descriptor what to wait for
     * @param deadlineNs a time of {@link System#nanoTime}; {@link Long#MAX_VALUE}: without end
     * @return true: it can be read; false: time ran out
     * @throws VerbsException {@link VerbsError#INTERRUPTED} (the status stays set), or {@link
     *     VerbsError#CLOSED} after {@link #end}
     */
    public boolean await(String call, String object, int descriptor, long deadlineNs) {
        Bell bell = take();
        try {
            return await(bell, call, object, descriptor, deadlineNs);
        } finally {
            giveBack(bell);
        }
    }

    private boolean await(Bell bell, String call, String object, int descriptor, long deadlineNs) {
        while (true) {
            int ready = 0;
            bell.interruption.beginWait();
            try {
                if (!ended) {
                    ready = Posix.pollIn(descriptor, bell.eventFd, leftMs(deadlineNs));
                }
            } finally {
                bell.interruption.endWait();
            }
            if (ended) {
                throw VerbsException.closed(call, object);
            }
            if (Thread.currentThread().isInterrupted()) {
                Posix.lower(bell.eventFd);
                throw VerbsException.of(
                        VerbsError.INTERRUPTED, call, VerbsError.INTERRUPTED.text());
            }
            if ((ready & DESCRIPTOR) != 0) {
                return true;
            }
            if (deadlineNs != Long.MAX_VALUE && deadlineNs - System.nanoTime() <= 0) {
                return false;
            }
        }
    }

    private Bell take() {
        synchronized (bells) {
            Bell bell = idle.poll();
            if (bell == null) {
                bell = new Bell();
                bells.add(bell);
            }
            return bell;
        }
    }

    private void giveBack(Bell bell) {
        synchronized (bells) {
            idle.push(bell);
        }
    }

    private static int leftMs(long deadlineNs) {
        if (deadlineNs == Long.MAX_VALUE) {
            return -1;
        }
        long leftNs = deadlineNs - System.nanoTime();
        if (leftNs <= 0) {
            return 0;
        }
        long roundedUp = TimeUnit.NANOSECONDS.toMillis(leftNs + 999_999);
        return (int) Math.min(MAX_MS, roundedUp);
    }

    /** Ends every wait, now and from now on. */
    public void end() {
        ended = true;
        synchronized (bells) {
            bells.forEach(Bell::ring);
        }
    }

    /** Frees the descriptors; nobody waits any more. */
    public void free() {
        synchronized (bells) {
            bells.forEach(bell -> Posix.close(bell.eventFd));
            bells.clear();
            idle.clear();
        }
    }
}
