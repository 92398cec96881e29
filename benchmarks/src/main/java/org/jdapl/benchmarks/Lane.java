package org.jdapl.benchmarks;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.EnumSet;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;

/**
 * One connection, with everything prepared: an event dispatcher for its data, one for its
 * connection events, memory, and receives that are posted at all times. It is used in the hot
 * style.
 *
 * <p>Memory: {@code bytes} to send from, then {@code bytes} to receive and to be written into. What
 * is in it does not matter, so all receives share their bytes.
 */
final class Lane implements AutoCloseable {

    /** Empty polls in a row before a busy-polling side lets others run, here and for sockets. */
    static final int SPINS_BEFORE_YIELD = 2_000;

    /** How long a peer may be silent. */
    static final Duration LIMIT = Duration.ofSeconds(20);

    private static final long LIMIT_NS = LIMIT.toNanos();
    private static final int RECEIVES = 16;
    private static final int BATCH = 32;
    private static final int CONNECTION_EVENTS = 8;
    private static final int SPINS_A_LOOK_AT_THE_CLOCK = 4_096;
    private static final long RECEIVE = -1;

    private final Endpoint endpoint;
    private final EventDispatcher events;
    private final EventDispatcher connections;
    private final EventBatch batch;
    private final LocalMemoryRegion memory;
    private final long bytes;
    private final boolean polls;
    private final int flags;
    private int arrived;
    private int outstanding;

    /**
     * Makes an endpoint and posts its receives.
     *
     * @param bytes longest message
     * @param polls whether it polls instead of waiting
     * @param flags completion flags of its requests
     * @param attributes of the endpoint; its receives are at least 16
     */
    Lane(
            InterfaceAdapter adapter,
            ProtectionZone zone,
            long bytes,
            boolean polls,
            int flags,
            EndpointAttributes attributes) {
        this.bytes = bytes;
        this.polls = polls;
        this.flags = flags;
        this.memory =
                zone.allocate(
                        2 * bytes,
                        EnumSet.of(
                                Privilege.LOCAL_WRITE,
                                Privilege.REMOTE_WRITE,
                                Privilege.REMOTE_READ));
        this.events =
                adapter.createEventDispatcher(
                        attributes.maxReceives() + attributes.maxRequests(), EventStream.DTO);
        this.connections = adapter.createEventDispatcher(CONNECTION_EVENTS, EventStream.CONNECTION);
        this.endpoint = adapter.createEndpoint(zone, events, events, connections, attributes);
        this.batch = adapter.createEventBatch(BATCH);
        for (int i = 0; i < RECEIVES; i++) {
            postReceive();
        }
    }

    Endpoint endpoint() {
        return endpoint;
    }

    /** What the peer may write into and read. */
    RemoteRegion window() {
        return memory.remoteRegion(bytes, bytes);
    }

    void connect(InetSocketAddress remote) {
        endpoint.connect(remote, ConnectOptions.within(LIMIT));
        awaitConnection();
    }

    void accept(ConnectionRequest request) {
        request.accept(endpoint);
        awaitConnection();
    }

    private void awaitConnection() {
        try {
            connections.expect(ConnectionEvent.Established.class, LIMIT);
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    /** Posts a send. */
    void send(long length) {
        posted(endpoint.postSend(memory, 0, length, 0, flags));
    }

    /** Posts an RDMA write. */
    void write(long length, long address, long key) {
        posted(endpoint.postWrite(memory, 0, length, address, key, 0, flags));
    }

    /** Posts an RDMA read, into the bytes that messages are received in. */
    void read(long length, long address, long key) {
        posted(endpoint.postRead(memory, bytes, length, address, key, 0, flags));
    }

    private void posted(int status) {
        if (status != PostStatus.OK) {
            throw new Failure("a post was refused: " + PostStatus.describe(status));
        }
        outstanding++;
    }

    private void postReceive() {
        int status = endpoint.postReceive(memory, bytes, bytes, RECEIVE);
        if (status != PostStatus.OK) {
            throw new Failure("a receive was refused: " + PostStatus.describe(status));
        }
    }

    /** Waits for a message, and posts its receive again. */
    void awaitMessage() {
        while (arrived == 0) {
            take();
        }
        arrived--;
    }

    /** Waits until fewer requests than that are outstanding. */
    void awaitRoom(int limit) {
        while (outstanding >= limit) {
            take();
        }
    }

    /**
     * Requests whose completion has not come; with completions suppressed, all that were posted.
     */
    int outstanding() {
        return outstanding;
    }

    private void take() {
        int n = polls ? poll() : await();
        for (int i = 0; i < n; i++) {
            if (!batch.isCompletion(i) || batch.status(i) != CompletionStatus.SUCCESS) {
                throw new Failure("not a success: " + batch.event(i));
            }
            if (batch.cookie(i) == RECEIVE) {
                arrived++;
                postReceive();
            } else {
                outstanding--;
            }
        }
    }

    private int await() {
        try {
            int n = events.await(batch, LIMIT_NS);
            if (n == 0) {
                throw new Failure("the peer was silent for " + LIMIT);
            }
            return n;
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    private int poll() {
        long start = 0;
        for (int spins = 1; ; spins++) {
            int n = events.poll(batch);
            if (n > 0) {
                return n;
            }
            if (spins > SPINS_BEFORE_YIELD) {
                Thread.yield();
            }
            if (spins % SPINS_A_LOOK_AT_THE_CLOCK == 0) {
                long now = System.nanoTime();
                start = start == 0 ? now : start;
                if (now - start > LIMIT_NS) {
                    throw new Failure("the peer was silent for " + LIMIT);
                }
            }
        }
    }

    /** Waits for an event that does not come. */
    void sleep(int seconds) {
        try {
            if (events.await(batch, seconds * 1_000_000_000L) != 0) {
                throw new Failure("an event that nobody sent: " + batch.event(0));
            }
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    /** One look for events that are not there, for its price. */
    int pollOnce() {
        return events.poll(batch);
    }

    @Override
    public void close() {
        endpoint.close();
        events.close();
        connections.close();
        memory.close();
    }
}
