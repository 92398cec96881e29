package org.jdapl.middleware;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jdapl.api.Connection;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jspecify.annotations.Nullable;

/**
 * Finds out within a bound that a peer is silent: dead, stopped, or behind a cut link, where a
 * transport by itself tells late or never. When nothing was heard for half of the bound it probes
 * by an RDMA read of no bytes: that needs an answer of the peer on every transport, other than a
 * write, whose completion on iWARP says nothing, and it needs no memory, key or receive at the
 * peer. When nothing was heard for the whole bound it disconnects.
 *
 * <p>It starts no thread. The caller hands it the completions of the endpoint ({@link #dispatch})
 * and calls {@link #check} when that asks for it, from its loop or a timer:
 *
 * <pre>{@code
 * int n = dispatcher.await(batch, watch.check());
 * for (int i = 0; i < n; i++) {
 *     if (!watch.dispatch(batch, i)) {
 *         mine(batch, i);
 *     }
 * }
 * }</pre>
 *
 * <p>Where the peer's adapter advertises {@link org.jdapl.api.data.TargetProgress#REQUIRED}, its
 * process answers: one that stands still, or makes MANUAL progress and does not call for the bound,
 * counts as silent. The bound must be longer than what may be queued before a probe takes to
 * transfer. A probe takes one place of the request queue and one of the reads that may be
 * outstanding.
 *
 * <p>Threads: one at a time.
 */
public final class PeerWatch {

    /** The cookie of probes, which no other request of the endpoint may have. */
    public static final long COOKIE = 0x4A44_4150_4C4C_4956L;

    /** The peer does not look at the key of a read without bytes; senders give none of zero. */
    private static final long ANY_KEY = 1;

    private static final int PROBES_PER_BOUND = 2;

    /** How long the caller has to hand over an answer that is there already. */
    private static final long LAST_LOOK_NS = 1_000_000;

    private static final int LAST_LOOKS_PER_BOUND = 8;

    private final Endpoint endpoint;
    private final LocalMemoryRegion sink;
    private final LongSupplier clockNs;
    private final long boundNs;
    private final long intervalNs;
    private final long lastLookNs;
    private long heardNs;
    private long probedNs;
    private boolean probing;
    private boolean lastLook;
    private @Nullable PeerSilentException failure;

    /**
     * Begins to watch the peer of a connection with the system's clock.
     *
     * @param endpoint an endpoint that is connected
     * @param sink any region of the endpoint's zone with local write; nothing is written
     * @param bound how long a peer may be silent, above zero
     * @throws DatException as {@link #PeerWatch(Endpoint, LocalMemoryRegion, Duration,
     *     LongSupplier)}
     */
    public PeerWatch(Endpoint endpoint, LocalMemoryRegion sink, Duration bound) {
        this(endpoint, sink, bound, System::nanoTime);
    }

    /**
     * Begins to watch the peer of a connection.
     *
     * @param endpoint an endpoint that is connected
     * @param sink any region of the endpoint's zone with local write; nothing is written
     * @param bound how long a peer may be silent, above zero
     * @param clockNs tells the time in nanoseconds, as {@link System#nanoTime()} does
     * @throws DatException {@code INVALID_STATE} where it is not connected, {@code
     *     MODEL_NOT_SUPPORTED} where the two sides agreed on no RDMA reads, {@code
     *     INVALID_PARAMETER} for a bound that is not above zero
     */
    public PeerWatch(
            Endpoint endpoint, LocalMemoryRegion sink, Duration bound, LongSupplier clockNs) {
        if (bound.isNegative() || bound.isZero()) {
            throw Refusals.parameter("bound=" + bound + " is not above zero");
        }
        Connection connection =
                endpoint.connection()
                        .orElseThrow(() -> Refusals.order("the endpoint is not connected"));
        if (connection.readsOut() == 0) {
            throw Refusals.unsupported("the connection may have no RDMA reads, by which to probe");
        }
        this.endpoint = endpoint;
        this.sink = sink;
        this.clockNs = clockNs;
        this.boundNs = bound.toNanos();
        this.intervalNs = Math.max(1, boundNs / PROBES_PER_BOUND);
        this.lastLookNs = Math.max(1, Math.min(LAST_LOOK_NS, boundNs / LAST_LOOKS_PER_BOUND));
        this.heardNs = clockNs.getAsLong();
    }

    /**
     * Looks at a completion of the endpoint's, or any other event. What shows that the peer lives
     * is taken note of: what was received, and reads of the application's own.
     *
     * @param batch the batch
     * @param i which event
     * @return whether it was a probe, of which the caller need not know
     */
    public boolean dispatch(EventBatch batch, int i) {
        if (!batch.isCompletion(i) || !batch.endpoint(i).equals(endpoint)) {
            return false;
        }
        OperationKind operation = batch.operation(i);
        boolean isProbe = operation == OperationKind.RDMA_READ && batch.cookie(i) == COOKIE;
        if (isProbe) {
            probing = false;
        }
        if (batch.isSuccess(i) && (operation.isReceive() || operation == OperationKind.RDMA_READ)) {
            heard();
        }
        return isProbe;
    }

    /** Takes note that the peer lives, by what the caller knows. */
    public void heard() {
        heardNs = clockNs.getAsLong();
        lastLook = false;
    }

    /**
     * Probes where it is time, and gives a silent peer up. It allocates nothing while the peer
     * lives.
     *
     * @return after how many nanoseconds to call again, above zero; {@link Long#MAX_VALUE} where
     *     there is no connection to watch any more
     * @throws PeerSilentException once, where the peer was silent for the bound; the endpoint was
     *     disconnected then
     */
    public long check() {
        if (failure != null || endpoint.state() != EndpointState.CONNECTED) {
            return Long.MAX_VALUE;
        }
        long nowNs = clockNs.getAsLong();
        long silent = nowNs - heardNs;
        if (silent < intervalNs) {
            return intervalNs - silent;
        }
        if (!probing && !probe(nowNs)) {
            // The queue is full: only an unanswered probe is held against the peer.
            return intervalNs;
        }
        long left = Math.max(boundNs - silent, intervalNs - (nowNs - probedNs));
        if (left > lastLookNs) {
            return left - lastLookNs;
        }
        if (!lastLook) {
            // A caller that comes late may have the answer in his dispatcher.
            lastLook = true;
            return lastLookNs;
        }
        if (left > 0) {
            return left;
        }
        throw giveUp(silent);
    }

    private boolean probe(long nowNs) {
        int status = endpoint.postRead(sink, 0, 0, 0, ANY_KEY, COOKIE, CompletionFlags.DEFAULT);
        probing = status == PostStatus.OK;
        probedNs = nowNs;
        return probing;
    }

    private PeerSilentException giveUp(long silentNs) {
        PeerSilentException why =
                new PeerSilentException(
                        endpoint, Duration.ofNanos(silentNs), Duration.ofNanos(boundNs));
        failure = why;
        try {
            endpoint.disconnect(DisconnectMode.ABRUPT);
        } catch (DatException e) {
            why.addSuppressed(e); // it has ended at this very moment
        }
        return why;
    }

    /**
     * Why the peer was given up.
     *
     * @return what {@link #check} has thrown, or null
     */
    public @Nullable PeerSilentException failure() {
        return failure;
    }
}
