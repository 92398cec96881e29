package org.jdapl.conformance.interop;

import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the rping protocol, whose messages are all of 16 bytes: address, key and length
 * of a buffer. Two receives are posted at all times, so that the end of the connection wakes
 * whoever waits for data. Every wait is bounded.
 */
final class PingLink implements AutoCloseable {

    private static final int MESSAGE_BYTES = 16;
    private static final long UINT_MAX = 0xFFFF_FFFFL;
    private static final int EVENTS = 32;

    private final Duration timeout;
    private final int receives;
    private final ProtectionZone zone;
    private final EventDispatcher data;
    private final EventDispatcher connections;
    private final Endpoint endpoint;

    /** One slot for each receive, and one to send from. */
    private final LocalMemoryRegion messages;

    private final List<LocalMemoryRegion> regions = new ArrayList<>();
    private final ArrayDeque<RemoteRegion> arrived = new ArrayDeque<>();
    private boolean flushed;
    private long posted;
    private long finished;

    PingLink(InterfaceAdapter adapter, EndpointAttributes attributes, Duration timeout) {
        this.timeout = timeout;
        receives = attributes.maxReceives();
        zone = adapter.createProtectionZone();
        data = adapter.createEventDispatcher(EVENTS, EventStream.DTO);
        connections = adapter.createEventDispatcher(EVENTS, EventStream.CONNECTION);
        endpoint = adapter.createEndpoint(zone, data, data, connections, attributes);
        messages = allocate((receives + 1L) * MESSAGE_BYTES, EnumSet.of(Privilege.LOCAL_WRITE));
        for (int slot = 0; slot < receives; slot++) {
            receive(slot);
        }
    }

    /** Memory that lives as long as this link. */
    LocalMemoryRegion allocate(long bytes, Set<Privilege> privileges) {
        LocalMemoryRegion region = zone.allocate(bytes, privileges);
        regions.add(region);
        return region;
    }

    // ---- the connection

    Connection connect(InetSocketAddress peer) throws InterruptedException {
        endpoint.connect(peer, ConnectOptions.within(timeout));
        // The attempt has its own time limit; the rest is for its event to arrive.
        return established("cannot connect to " + peer, timeout.plusSeconds(1));
    }

    Connection accept(ConnectionRequest request) throws InterruptedException {
        InetSocketAddress peer = request.remoteAddress();
        request.accept(endpoint);
        return established("cannot accept " + peer, timeout);
    }

    private Connection established(String otherwise, Duration limit) throws InterruptedException {
        @Nullable Event event = connections.await(limit);
        if (!(event instanceof ConnectionEvent.Established)) {
            throw new PingFailure(otherwise + ": " + say(event));
        }
        return endpoint.connection()
                .orElseThrow(() -> new PingFailure("a connection without particulars"));
    }

    /** Ends the connection in order. */
    void disconnect() throws InterruptedException {
        endpoint.disconnect(DisconnectMode.GRACEFUL);
        awaitEnd();
    }

    /** Waits until the connection has ended, in order. */
    void awaitEnd() throws InterruptedException {
        @Nullable Event event = connections.await(timeout);
        if (!(event instanceof ConnectionEvent.Disconnected)) {
            throw new PingFailure("the connection did not end in order: " + say(event));
        }
    }

    // ---- messages and RDMA

    /** Sends the place of a buffer. */
    void send(RemoteRegion place) throws InterruptedException {
        awaitRequests(); // the slot is in use until the last message is out
        message(receives)
                .asByteBuffer() // big endian
                .putLong(place.address())
                .putInt((int) place.key())
                .putInt((int) place.length());
        endpoint.send(slot(receives), ++posted);
    }

    void read(LocalSegment sink, RemoteRegion source) {
        endpoint.read(sink, source, ++posted);
    }

    void write(LocalSegment source, RemoteRegion sink) {
        endpoint.write(source, sink, ++posted);
    }

    /** Waits until all that was posted has succeeded. */
    void awaitRequests() throws InterruptedException {
        while (finished < posted) {
            next(false);
        }
    }

    /** Waits for a message. */
    RemoteRegion awaitMessage() throws InterruptedException {
        while (arrived.isEmpty()) {
            next(false);
        }
        return arrived.remove();
    }

    /** Waits for a message, or until the peer has ended the connection in order: then null. */
    @Nullable RemoteRegion awaitMessageOrEnd() throws InterruptedException {
        while (arrived.isEmpty() && !flushed) {
            next(true);
        }
        if (arrived.isEmpty()) {
            awaitEnd();
            return null;
        }
        return arrived.remove();
    }

    private void next(boolean mayEnd) throws InterruptedException {
        @Nullable Event event = data.await(timeout);
        switch (event) {
            case null ->
                    throw new PingFailure("the peer was silent for " + timeout.toSeconds() + " s");
            case DtoCompletion c when c.isSuccess() -> completed(c);
            case DtoCompletion c when mayEnd && c.status() == CompletionStatus.FLUSHED ->
                    flushed = true;
            case DtoCompletion c -> throw failed(c);
            default -> throw new PingFailure("unexpected event: " + event);
        }
    }

    private void completed(DtoCompletion c) {
        if (!c.operation().isReceive()) {
            if (c.cookie() != ++finished) {
                throw new PingFailure(
                        "request " + finished + " should be next, but " + c.cookie() + " finished");
            }
            return;
        }
        if (c.length() != MESSAGE_BYTES) {
            throw new PingFailure("a message of " + c.length() + " bytes came, not of 16");
        }
        int slot = (int) c.cookie();
        ByteBuffer in = message(slot).asByteBuffer(); // big endian
        long address = in.getLong();
        long key = in.getInt() & UINT_MAX;
        long length = in.getInt() & UINT_MAX;
        receive(slot);
        arrived.add(new RemoteRegion(address, length, key));
    }

    private PingFailure failed(DtoCompletion c) throws InterruptedException {
        String operation = c.operation() + " failed: " + c.status();
        if (c.status() != CompletionStatus.FLUSHED && c.vendorStatus() != 0) {
            operation += ", native code " + c.vendorStatus();
        }
        return new PingFailure(operation + "; " + say(connections.await(timeout)));
    }

    private void receive(int slot) {
        endpoint.receive(slot(slot), slot);
    }

    private LocalSegment slot(int slot) {
        return messages.slice((long) slot * MESSAGE_BYTES, MESSAGE_BYTES);
    }

    private MemorySegment message(int slot) {
        return messages.segment().asSlice((long) slot * MESSAGE_BYTES, MESSAGE_BYTES);
    }

    /** The kind of an event and what it says. */
    private static String say(@Nullable Event event) {
        return switch (event) {
            case null -> "nothing happened in time";
            case ConnectionEvent.NonPeerRejected e -> "NonPeerRejected: " + e.reason();
            case ConnectionEvent.Unreachable e -> "Unreachable: " + e.reason();
            case ConnectionEvent.Broken e -> "Broken: " + e.reason();
            case ConnectionEvent.AcceptCompletionError e -> "AcceptCompletionError: " + e.reason();
            case ConnectionEvent.PeerRejected e -> "PeerRejected, with " + e.privateData();
            case ConnectionEvent.Disconnected e ->
                    "Disconnected by " + (e.byPeer() ? "the peer" : "this side");
            default -> event.getClass().getSimpleName();
        };
    }

    @Override
    public void close() {
        endpoint.close();
        regions.forEach(LocalMemoryRegion::close);
        data.close();
        connections.close();
        zone.close();
    }
}
