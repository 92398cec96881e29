package org.jdapl.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import org.jdapl.spi.seam.Clock;

/** Time limits of control calls. They fire on the driver's thread. Safe for use by any thread. */
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

    private final Clock clock;
    private final PriorityQueue<Timer> queue =
            new PriorityQueue<>(Comparator.comparingLong(t -> t.deadline));
    private volatile boolean empty = true;

    Timers(Clock clock) {
        this.clock = clock;
    }

    /** Sets a limit; for none, {@link Long#MAX_VALUE}. */
    Timer set(long nanos, Runnable action) {
        long now = clock.nanoTime();
        Timer timer = new Timer(nanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : now + nanos, action);
        if (timer.deadline != Long.MAX_VALUE) {
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

    /** How long a wait of so many nanoseconds may really be. */
    long limit(long nanos) {
        if (empty) {
            return nanos;
        }
        synchronized (queue) {
            Timer first = queue.peek();
            return first == null ? nanos : Math.min(nanos, first.deadline - clock.nanoTime());
        }
    }

    void fire() {
        if (empty) {
            return;
        }
        List<Runnable> due = new ArrayList<>();
        synchronized (queue) {
            long now = clock.nanoTime();
            for (Timer t = queue.peek(); t != null && t.deadline - now <= 0; t = queue.peek()) {
                due.add(t.action);
                queue.remove();
            }
            empty = queue.isEmpty();
        }
        due.forEach(Runnable::run);
    }
}
