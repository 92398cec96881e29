package org.jdapl.conformance.interop;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatObject;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/** The objects of one end, closed in the order that a graceful close of the adapter asks for. */
final class Desk implements AutoCloseable {

    private static final int FEW = 16;

    final EventDispatcher received;
    final EventDispatcher requested;

    private final InterfaceAdapter adapter;
    private final Duration limit;
    private final ProtectionZone zone;
    private final EventDispatcher connections;
    private final EventDispatcher requests;
    private final Deque<DatObject> made = new ArrayDeque<>();

    Desk(InterfaceAdapter adapter, Duration limit, int receives, int sends) {
        this.adapter = adapter;
        this.limit = limit;
        zone = adapter.createProtectionZone();
        received = adapter.createEventDispatcher(receives, EventStream.DTO);
        requested = adapter.createEventDispatcher(sends, EventStream.DTO);
        connections = adapter.createEventDispatcher(FEW, EventStream.CONNECTION);
        requests = adapter.createEventDispatcher(FEW, EventStream.CONNECTION_REQUEST);
    }

    LocalMemoryRegion allocate(long bytes, Set<Privilege> privileges) {
        LocalMemoryRegion region = zone.allocate(bytes, privileges);
        made.addFirst(region);
        return region;
    }

    Endpoint endpoint(EndpointAttributes attributes) {
        Endpoint endpoint =
                adapter.createEndpoint(zone, received, requested, connections, attributes);
        made.addFirst(endpoint);
        return endpoint;
    }

    void listen(InetSocketAddress address) {
        PublicServicePoint point = adapter.createPublicServicePoint(address, requests);
        made.addFirst(point);
        RdmaPing.say("listening on " + point.localAddress());
    }

    ConnectionRequest request() throws InterruptedException {
        return requests.expect(ConnectionRequestEvent.class, limit).request();
    }

    /** Waits for the connection of an endpoint to come up. */
    ConnectionEvent.Established established() throws InterruptedException {
        return connections.expect(ConnectionEvent.Established.class, limit);
    }

    /** What has become of an attempt to connect. */
    @Nullable Event outcome() throws InterruptedException {
        return connections.await(limit);
    }

    /** Waits for the end of a connection. */
    void ended() throws InterruptedException {
        connections.expect(ConnectionEvent.Disconnected.class, limit);
    }

    /** Waits; nothing may happen to the connections meanwhile. */
    void keepStill(Duration pause) throws InterruptedException {
        @Nullable Event event = connections.await(pause);
        if (event != null) {
            throw new PingFailure("the connection came to an end: " + event);
        }
    }

    /** Waits for a completion, of success. */
    DtoCompletion next(EventDispatcher dispatcher) throws InterruptedException {
        return dispatcher.expect(DtoCompletion.class, limit).orThrow();
    }

    /** Waits for a message of that length. */
    DtoCompletion message(long length) throws InterruptedException {
        DtoCompletion completion = next(received);
        if (completion.length() != length) {
            throw new PingFailure(
                    "a message of " + completion.length() + " bytes came, not of " + length);
        }
        return completion;
    }

    /** Drops completions of receives: those of an endpoint that was given up. */
    void forgetReceives() {
        @Nullable Event event = received.dequeue();
        while (event != null) {
            event = received.dequeue();
        }
    }

    @Override
    public void close() {
        made.forEach(DatObject::close);
        received.close();
        requested.close();
        connections.close();
        requests.close();
        zone.close();
    }
}
