package org.jdapl.conformance.throwing;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.Census;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;
import org.jdapl.spi.Provider;
import org.jspecify.annotations.Nullable;

/**
 * A consumer's way through all that a connection needs, on a provider that may fail in any of its
 * calls, with a peer on a sound one. A refusal ends the part in which it comes, and the next part
 * begins; whatever else is thrown ends the test. All that the consumer is told is kept.
 */
final class Tour {

    /** No wait needs longer in virtual time. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    private static final int PORT = 7471;
    private static final int DEPTH = 8;
    private static final int BYTES = 64;
    private static final Set<Privilege> ALL = Set.copyOf(Privilege.ALL);

    private static final EndpointAttributes ATTRIBUTES =
            EndpointAttributes.builder().privateDataFraming(PrivateDataFraming.FRAMED).build();

    /** What came of it. */
    record Outcome(
            List<String> told, @Nullable Census left, long reportsAtTheEnd, Duration closing) {}

    /** A part of the way. */
    private interface Part {
        void run() throws InterruptedException;
    }

    private final Simulation sim;
    private final SimHost here;
    private final SimHost there;
    private final List<Thread> threads = new ArrayList<>();
    private final List<String> told = new ArrayList<>();

    private Tour(Simulation sim) {
        this.sim = sim;
        this.here = sim.host("here");
        this.there = sim.host("there");
    }

    /** Who puts faults around a provider. */
    interface Breaker {
        Provider around(Provider sound);
    }

    static Outcome run(Breaker breaker, ProgressMode mode) throws Exception {
        Outcome[] outcome = new Outcome[1];
        try (Simulation sim = Simulation.builder().seed(1).build()) {
            sim.run(() -> outcome[0] = new Tour(sim).all(breaker, mode));
        }
        return outcome[0];
    }

    private Outcome all(Breaker breaker, ProgressMode mode) throws InterruptedException {
        try (AdapterRegistry registry = registry(breaker.around(here.provider()), here);
                AdapterRegistry sound = registry(there.provider(), there)) {
            part(() -> registry.watch().close());
            registry.providers().forEach(p -> p.unavailableReason().ifPresent(told::add));
            registry.adapters();
            @Nullable InterfaceAdapter adapter = open(registry, mode);
            if (adapter == null) {
                endThreads();
                return new Outcome(told, null, 0, Duration.ZERO);
            }
            Side peer = new Side(open(sound));
            peer.listen(there);
            part(() -> onAdapter(adapter, peer));
            sim.sleep(Duration.ofMillis(50)); // what AUTO has to tell, it tells by itself
            takeReports(adapter);
            long reports = dropped(adapter);
            Duration start = sim.elapsed();
            adapter.close();
            Duration closing = sim.elapsed().minus(start);
            endThreads();
            return new Outcome(told, adapter.census(), dropped(adapter) - reports, closing);
        }
    }

    private AdapterRegistry registry(Provider provider, SimHost host) {
        ThreadFactory factory =
                body -> {
                    Thread thread = host.threads().newThread(body);
                    if (host == here) {
                        threads.add(thread);
                    }
                    return thread;
                };
        return new RegistryBuilder()
                .discover(false)
                .provider(provider)
                .seams(new RuntimeSeams(sim.clock(), sim.parker(), sim.random(), factory))
                .build();
    }

    private static InterfaceAdapter open(AdapterRegistry registry) {
        return registry.open("soft:sim", AdapterOptions.defaults().withProgress(ProgressMode.AUTO));
    }

    private @Nullable InterfaceAdapter open(AdapterRegistry registry, ProgressMode mode)
            throws InterruptedException {
        InterfaceAdapter[] opened = new InterfaceAdapter[1];
        part(
                () ->
                        opened[0] =
                                registry.open(
                                        "soft:sim", AdapterOptions.defaults().withProgress(mode)));
        return opened[0];
    }

    /** The simulation says so where one of them never ends. */
    private void endThreads() {
        threads.forEach(sim::join);
    }

    private static long dropped(InterfaceAdapter adapter) {
        return adapter.counters().value("reports.dropped");
    }

