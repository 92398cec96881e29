package org.jdapl.middleware;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A future whose waiters drive the view that completes it; so do the waiters of all stages that
 * depend on it. Not to be made by others.
 *
 * @param <T> the result
 */
class DrivenFuture<T> extends CompletableFuture<T> {

    private final CompletionView view;
    private volatile boolean tells;

    DrivenFuture(CompletionView view) {
        this.view = view;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new DrivenFuture<>(view);
    }

    /** Drives the view while it waits. */
    @Override
    public T get() throws InterruptedException, ExecutionException {
        drive(Long.MAX_VALUE);
        return super.get();
    }

    /** Drives the view while it waits. */
    @Override
    public T get(long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        drive(Math.max(0, unit.toNanos(timeout)));
        return super.get(0, unit);
    }

    /** Drives the view while it waits; an interrupt is kept for later. */
    @Override
    public T join() {
        boolean interrupted = false;
        while (!isDone()) {
            try {
                drive(Long.MAX_VALUE);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return super.join();
    }

    private void drive(long timeoutNs) throws InterruptedException {
        if (!tells) {
            tells = true;
            // Whoever completes it may not be driving: the one who waits must hear of it.
            var _ = whenComplete((_, _) -> view.wake());
        }
        view.driveUntil(this::isDone, timeoutNs);
    }
}
