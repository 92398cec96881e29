package org.jdapl.examples.datagrams;

import java.time.Duration;
import java.util.EnumSet;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.Work;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ServiceType;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint for datagrams, and memory: one place that all datagrams are received in, and one that
 * all are sent from. Each datagram carries the number of the sender's queue pair as immediate data,
 * as those of the C programs {@code udaddy} and {@code mckey} do.
 */
final class Station {

    /** How long anything may take. */
    static final Duration LIMIT = Duration.ofSeconds(30);

    private final InterfaceAdapter adapter;
    private final int messages;
    private final int bytes;
    private final int room;
    private final ProtectionZone zone;
    private final EventDispatcher receives;
    private final EventDispatcher sends;
    private final EventDispatcher connections;
    private final Endpoint endpoint;
    private final LocalMemoryRegion memory;

    /**
     * Makes all that.
     *
     * @param adapter the adapter, which is closed with all of it
     * @param messages how many datagrams go each way
     * @param bytes the length of each
     */
    Station(InterfaceAdapter adapter, int messages, int bytes) {
        this.adapter = adapter;
        this.messages = messages;
        this.bytes = bytes;
        room = adapter.attributes().maxDatagramBytes();
        zone = adapter.createProtectionZone();
        receives = adapter.createEventDispatcher(messages, EventStream.DTO);
        sends = adapter.createEventDispatcher(messages, EventStream.DTO);
        connections = adapter.createEventDispatcher(4, EventStream.CONNECTION);
        endpoint =
                adapter.createEndpoint(
                        zone,
                        receives,
                        sends,
                        connections,
                        EndpointAttributes.builder()
                                .serviceType(ServiceType.UNRELIABLE_DATAGRAM)
                                .maxReceives(messages)
                                .maxRequests(messages)
                                .build());
        memory = zone.allocate(2L * room, EnumSet.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE));
    }

    Endpoint endpoint() {
        return endpoint;
    }

    EventDispatcher connections() {
        return connections;
    }

    /** Posts a receive for each datagram; each has room for the longest that there can be. */
    void postReceives() {
        for (int i = 0; i < messages; i++) {
            posted(endpoint.postReceive(memory, 0, room, i));
        }
    }

    /** Sends all datagrams. */
    void send(AddressHandle peer) {
        Work datagram =
                adapter.createWork(1)
                        .sendWithImmediate(endpoint.datagramPort().queuePair())
                        .to(peer)
                        .addSegment(memory, room, bytes);
        for (int i = 0; i < messages; i++) {
            posted(endpoint.post(datagram.cookie(i)));
        }
    }

    private static void posted(int status) {
        if (status != PostStatus.OK) {
            throw new IllegalStateException("not posted: " + PostStatus.describe(status));
        }
    }

    /** Waits until all sends are done. */
    void awaitSends() throws InterruptedException {
        for (int i = 0; i < messages; i++) {
            sends.expect(DtoCompletion.class, LIMIT).orThrow();
        }
    }

    /**
     * Waits for as many datagrams as are expected.
     *
     * @return who sent the last one
     */
    DatagramSender awaitReceives() throws InterruptedException {
        @Nullable DatagramSender sender = null;
        for (int i = 0; i < messages; i++) {
            DtoCompletion received = receives.expect(DtoCompletion.class, LIMIT).orThrow();
            sender = received.sender();
            if (received.length() != bytes || sender == null) {
                throw new IllegalStateException("not the datagram that was expected: " + received);
            }
            if (received.immediate() != sender.queuePair()) {
                throw new IllegalStateException("the sender says that it is another: " + received);
            }
        }
        if (sender == null) {
            throw new IllegalStateException("no datagram was expected");
        }
        return sender;
    }

    /** Where the sender of a datagram is reached. */
    AddressHandle wayBack(DatagramSender sender) {
        return adapter.createAddressHandle(zone, sender, endpoint.datagramPort().queueKey());
    }
}