    private void part(Part part) throws InterruptedException {
        try {
            part.run();
        } catch (DatException e) {
            told.add(e.toString());
        }
    }

    // ---- what both sides have

    private static final class Side {
        final InterfaceAdapter adapter;
        final ProtectionZone zone;
        final LocalMemoryRegion memory;
        final EventDispatcher completions;
        final EventDispatcher connections;
        final EventDispatcher requests;

        Side(InterfaceAdapter adapter) {
            this.adapter = adapter;
            zone = adapter.createProtectionZone();
            memory = zone.allocate(4096, ALL);
            completions =
                    adapter.createEventDispatcher(DEPTH, EventStream.DTO, EventStream.RMR_BIND);
            connections = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
            requests = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION_REQUEST);
        }

        Endpoint endpoint() {
            return adapter.createEndpoint(zone, completions, completions, connections, ATTRIBUTES);
        }

        PublicServicePoint listen(SimHost host) {
            return adapter.createPublicServicePoint(
                    address(host), requests, EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED);
        }

        void receive(Endpoint endpoint) {
            endpoint.receive(memory.slice(0, BYTES), 1);
        }

        void send(Endpoint endpoint) {
            endpoint.send(memory.slice(BYTES, BYTES), 2);
        }
    }

    private static InetSocketAddress address(SimHost host) {
        return new InetSocketAddress(host.addresses().getFirst(), PORT);
    }

    // ---- the parts

    private void onAdapter(InterfaceAdapter adapter, Side peer) throws InterruptedException {
        part(() -> ask(adapter));
        part(() -> leaveWaiting(adapter));
        Side side = new Side(adapter);
        part(() -> windowsAndRegions(side));
        List<DatObject> made = new ArrayList<>();
        part(() -> connect(side, peer, made));
        part(() -> accept(side, peer, made));
        for (DatObject object : made.reversed()) {
            part(object::close);
        }
        part(adapter::progress);
    }

    private static void ask(InterfaceAdapter adapter) {
        adapter.counters();
        adapter.unwrap(Object.class);
    }

    /** Has threads wait for what never comes: they end by the loss of the adapter or its end. */
    private void leaveWaiting(InterfaceAdapter adapter) {
        NotificationObject notification = adapter.createNotificationObject(null);
        EventDispatcher one =
                adapter.createEventDispatcher(DEPTH, EnumSet.of(EventStream.DTO), null);
        adapter.createEventDispatcher(DEPTH, EnumSet.of(EventStream.DTO), notification);
        start("waits for an event", () -> one.await(EventDispatcher.FOREVER));
        start("waits for a trigger", () -> notification.await(EventDispatcher.FOREVER));
    }

    private void start(String name, Part endless) {
        threads.add(
                here.start(
                        name,
                        () -> {
                            try {
                                endless.run();
                            } catch (DatException e) {
                                // closed, or lost
                            }
                        }));
    }

    private static void windowsAndRegions(Side side) {
        ProtectionZone zone = side.adapter.createProtectionZone();
        LocalMemoryRegion region = zone.allocate(BYTES, ALL, RegistrationOption.ZERO_BASED);
        region.remoteRegion();
        region.close();
        zone.close();
        side.adapter.createEventDispatcher(DEPTH, EventStream.DTO).close();
    }

    /** Connects to the peer, exchanges data in all ways, ends it gracefully, and begins anew. */
    private void connect(Side side, Side peer, List<DatObject> made) throws InterruptedException {
        Endpoint endpoint = side.endpoint();
        made.add(endpoint);
        Endpoint far = peer.endpoint();
        endpoint.connect(address(there), ConnectOptions.within(LIMIT));
        @Nullable ConnectionRequest request = requestAt(peer, side);
        if (request == null) {
            told(side.connections.await(LIMIT));
            return;
        }
        request.accept(far);
        told(side.connections.await(LIMIT));
        from(peer.connections, side);
        side.receive(endpoint);
        peer.receive(far);
        peer.send(far);
        side.send(endpoint);
        endpoint.write(side.memory.slice(0, BYTES), peer.memory.remoteRegion(512, BYTES), 3);
        endpoint.read(side.memory.slice(256, BYTES), peer.memory.remoteRegion(512, BYTES), 4);
        for (int i = 0; i < 4 && told(side.completions.await(LIMIT)) != null; i++) {
            // the next one
        }
        RemoteMemoryRegion window = side.zone.createRemoteMemoryRegion(RmrScope.PROTECTION_ZONE);
        made.add(window);
        window.bind(
                endpoint,
                side.memory.slice(1024, BYTES),
                EnumSet.of(Privilege.REMOTE_READ),
                5,
                CompletionFlags.DEFAULT);
        takeAll(side.completions);
        window.remoteRegion();
        endpoint.disconnect(DisconnectMode.GRACEFUL);
        takeAll(side.connections);
        endpoint.reset();
    }

    /** Accepts a connection whose receives come from a shared queue, and answers others. */
    private void accept(Side side, Side peer, List<DatObject> made) throws InterruptedException {
        SharedReceiveQueue shared =
                side.adapter.createSharedReceiveQueue(
                        side.zone, new SharedReceiveQueueAttributes(DEPTH, 1, 0));
        made.add(shared);
        shared.receive(side.memory.slice(0, BYTES), 6);
        shared.setLowWatermark(1);
        shared.resize(2 * DEPTH);
        PublicServicePoint point = side.listen(here);
        made.add(point);
        Endpoint endpoint =
                side.adapter.createEndpoint(
                        side.zone,
                        side.completions,
                        side.completions,
                        side.connections,
                        shared,
                        ATTRIBUTES);
        made.add(endpoint);
        Endpoint far = peer.endpoint();
        @Nullable ConnectionRequest request = requestBy(far, side);
        if (request != null) {
            request.localAddress();
            request.remoteAddress();
            request.accept(endpoint);
            told(side.connections.await(LIMIT));
            from(peer.connections, side);
            peer.send(far);
            told(side.completions.await(LIMIT));
        }
        @Nullable ConnectionRequest second = requestBy(peer.endpoint(), side);
        if (second != null) {
            part(second::reject);
        }
        @Nullable ConnectionRequest third = requestBy(peer.endpoint(), side);
        if (third != null) {
            part(third::close);
        }
        endpoint.disconnect(DisconnectMode.ABRUPT);
        takeAll(side.connections);
    }

    // ---- events

    /** A request that the peer makes, taken by the side under test. */
    private @Nullable ConnectionRequest requestBy(Endpoint far, Side side)
            throws InterruptedException {
        far.connect(address(here), ConnectOptions.within(LIMIT));
        return told(side.requests.await(LIMIT)) instanceof ConnectionRequestEvent e
                ? e.request()
                : null;
    }

    /** A request that has come to the peer. */
    private @Nullable ConnectionRequest requestAt(Side peer, Side driven)
            throws InterruptedException {
        return from(peer.requests, driven) instanceof ConnectionRequestEvent e ? e.request() : null;
    }

    /** An event of the peer's; meanwhile the side under test is driven. */
    private @Nullable Event from(EventDispatcher dispatcher, Side driven)
            throws InterruptedException {
        @Nullable Event event = dispatcher.dequeue();
        for (Duration pause = Duration.ofNanos(20_000);
                event == null && pause.compareTo(LIMIT) < 0;
                pause = pause.multipliedBy(2)) {
            driven.adapter.progress();
            sim.sleep(pause);
            event = dispatcher.dequeue();
        }
        return event;
    }

    private @Nullable Event told(@Nullable Event event) {
        if (event != null) {
            told.add(event.toString());
        }
        return event;
    }

    private void takeAll(EventDispatcher dispatcher) throws InterruptedException {
        @Nullable Event event = told(dispatcher.await(LIMIT));
        while (event != null) {
            event = told(dispatcher.dequeue());
        }
    }

    private void takeReports(InterfaceAdapter adapter) {
        while (told(adapter.asyncEvents().dequeue()) != null) {
            // the next one
        }
    }
}
