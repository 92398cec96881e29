package org.jdapl.conformance.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;

/**
 * Either end of the C program {@code ucmatose}: some connections, on each some messages from the
 * server, then as many from the client; the server disconnects.
 */
final class CmatosePeer {

    private final Desk desk;
    private final InteropCommand command;
    private final int connections;
    private final int messages;
    private final int size;
    private final LocalMemoryRegion out;
    private final LocalMemoryRegion in;
    private final List<Endpoint> endpoints = new ArrayList<>();

    private CmatosePeer(Desk desk, InteropCommand command) {
        this.desk = desk;
        this.command = command;
        connections = command.number("connections", 1);
        messages = command.number("messages", 10);
        size = command.number("size", 100);
        out = desk.allocate(size, Set.of());
        in = desk.allocate(size, Set.of(Privilege.LOCAL_WRITE));
    }

    static void run(InterfaceAdapter adapter, InteropCommand command) throws InterruptedException {
        int all = command.number("connections", 1) * command.number("messages", 10);
        try (Desk desk = new Desk(adapter, command.timeout(), all, all)) {
            CmatosePeer peer = new CmatosePeer(desk, command);
            if (command.isServer()) {
                peer.serve();
            } else {
                peer.connect();
            }
            RdmaPing.say(all + " messages each way");
        }
    }

    private void serve() throws InterruptedException {
        desk.listen(command.address());
        for (int i = 0; i < connections; i++) {
            desk.request().accept(node());
            desk.established();
        }
        send();
        receive();
        for (Endpoint endpoint : endpoints) {
            endpoint.disconnect(DisconnectMode.GRACEFUL);
        }
        awaitEnds();
    }

    private void connect() throws InterruptedException {
        for (int i = 0; i < connections; i++) {
            node().connect(command.address(), ConnectOptions.within(command.timeout()));
        }
        for (int i = 0; i < connections; i++) {
            desk.established();
        }
        receive();
        send();
        awaitEnds();
    }

    /** An endpoint with a receive for each message that will come. */
    private Endpoint node() {
        Endpoint endpoint =
                desk.endpoint(
                        EndpointAttributes.builder()
                                .maxReceives(messages)
                                .maxRequests(messages)
                                .privateDataFraming(PrivateDataFraming.RAW)
                                .build());
        for (int i = 0; i < messages; i++) {
            endpoint.receive(in.whole(), i);
        }
        endpoints.add(endpoint);
        return endpoint;
    }

    private void send() throws InterruptedException {
        for (Endpoint endpoint : endpoints) {
            for (int i = 0; i < messages; i++) {
                endpoint.send(out.whole(), i);
            }
        }
        for (int i = 0; i < connections * messages; i++) {
            desk.next(desk.requested);
        }
    }

    private void receive() throws InterruptedException {
        for (int i = 0; i < connections * messages; i++) {
            desk.message(size);
        }
    }

    private void awaitEnds() throws InterruptedException {
        for (int i = 0; i < connections; i++) {
            desk.ended();
        }
    }
}
