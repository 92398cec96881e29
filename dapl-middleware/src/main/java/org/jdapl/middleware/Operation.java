package org.jdapl.middleware;

import java.util.concurrent.CompletableFuture;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * A posted operation as a future. It completes with the completion, or exceptionally with an {@link
 * OperationFailedException}, or another {@link DatException} where its view or dispatcher was
 * closed. {@code get} and {@code join}, of this and of stages that depend on it, drive the view
 * meanwhile.
 *
 * <p>Cancelling. RDMA cannot take a posted operation back: the adapter may still read or write the
 * memory, and the peer may already have it. So there are two ends. The <i>interest</i> ends with
 * the future: by the completion, or before it by {@link #cancel}, {@code orTimeout} and the like.
 * The <i>operation</i> ends with its completion alone; {@link #settled} tells it. {@link #abort}
 * forces that end, at the price of the connection.
 *
 * <p>Memory that was given to be released, such as a {@link Lease}, is closed at the end of the
 * operation, with one exception: data that a receive or an RDMA read has brought, to a future that
 * nobody ended before, is the caller's, who closes the memory after reading it.
 *
 * <p>Threads: any.
 */
public final class Operation extends DrivenFuture<DtoCompletion> {

    private final Endpoint endpoint;
    private final boolean bringsData;
    private final @Nullable AutoCloseable memory;
    private final DrivenFuture<Void> settled;

    /**
     * @param bringsData whether the memory, on success, goes back to whoever waits for the data
     * @param memory what to close when nobody uses it any more
     */
    Operation(
            CompletionView view,
            Endpoint endpoint,
            boolean bringsData,
            @Nullable AutoCloseable memory) {
        super(view);
        this.endpoint = endpoint;
        this.bringsData = bringsData;
        this.memory = memory;
        this.settled = new DrivenFuture<>(view);
    }

    /**
     * The endpoint that it was posted to.
     *
     * @return the endpoint
     */
    public Endpoint endpoint() {
        return endpoint;
    }

    /**
     * The end of the operation itself, also where the future was cancelled: from then on the
     * adapter does not use the memory. It fails only with what closing the memory threw.
     *
     * @return a future that drives the view as this one does
     */
    public CompletableFuture<Void> settled() {
        return settled;
    }

    /**
     * Ends the interest: the future is cancelled now, the operation goes on. Its memory is released
     * when its completion is driven, and not before.
     *
     * @param mayInterruptIfRunning has no meaning here
     * @return whether it is cancelled by now
     */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return super.cancel(mayInterruptIfRunning);
    }

    /**
     * Cancels, and ends the operation with all others of its endpoint: the endpoint is disconnected
     * abruptly, which is the only way to be rid of a posted receive. They complete as flushed when
     * the view is driven.
     */
    public void abort() {
        cancel(false);
        if (!settled.isDone()) {
            try {
                endpoint.disconnect(DisconnectMode.ABRUPT);
            } catch (DatException _) {
                // There is no connection to end, or somebody closed it: its completions are on
                // their way, or its receives end when it is closed.
            }
        }
    }

    /** The completion has come. */
    void arrived(DtoCompletion completion) {
        if (!completion.isSuccess()) {
            lose(new OperationFailedException(completion));
        } else if (bringsData && !isDone()) {
            settled.complete(null);
            if (!complete(completion)) {
                release(); // it was cancelled at this very moment: the data is nobody's
            }
        } else {
            end();
            complete(completion);
        }
    }

    /** It failed, or no completion will come: nobody uses the memory any more. */
    void lose(DatException why) {
        end();
        completeExceptionally(why);
    }

    private void end() {
        Exception thrown = release();
        if (thrown == null) {
            settled.complete(null);
        } else {
            settled.completeExceptionally(thrown);
        }
    }

    private @Nullable Exception release() {
        try {
            if (memory != null) {
                memory.close();
            }
            return null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return e;
        } catch (Exception e) {
            return e;
        }
    }
}
