package org.jdapl.provider.soft.rdmap;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Timers by deadline: a binary heap in an array.
 *
 * <p><strong>Threads:</strong> the driver alone.
 */
final class TimerQueue {

    /** What {@link #untilNext} answers where no timer is set. */
    static final long NEVER = Long.MAX_VALUE;

    private @Nullable Timer[] heap = new Timer[16];
    private int count;

    void set(Timer timer, long deadlineNs) {
        cancel(timer);
        timer.deadlineNs = deadlineNs;
        if (count == heap.length) {
            heap = Arrays.copyOf(heap, count * 2);
        }
        up(count++, timer);
    }

    void cancel(Timer timer) {
        int i = timer.index;
        if (i < 0) {
            return;
        }
        timer.index = -1;
        Timer last = at(--count);
        heap[count] = null;
        if (last != timer) {
            if (i > 0 && before(last, at((i - 1) / 2))) {
                up(i, last);
            } else {
                down(i, last);
            }
        }
    }

    /** Runs what is due; how many there were. */
    int run(long nowNs) {
        int done = 0;
        while (count > 0 && at(0).deadlineNs - nowNs <= 0) {
            Timer due = at(0);
            cancel(due);
            due.action.run();
            done++;
        }
        return done;
    }

    boolean isEmpty() {
        return count == 0;
    }

    /** Nanoseconds until the next timer is due, at least 1; {@link #NEVER} where none is set. */
    long untilNext(long nowNs) {
        return count == 0 ? NEVER : Math.max(at(0).deadlineNs - nowNs, 1);
    }

    private void up(int start, Timer timer) {
        int i = start;
        while (i > 0) {
            Timer parent = at((i - 1) / 2);
            if (!before(timer, parent)) {
                break;
            }
            put(i, parent);
            i = (i - 1) / 2;
        }
        put(i, timer);
    }

    private void down(int start, Timer timer) {
        int i = start;
        while (2 * i + 1 < count) {
            int child = 2 * i + 1;
            if (child + 1 < count && before(at(child + 1), at(child))) {
                child++;
            }
            if (!before(at(child), timer)) {
                break;
            }
            put(i, at(child));
            i = child;
        }
        put(i, timer);
    }

    private void put(int i, Timer timer) {
        heap[i] = timer;
        timer.index = i;
    }

    private Timer at(int i) {
        Timer timer = heap[i];
        if (timer == null) {
            throw new IllegalStateException("index=" + i + ", count=" + count);
        }
        return timer;
    }

    private static boolean before(Timer a, Timer b) {
        return a.deadlineNs - b.deadlineNs < 0;
    }
}
