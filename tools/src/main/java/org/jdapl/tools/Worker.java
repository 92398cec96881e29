package org.jdapl.tools;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.DatException;
import org.jdapl.api.EventDispatcher;

/**
 * A thread beside the one that communicates, for what takes long: files and digests. What it has
 * done comes back as a software event, which wakes the other thread from the wait that it is in,
 * and whose payload is to be run there.
 */
final class Worker implements AutoCloseable {

    private static final long END_LIMIT_S = 5;

    private final ExecutorService thread;
    private final EventDispatcher events;

    Worker(String name, EventDispatcher events) {
        this.events = events;
        this.thread =
                Executors.newSingleThreadExecutor(
                        task -> {
                            Thread t = new Thread(task, name);
                            t.setDaemon(true);
                            return t;
                        });
    }

    /** Something that may fail. */
    @FunctionalInterface
    interface Job {
        /** Does it. */
        void run() throws Exception;
    }

    /**
     * Does a job after all earlier ones.
     *
     * @param then what the communicating thread runs once it is done
     */
    void submit(Job job, Runnable then) {
        thread.execute(() -> tell(outcome(job, then)));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        try {
            // Memory must not go while a job uses it.
            if (!thread.awaitTermination(END_LIMIT_S, TimeUnit.SECONDS)) {
                throw new Failure("a file operation did not end");
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private static Runnable outcome(Job job, Runnable then) {
        try {
            job.run();
            return then;
        } catch (Failure e) {
            return () -> {
                throw e;
            };
        } catch (Exception e) {
            Failure failure = new Failure(OneLine.text(e), e);
            return () -> {
                throw failure;
            };
        }
    }

    private void tell(Runnable result) {
        try {
            events.post(result);
        } catch (DatException _) {
            // The communicating thread has given up and closed its side; nobody waits for this.
        }
    }
}
