package org.jdapl.tools;

import java.net.InetSocketAddress;
import java.time.Duration;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jspecify.annotations.Nullable;

/**
 * One connection: an endpoint, one event dispatcher for its data and one for its connection.
 * Receives are posted at all times, so the end of the connection flushes one and wakes whoever
 * waits for data; connection events stay apart because a peer's first message may overtake the one
 * that says that it is connected. Every wait is bounded.
 */
final class Link implements AutoCloseable {

    private static final int BATCH = 64;
    private static final int CONNECTION_EVENTS = 8;
    private static final int SPINS_BEFORE_PAUSE = 100;
    private static final int SPINS_BEFORE_YIELD = 2_000;
    private static final int SPINS_A_LOOK_AT_THE_CLOCK = 64;
    private static final long TERMINAL_EVENT_NS = Duration.ofSeconds(2).toNanos();

    private final Endpoint endpoint;
    private final EventDispatcher events;
    private final EventDispatcher connections;
    private final EventBatch batch;
    private final Waiting waiting;
    private final Duration timeout;

    Link(Fabric fabric, EndpointAttributes attributes, Waiting waiting, Duration timeout) {
        InterfaceAdapter adapter = fabric.adapter();
        int depth = attributes.maxReceives() + attributes.maxRequests() + BATCH;
        this.events = adapter.createEventDispatcher(depth, EventStream.DTO, EventStream.SOFTWARE);
        this.connections = adapter.createEventDispatcher(CONNECTION_EVENTS, EventStream.CONNECTION);
        this.endpoint =
                adapter.createEndpoint(fabric.zone(), events, events, connections, attributes);
        this.batch = adapter.createEventBatch(BATCH);
        this.waiting = waiting;
        this.timeout = timeout;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** Where other threads may post software events, to wake the one that waits. */
    EventDispatcher events() {
        return events;
    }

    /** The events of the last {@link #next()}. */
    EventBatch batch() {
        return batch;
    }

    Duration timeout() {
        return timeout;
    }

    /** Connects; receives must be posted already. */
    void connect(InetSocketAddress remote, PrivateData hello) {
        endpoint.connect(remote, ConnectOptions.within(timeout).withPrivateData(hello));
        @Nullable Event event = connectionEvent(timeout.plusSeconds(1));
        if (!(event instanceof ConnectionEvent.Established)) {
            throw Refusals.connecting(remote, timeout, event);
        }
    }

    /** Accepts a connection; receives must be posted already. */
    void accept(ConnectionRequest request) {
        request.accept(endpoint, PrivateData.EMPTY);
        @Nullable Event event = connectionEvent(timeout);
        if (!(event instanceof ConnectionEvent.Established)) {
            throw Refusals.ended(event);
        }
    }

    /**
     * Waits for events.
     *
     * @return how many are in the batch, at least one
     * @throws Failure where none comes in time
     */
    int next() {
        int n = next(timeout.toNanos());
        if (n == 0) {
            throw Failure.ofPeer("the peer was silent for " + Durations.format(timeout));
        }
        return n;
    }

    /** Waits for events at most so long; 0 looks once. */
    int next(long timeoutNs) {
        if (timeoutNs == 0) {
            return events.poll(batch);
        }
        try {
            return waiting == Waiting.WAIT ? events.await(batch, timeoutNs) : spin(timeoutNs);
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    /** Fails unless an event of the batch is the completion of an operation that succeeded. */
    void requireSuccess(int index) {
        if (!batch.isCompletion(index)) {
            throw Refusals.ended(batch.event(index));
        }
        if (batch.status(index) != CompletionStatus.SUCCESS) {
            throw failed(index);
        }
    }

    /** Fails where a post was refused. */
    void requirePosted(int status) {
        if (status == PostStatus.OK) {
            return;
        }
        if (!endpoint.state().isLive()) {
            throw Refusals.ended(terminalEvent());
        }
        throw new Failure("a post was refused: " + PostStatus.describe(status));
    }

    /** Waits until the peer has ended the connection, as agreed, but not for ever. */
    void awaitEnd() {
        terminalEvent();
    }

    /** Ends the connection in order. */
    void disconnect() {
        if (endpoint.state().isLive()) {
            try {
                endpoint.disconnect(DisconnectMode.GRACEFUL);
                terminalEvent();
            } catch (DatException _) {
                // The peer was quicker.
            }
        }
    }

    @Override
    public void close() {
        endpoint.close();
        events.close();
        connections.close();
    }

    private Failure failed(int index) {
        CompletionStatus status = batch.status(index);
        String operation =
                batch.operation(index).name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        int vendor = batch.vendorStatus(index);
        @Nullable Event end = terminalEvent();
        if (status == CompletionStatus.FLUSHED || status == CompletionStatus.TRANSPORT) {
            return Refusals.ended(end);
        }
        return new Failure(
                "an operation ("
                        + operation
                        + ") failed: "
                        + status
                        + (vendor == 0 ? "" : ", native code " + vendor));
    }

    /** The event that says how the connection ended; null where none comes. */
    private @Nullable Event terminalEvent() {
        long deadline = System.nanoTime() + TERMINAL_EVENT_NS;
        for (long left = TERMINAL_EVENT_NS; left > 0; left = deadline - System.nanoTime()) {
            if (connectionEvent(Duration.ofNanos(left)) instanceof ConnectionEvent e
                    && e.isTerminal()) {
                return e;
            }
        }
        return null;
    }

    private @Nullable Event connectionEvent(Duration limit) {
        try {
            return connections.await(limit);
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    private int spin(long timeoutNs) {
        long start = 0;
        for (int tries = 1; ; tries++) {
            int n = events.poll(batch);
            if (n > 0) {
                return n;
            }
            if (tries > SPINS_BEFORE_YIELD) {
                // Where both ends share a core, spinning on costs a time slice a message.
                Thread.yield();
            } else if (tries > SPINS_BEFORE_PAUSE) {
                Thread.onSpinWait();
            }
            if (tries % SPINS_A_LOOK_AT_THE_CLOCK == 0) {
                long now = System.nanoTime();
                if (start == 0) {
                    start = now;
                } else if (now - start > timeoutNs) {
                    return 0;
                }
            }
            if (tries == Integer.MAX_VALUE) {
                tries = SPINS_BEFORE_YIELD;
            }
        }
    }
}
