package org.jdapl.examples.transfer;

import java.util.Set;
import org.jdapl.api.CloseMode;
import org.jdapl.api.DatObject;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one side, made in the order that a C program makes them. The call that a C program
 * has in that place stands at the end of the line.
 */
final class Side implements AutoCloseable {

    /** Short messages that are received besides those of the ping-pong; see {@link Transfer}. */
    static final int TOKENS = 3;

    /** Requests that may be on their way besides writes and messages: tokens and reads. */
    private static final int OTHER_REQUESTS = 8;

    final InterfaceAdapter adapter;
    final ProtectionZone zone;
    final @Nullable NotificationObject notification;
    final EventDispatcher received;
    final EventDispatcher requested;
    final EventDispatcher connections;
    final EventDispatcher requests;

    /** What is written from. */
    final LocalMemoryRegion source;

    /** What the peer writes into and reads from. */
    final LocalMemoryRegion target;

    /** What is read into. */
    final LocalMemoryRegion readBack;

    /** A place for each message of the ping-pong. */
    final LocalMemoryRegion messages;

    /** A place for each short message, and behind them the one that is sent from. */
    final LocalMemoryRegion tokens;

    final Endpoint endpoint;

    private Side(Options o) {
        adapter = Jdapl.open(o.adapter()); //                                     dat_ia_open
        require(adapter.attributes(), o); //                                      dat_ia_query
        zone = adapter.createProtectionZone(); //                                 dat_pz_create

        notification =
                o.waiting() == Waiting.NOTIFY
                        ? adapter.createNotificationObject(null) //               dat_cno_create
                        : null;
        int receives = TOKENS + o.rounds();
        int sends = o.signalRate() + o.rounds() + OTHER_REQUESTS;
        received = dispatcher(receives, EventStream.DTO); //                      dat_evd_create
        requested = dispatcher(sends, EventStream.DTO);
        connections = dispatcher(4, EventStream.CONNECTION);
        requests = dispatcher(4, EventStream.CONNECTION_REQUEST);

        // The memory comes from JDAPL and lives exactly as long as its registration. Memory of your
        // own (a mapped file, a direct buffer) is registered with zone.register(segment, ...).
        source = zone.allocate(o.bytes(), Set.of()); //                           dat_lmr_create
        target =
                zone.allocate(
                        o.bytes(),
                        Set.of(
                                Privilege.LOCAL_WRITE,
                                Privilege.REMOTE_WRITE,
                                Privilege.REMOTE_READ));
        readBack = zone.allocate(o.bytes(), Set.of(Privilege.LOCAL_WRITE));
        messages = zone.allocate((long) o.rounds() * o.bytes(), Set.of(Privilege.LOCAL_WRITE));
        tokens =
                zone.allocate(
                        (TOKENS + 1L) * RemoteRegion.TRIPLET_BYTES, Set.of(Privilege.LOCAL_WRITE));

        endpoint = //                                                             dat_ep_create
                adapter.createEndpoint(
                        zone,
                        received,
                        requested,
                        connections,
                        EndpointAttributes.builder()
                                .maxReceives(receives)
                                .maxRequests(sends)
                                .maxReceiveSegments(1)
                                .maxRequestSegments(1)
                                .maxReadsIn(4)
                                .maxReadsOut(4)
                                .build());
    }

    /**
     * Makes the objects.
     *
     * @param options what the command line says
     * @return the side; where it fails, what was made is closed again
     */
    static Side open(Options options) {
        return new Side(options);
    }

    private EventDispatcher dispatcher(int depth, EventStream stream) {
        return adapter.createEventDispatcher(depth, Set.of(stream), notification);
    }

    private static void require(AdapterAttributes a, Options o) {
        if (!a.has(Capability.RDMA_WRITE) || !a.has(Capability.RDMA_READ)) {
            throw new IllegalArgumentException(a.adapterName() + " has no RDMA write or read");
        }
        if (o.bytes() > a.maxMessageBytes() || o.bytes() > a.maxRdmaBytes()) {
            throw new IllegalArgumentException(
                    "bytes=" + o.bytes() + " is above what " + a.adapterName() + " can do");
        }
    }

    /**
     * Frees one after the other, as C programs do, and closes the adapter gracefully: it would
     * refuse if something were left. {@code adapter.close()} alone does the same and cannot fail.
     */
    @Override
    public void close() {
        endpoint.close(); //                                                      dat_ep_free
        for (LocalMemoryRegion region :
                new LocalMemoryRegion[] {source, target, readBack, messages, tokens}) {
            region.close(); //                                                    dat_lmr_free
        }
        for (DatObject dispatcher : new DatObject[] {received, requested, connections, requests}) {
            dispatcher.close(); //                                                dat_evd_free
        }
        if (notification != null) {
            notification.close(); //                                              dat_cno_free
        }
        zone.close(); //                                                          dat_pz_free
        adapter.close(CloseMode.GRACEFUL); //                                     dat_ia_close
    }
}
