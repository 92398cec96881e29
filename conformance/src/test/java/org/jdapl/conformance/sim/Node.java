package org.jdapl.conformance.sim;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;

/** A program on a simulated host: an open adapter and one endpoint with its dispatchers. */
final class Node implements AutoCloseable {

    /** No wait of these tests needs longer in virtual time. */
    static final Duration LIMIT = Duration.ofMinutes(1);

    static final int PORT = 7471;

    private static final int DEPTH = 64;

    final Simulation sim;
    final SimHost host;
    final AdapterRegistry registry;
    final InterfaceAdapter adapter;
    final ProtectionZone zone;
    final EventDispatcher completions;
    final EventDispatcher connections;
    final EventDispatcher requests;
    final Endpoint endpoint;

    Node(Simulation sim, SimHost host, ProgressMode mode) {
        this(sim, host, mode, TransportAttributes.NONE);
    }

    Node(Simulation sim, SimHost host, ProgressMode mode, TransportAttributes transport) {
        this.sim = sim;
        this.host = host;
        registry = registry(sim, host);
        adapter =
                registry.open(
                        "soft:sim",
                        AdapterOptions.defaults().withProgress(mode).withTransport(transport));
        zone = adapter.createProtectionZone();
        completions = adapter.createEventDispatcher(DEPTH, EventStream.DTO);
        connections = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
        requests = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION_REQUEST);
        endpoint = endpoint();
    }

    static AdapterRegistry registry(Simulation sim, SimHost host) {
        return new RegistryBuilder()
                .discover(false)
                .provider(host.provider())
                .seams(new RuntimeSeams(sim.clock(), sim.parker(), sim.random(), host.threads()))
                .build();
    }

    Endpoint endpoint() {
        return adapter.createEndpoint(
                zone, completions, completions, connections, EndpointAttributes.defaults());
    }

    LocalMemoryRegion memory(long bytes) {
        return zone.allocate(bytes, Set.copyOf(Privilege.ALL));
    }

    InetSocketAddress address() {
        return new InetSocketAddress(host.addresses().getFirst(), PORT);
    }

    void listen() {
        adapter.createPublicServicePoint(address(), requests);
    }

    /** Takes a request and accepts it. */
    void accept() throws InterruptedException {
        request().accept(endpoint);
        connections.expect(ConnectionEvent.Established.class, LIMIT);
    }

    ConnectionRequest request() throws InterruptedException {
        return requests.expect(ConnectionRequestEvent.class, LIMIT).request();
    }

    void connect(InetSocketAddress to) throws InterruptedException {
        endpoint.connect(to, ConnectOptions.within(LIMIT));
        connections.expect(ConnectionEvent.Established.class, LIMIT);
    }

    /** Waits for the completion that comes next. */
    DtoCompletion completion() throws InterruptedException {
        return completions.expect(DtoCompletion.class, LIMIT);
    }

    /** Waits for the connection event that comes next. */
    ConnectionEvent connectionEvent() throws InterruptedException {
        Event event = connections.await(LIMIT);
        if (event instanceof ConnectionEvent c) {
            return c;
        }
        throw new AssertionError("expected a connection event, got " + event);
    }

    @Override
    public void close() {
        registry.close();
    }
}
