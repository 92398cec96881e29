package org.jdapl.middleware;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Set;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.provider.soft.SoftProvider;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;

/** A program: an open adapter, and one endpoint whose completions come to one dispatcher. */
final class Node implements AutoCloseable {

    /** No wait of these tests needs longer. */
    static final Duration LIMIT = Duration.ofSeconds(50);

    static final int SIMULATED_PORT = 7471;

    private static final int DEPTH = 64;

    private final AdapterRegistry registry;
    final InterfaceAdapter adapter;
    final ProtectionZone zone;
    final EventDispatcher completions;
    final EventDispatcher connections;
    final EventDispatcher requests;
    final Endpoint endpoint;

    private Node(AdapterRegistry registry, String name, ProgressMode mode) {
        this.registry = registry;
        adapter = registry.open(name, AdapterOptions.defaults().withProgress(mode));
        zone = adapter.createProtectionZone();
        completions = adapter.createEventDispatcher(DEPTH, EventStream.DTO, EventStream.SOFTWARE);
        connections = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
        requests = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION_REQUEST);
        endpoint = endpoint(completions);
    }

    /** A program on a simulated host, under its clock. */
    static Node simulated(Simulation sim, SimHost host, ProgressMode mode) {
        return new Node(
                new RegistryBuilder()
                        .discover(false)
                        .provider(host.provider())
                        .seams(
                                new RuntimeSeams(
                                        sim.clock(), sim.parker(), sim.random(), host.threads()))
                        .build(),
                "soft:sim",
                mode);
    }

    /** A program on the network of this machine, with the provider's daemon. */
    static Node real() {
        return real(ProgressMode.AUTO);
    }

    static Node real(ProgressMode mode) {
        return new Node(
                new RegistryBuilder().discover(false).provider(new SoftProvider()).build(),
                "soft:iwarp",
                mode);
    }

    Endpoint endpoint(EventDispatcher dispatcher) {
        return adapter.createEndpoint(
                zone, dispatcher, dispatcher, connections, EndpointAttributes.defaults());
    }

    LocalMemoryRegion memory(long bytes) {
        return zone.allocate(bytes, Set.copyOf(Privilege.ALL));
    }

    SlabPool pool(int largest) {
        return new SlabPool(zone, SlabPoolOptions.of(largest, 8 << 20).withSlabBytes(64 << 10));
    }

    /** Listens on the local machine, on any port. */
    InetSocketAddress listen() {
        PublicServicePoint point =
                adapter.createPublicServicePoint(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), requests);
        return point.localAddress();
    }

    ConnectionRequest request() throws InterruptedException {
        return requests.expect(ConnectionRequestEvent.class, LIMIT).request();
    }

    PrivateData accept(PrivateData answer) throws InterruptedException {
        ConnectionRequest request = request();
        PrivateData asked = request.privateData();
        request.accept(endpoint, answer);
        connections.expect(ConnectionEvent.Established.class, LIMIT);
        return asked;
    }

    PrivateData connect(InetSocketAddress to, PrivateData with) throws InterruptedException {
        endpoint.connect(to, ConnectOptions.within(LIMIT).withPrivateData(with));
        return connections.expect(ConnectionEvent.Established.class, LIMIT).privateData();
    }

    /** Connects two programs of this process. */
    static void connect(Node active, Node passive) throws InterruptedException {
        InetSocketAddress address = passive.listen();
        active.endpoint.connect(address, ConnectOptions.within(LIMIT));
        passive.accept(PrivateData.EMPTY);
        active.connections.expect(ConnectionEvent.Established.class, LIMIT);
    }

    /** Connects two programs that make progress in this thread's calls alone. */
    static void connectOnOneThread(Node active, Node passive) {
        active.endpoint.connect(passive.listen(), ConnectOptions.within(LIMIT));
        ConnectionRequestEvent asked = null;
        while (asked == null) {
            active.adapter.progress();
            asked = (ConnectionRequestEvent) passive.requests.dequeue();
        }
        asked.request().accept(passive.endpoint);
        while (active.connections.size() == 0 || passive.connections.size() == 0) {
            active.adapter.progress();
            passive.adapter.progress();
        }
        active.connections.dequeue();
        passive.connections.dequeue();
    }

    @Override
    public void close() {
        registry.close();
    }
}
