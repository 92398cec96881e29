package first;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.Jdapl;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.ServicePoint;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;

/** Without arguments it waits for a greeting; with an address and a port it sends one there. */
public final class Main {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    public static void main(String[] args) throws InterruptedException {
        try (InterfaceAdapter adapter = Jdapl.open()) {
            EventDispatcher done = adapter.createEventDispatcher(16, EventStream.DTO);
            EventDispatcher events = adapter.createEventDispatcher(8, EventStream.CONNECTION);
            ProtectionZone zone = adapter.createProtectionZone();
            LocalMemoryRegion memory = zone.allocate(4096, Set.of(Privilege.LOCAL_WRITE));
            Endpoint endpoint =
                    adapter.createEndpoint(zone, done, done, events, EndpointAttributes.defaults());
            if (args.length == 0) {
                beGreeted(adapter, endpoint, memory, done, events);
            } else {
                int port = Integer.parseInt(args[1]);
                greet(new InetSocketAddress(args[0], port), endpoint, memory, done, events);
            }
        }
    }

    private static void beGreeted(
            InterfaceAdapter adapter,
            Endpoint endpoint,
            LocalMemoryRegion memory,
            EventDispatcher done,
            EventDispatcher events)
            throws InterruptedException {
        EventDispatcher requests = adapter.createEventDispatcher(8, EventStream.CONNECTION_REQUEST);
        ServicePoint here = adapter.createPublicServicePoint(new InetSocketAddress(0), requests);
        System.out.println("listening on port " + here.localAddress().getPort());

        endpoint.receive(memory.slice(2048, 64), 1); // before the peer can send
        ConnectionRequest request = requests.expect(ConnectionRequestEvent.class, LIMIT).request();
        request.acceptAndWait(endpoint, PrivateData.EMPTY, LIMIT);
        done.expectSuccess(LIMIT); // the receive
        System.out.println(memory.segment().getString(2048));

        memory.segment().setString(0, "and to you");
        endpoint.send(memory.slice(0, 64), 2);
        done.expectSuccess(LIMIT); // the send
        events.expect(ConnectionEvent.Disconnected.class, LIMIT);
    }

    private static void greet(
            InetSocketAddress peer,
            Endpoint endpoint,
            LocalMemoryRegion memory,
            EventDispatcher done,
            EventDispatcher events)
            throws InterruptedException {
        endpoint.receive(memory.slice(2048, 64), 1); // for the answer
        endpoint.connectAndWait(peer, LIMIT);
        memory.segment().setString(0, "hello from process " + ProcessHandle.current().pid());
        endpoint.send(memory.slice(0, 64), 2);
        done.expectSuccess(LIMIT); // the send and the answer, in either order
        done.expectSuccess(LIMIT);
        System.out.println(memory.segment().getString(2048));
        endpoint.disconnect(DisconnectMode.GRACEFUL);
        events.expect(ConnectionEvent.Disconnected.class, LIMIT);
    }
}
