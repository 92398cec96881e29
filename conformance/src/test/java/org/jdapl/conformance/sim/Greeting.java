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
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.Privilege;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;

/**
 * The program of {@code docs/simulation.md}, which shows the parts between marks: one side greets,
 * the other waits for the greeting.
 */
final class Greeting {

    private static final Duration LIMIT = Duration.ofSeconds(5);
    private static final int PORT = 7471;

    /** How the side that is greeted takes a connection and the greeting. */
    interface Welcome {
        void take(ConnectionRequest request, Side side) throws InterruptedException;
    }

    /** What each side has. */
    record Side(
            InterfaceAdapter adapter,
            Endpoint endpoint,
            EventDispatcher connections,
            EventDispatcher completions,
            LocalMemoryRegion memory) {

        static Side open(AdapterRegistry registry) {
            InterfaceAdapter adapter = registry.open("soft:sim", AdapterOptions.defaults());
            ProtectionZone zone = adapter.createProtectionZone();
            EventDispatcher connections = adapter.createEventDispatcher(4, EventStream.CONNECTION);
            EventDispatcher completions = adapter.createEventDispatcher(16, EventStream.DTO);
            return new Side(
                    adapter,
                    adapter.createEndpoint(
                            zone,
                            completions,
                            completions,
                            connections,
                            EndpointAttributes.defaults()),
                    connections,
                    completions,
                    zone.allocate(64, Set.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE)));
        }
    }

    private Greeting() {}

    // docs: run
    static void run(Simulation.Builder builder, Welcome welcome) throws Exception {
        try (Simulation sim = builder.build()) {
            SimHost a = sim.host("a");
            SimHost b = sim.host("b");
            sim.run(
                    () -> {
                        Thread greeted = b.start("greeted", () -> beGreeted(sim, b, welcome));
                        sim.sleep(Duration.ofMillis(1));
                        Thread greeter = a.start("greeter", () -> greet(sim, a, address(b)));
                        sim.join(greeted);
                        sim.join(greeter);
                    });
        }
    }

    static AdapterRegistry registry(Simulation sim, SimHost host) {
        return new RegistryBuilder()
                .discover(false)
                .provider(host.provider())
                .seams(new RuntimeSeams(sim.clock(), sim.parker(), sim.random(), host.threads()))
                .build();
    }

    // docs: end

    private static void greet(Simulation sim, SimHost host, InetSocketAddress to)
            throws InterruptedException {
        try (AdapterRegistry registry = registry(sim, host)) {
            Side side = Side.open(registry);
            side.endpoint().connect(to, ConnectOptions.within(LIMIT));
            side.connections().expect(ConnectionEvent.Established.class, LIMIT);
            side.endpoint().send(side.memory().whole(), 1);
            side.connections().await(LIMIT); // the other side ends it
        }
    }

    private static void beGreeted(Simulation sim, SimHost host, Welcome welcome)
            throws InterruptedException {
        try (AdapterRegistry registry = registry(sim, host)) {
            Side side = Side.open(registry);
            EventDispatcher requests =
                    side.adapter().createEventDispatcher(4, EventStream.CONNECTION_REQUEST);
            side.adapter().createPublicServicePoint(address(host), requests);
            welcome.take(requests.expect(ConnectionRequestEvent.class, LIMIT).request(), side);
        }
    }

    // docs: too late
    static void tooLate(ConnectionRequest request, Side side) throws InterruptedException {
        request.accept(side.endpoint());
        side.connections().expect(ConnectionEvent.Established.class, LIMIT);
        side.endpoint().receive(side.memory().whole(), 1); // the greeting may be here already
        side.completions().expectSuccess(LIMIT);
    }

    // docs: end

    // docs: in time
    static void inTime(ConnectionRequest request, Side side) throws InterruptedException {
        side.endpoint().receive(side.memory().whole(), 1);
        request.accept(side.endpoint());
        side.connections().expect(ConnectionEvent.Established.class, LIMIT);
        side.completions().expectSuccess(LIMIT);
    }

    // docs: end

    private static InetSocketAddress address(SimHost host) {
        return new InetSocketAddress(host.addresses().getFirst(), PORT);
    }
}
