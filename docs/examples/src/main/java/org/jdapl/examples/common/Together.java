package org.jdapl.examples.common;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs several sides of an example at once, each on a thread of its own. */
public final class Together implements AutoCloseable {

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new);
    private final List<Future<?>> parts = new ArrayList<>();

    /** Makes it, with nothing running yet. */
    public Together() {}

    /**
     * Starts a part.
     *
     * @param part what to run
     */
    public void start(Callable<?> part) {
        parts.add(threads.submit(part));
    }

    /**
     * Waits for all parts.
     *
     * @throws IllegalStateException with the cause, where one failed
     */
    public void finish() throws InterruptedException {
        for (Future<?> part : parts) {
            try {
                part.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("a part failed: " + e.getCause(), e.getCause());
            }
        }
    }

    /** Ends what still runs, and waits for its end. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
