package org.jdapl.conformance.kit;

import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Time;
import org.jspecify.annotations.Nullable;

/**
 * Something that goes on on another thread.
 *
 * @param <T> what it gives
 */
public final class Running<T> {

    private static final long LOOK_AGAIN_NS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Time time;
    private final Thread thread;
    private volatile boolean done;
    private volatile @Nullable T result;
    private volatile @Nullable Throwable thrown;

    private Running(Callable<T> task, ThreadFactory threads, Time time) {
        this.time = time;
        this.thread = threads.newThread(() -> run(task));
    }

    static <T> Running<T> start(Callable<T> task, ThreadFactory threads, Time time) {
        Running<T> running = new Running<>(task, threads, time);
        running.thread.start();
        return running;
    }

    private void run(Callable<T> task) {
        try {
            result = task.call();
        } catch (Throwable t) {
            thrown = t;
        } finally {
            done = true;
        }
    }

    /**
     * Whether it has come to its end.
     *
     * @return true once it has
     */
    public boolean isDone() {
        return done;
    }

    /** Interrupts it. */
    public void interrupt() {
        thread.interrupt();
    }

    /**
     * Waits for its end.
     *
     * @param bound how long at most
     * @return what it gave
     * @throws AssertionError where it took longer
     * @throws Exception what it threw
     */
    public @Nullable T result(Bound bound) throws Exception {
        if (!awaitEnd(bound)) {
            throw new AssertionError(
                    "still not done after " + bound + "=" + bound.millis() + " ms");
        }
        return switch (thrown) {
            case null -> result;
            case Exception e -> throw e;
            case Error e -> throw e;
            case Throwable t -> throw new IllegalStateException(t);
        };
    }

    private boolean awaitEnd(Bound bound) throws InterruptedException {
        long start = time.now();
        while (!done) {
            if (time.since(start) > bound.nanos()) {
                return false;
            }
            time.sleep(LOOK_AGAIN_NS);
        }
        return true;
    }

    /** Sees to it that it does not outlive the test. */
    void end() throws InterruptedException {
        if (!done) {
            thread.interrupt();
            awaitEnd(Bound.LOCAL);
        }
    }
}
