package org.jdapl.core;

import java.util.ArrayDeque;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import org.jdapl.spi.seam.Clock;
import org.jspecify.annotations.Nullable;

/**
 * Time limits of control calls. They fire on the driver's thread, outside of all locks. Safe for
 * use by any thread.
 */
final class Timers {

    /** A time limit that is set. */
    static final class Timer {
        private final long deadline;
        private final Runnable action;

        private Timer(long deadline, Runnable action) {
            this.deadline = deadline;
            this.action = action;
        }
    }

    /** Limits above this are none: some 146 years. Deadlines are compared by their difference. */
    private static final long NO_LIMIT = Long.MAX_VALUE / 2;

    private final Clock clock;
    private final Consumer<RuntimeException> failures;
    private final PriorityQueue<Timer> queue =
            new PriorityQueue<>((a, b) -> Long.signum(a.deadline - b.deadline));
    private volatile boolean empty = true;

    /**
     * Makes an empty set.
     *
     * @param clock the clock
     * @param failures told of an action that throws; the others run all the same
     */
    Timers(Clock clock, Consumer<RuntimeException> failures) {
        this.clock = clock;
        this.failures = failures;
    }

    /** Sets a limit; {@link Long#MAX_VALUE} never fires. */
    Timer set(long nanos, Runnable action) {
        Timer timer = new Timer(clock.nanoTime() + nanos, action);
        if (nanos < NO_LIMIT) {
            synchronized (queue) {
                queue.add(timer);
                empty = false;
            }
        }
        return timer;
    }

    void cancel(Timer timer) {
        synchronized (queue) {
            queue.remove(timer);
            empty = queue.isEmpty();
        }
    }

    /**
     * How long a wait of so many nanoseconds may really be; not above zero where a limit is due.
     */
    long limit(long nanos) {
        if (empty) {
            return nanos;
        }
        synchronized (queue) {
            @Nullable Timer first = queue.peek();
            return first == null ? nanos : Math.min(nanos, first.deadline - clock.nanoTime());
        }
    }

    /** Runs what is due. */
    void fire() {
        if (empty) {
            return;
        }
        @Nullable ArrayDeque<Timer> due = takeDue();
        if (due != null) {
            for (Timer timer : due) {
                try {
                    timer.action.run();
                } catch (RuntimeException e) {
                    failures.accept(e);
                }
            }
        }
    }

    private @Nullable ArrayDeque<Timer> takeDue() {
        synchronized (queue) {
            @Nullable Timer first = queue.peek();
            if (first == null) {
                return null;
            }
            long now = clock.nanoTime();
            if (first.deadline - now > 0) {
                return null;
            }
            ArrayDeque<Timer> due = new ArrayDeque<>();
            while (first != null && first.deadline - now <= 0) {
                due.addLast(first);
                queue.remove();
                first = queue.peek();
            }
            empty = queue.isEmpty();
            return due;
        }
    }
}
