package org.jdapl.benchmarks;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;

/**
 * Many endpoints with one pair of event dispatchers: one for the data of all, one for their
 * connections. A cookie is the number of the endpoint, for receives with a bit that says so.
 */
final class Crowd {

    /** Length of a message. */
    static final int BYTES = 64;

    private static final int WORK = 4;
    private static final int CONNECTING_AT_ONCE = 64;
    private static final int BATCH = 64;
    private static final long RECEIVE = 1L << 32;

    private final Fabric fabric;
    private final EndpointAttributes attributes;
    private final LocalMemoryRegion memory;
    private final EventDispatcher events;
    private final EventDispatcher connections;
    private final EventBatch batch;
    private final List<Endpoint> endpoints = new ArrayList<>();
    private long received;
    private long sent;

    /**
     * Makes the dispatchers.
     *
     * @param capacity how many endpoints there will be at most
     */
    Crowd(Fabric fabric, int capacity) {
        this.fabric = fabric;
        this.attributes =
                fabric.attributes().toBuilder()
                        .maxReceives(WORK)
                        .maxRequests(WORK)
                        .maxReceiveSegments(1)
                        .maxRequestSegments(1)
                        .maxWriteSegments(1)
                        .build();
        this.memory =
                fabric.zone().allocate(2L * BYTES * capacity, EnumSet.of(Privilege.LOCAL_WRITE));
        this.events = fabric.adapter().createEventDispatcher(2 * WORK * capacity, EventStream.DTO);
        this.connections =
                fabric.adapter().createEventDispatcher(4 * capacity, EventStream.CONNECTION);
        this.batch = fabric.adapter().createEventBatch(BATCH);
    }

    int size() {
        return endpoints.size();
    }

    private Endpoint add() {
        Endpoint endpoint =
                fabric.adapter()
                        .createEndpoint(fabric.zone(), events, events, connections, attributes);
        endpoint.setConsumerContext(endpoints.size());
        endpoints.add(endpoint);
        postReceive(endpoints.size() - 1);
        return endpoint;
    }

    /** Connects so many endpoints, some at once. */
    void connect(int port, int count) {
        int started = 0;
        for (int done = 0; done < count; done++) {
            while (started < count && started - done < CONNECTING_AT_ONCE) {
                add().connect(Fabric.loopback(port), ConnectOptions.within(Lane.LIMIT));
                started++;
            }
            awaitConnection();
        }
    }

    /** Accepts so many connections. */
    void accept(int count) {
        for (int done = 0; done < count; done++) {
            fabric.nextRequest().accept(add());
        }
        for (int done = 0; done < count; done++) {
            awaitConnection();
        }
    }

    private void awaitConnection() {
        try {
            Event event = connections.await(Lane.LIMIT);
            if (!(event instanceof ConnectionEvent.Established)) {
                throw new Failure("not connected: " + event);
            }
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    private void postReceive(int index) {
        require(
                endpoints
                        .get(index)
                        .postReceive(memory, (2L * index + 1) * BYTES, BYTES, RECEIVE | index));
    }

    void send(int index) {
        require(
                endpoints
                        .get(index)
                        .postSend(
                                memory, 2L * index * BYTES, BYTES, index, CompletionFlags.DEFAULT));
    }

    private static void require(int status) {
        if (status != PostStatus.OK) {
            throw new Failure("a post was refused: " + PostStatus.describe(status));
        }
    }

    /** Messages that have come. */
    long received() {
        return received;
    }

    /** Sends that have completed. */
    long sent() {
        return sent;
    }

    /** One look for events that are not there, for its price. */
    int pollOnce() {
        return events.poll(batch);
    }

    /**
     * Waits until so many messages have come and so many sends have completed, since the beginning.
     *
     * @param echo whether to send an answer to each
     */
    void serve(long messages, long sends, boolean echo) {
        while (received < messages || sent < sends) {
            int n = await();
            for (int i = 0; i < n; i++) {
                if (!batch.isCompletion(i) || batch.status(i) != CompletionStatus.SUCCESS) {
                    throw new Failure("not a success: " + batch.event(i));
                }
                long cookie = batch.cookie(i);
                if ((cookie & RECEIVE) == 0) {
                    sent++;
                    continue;
                }
                received++;
                int index = (int) cookie;
                postReceive(index);
                if (echo) {
                    send(index);
                }
            }
        }
    }

    private int await() {
        try {
            int n = events.await(batch, Lane.LIMIT.toNanos());
            if (n == 0) {
                throw new Failure("the peer was silent for " + Lane.LIMIT);
            }
            return n;
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }
}
