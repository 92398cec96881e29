package org.jdapl.conformance.explorer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.BindCompletion;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.conformance.explorer.End.Posted;
import org.jdapl.conformance.explorer.Finding.Check;
import org.jdapl.provider.soft.sim.Simulation;
import org.jspecify.annotations.Nullable;

/** One of the two consumers: its adapter, its objects, and the model of each. */
final class Side {

    static final int SLOTS = 3;
    static final int QUEUE = 8;
    private static final int PORT = 7000;
    private static final int BATCH = 5;

    /** A wait at an adapter that is lost looks this often. */
    private static final long LOOK_NS = 10_000_000L;

    private static final Duration WHILE = Duration.ofMillis(3);
    private static final Set<Privilege> LOCAL =
            EnumSet.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE);

    final String name;
    final int number;
    final Setup setup;
    final InterfaceAdapter adapter;
    final List<End> ends = new ArrayList<>();
    final List<PublicServicePoint> listeners = new ArrayList<>();
    final List<ReservedServicePoint> reserved = new ArrayList<>();
    final ArrayDeque<ConnectionRequest> waiting = new ArrayDeque<>();
    final Source source;
    final Counter counter;

    /** What some of the endpoints draw from; null where each has receives of its own. */
    final @Nullable Pool pool;

    final Bell bell;

    private final AdapterRegistry registry;
    private final ProtectionZone zone;
    private final EventDispatcher requests;
    private final EventDispatcher transfers;
    private final EventDispatcher connections;
    private final IdentityHashMap<Endpoint, End> models = new IdentityHashMap<>();
    private final IdentityHashMap<Endpoint, Target> targets = new IdentityHashMap<>();
    private final Slots receiveSlots;
    private final Slots readSlots;
    private final Tally tally;
    private long taken;

    /** Whether a wait has told that the adapter is lost. */
    private volatile boolean lost;

    private int nextPort = PORT + 10;

    Side(String name, int number, Setup setup, AdapterRegistry registry, Tally tally) {
        this.name = name;
        this.number = number;
        this.setup = setup;
        this.registry = registry;
        this.tally = tally;
        this.adapter =
                registry.open(
                        "soft:sim", AdapterOptions.defaults().withProgress(setup.progress(number)));
        zone = adapter.createProtectionZone();
        source = new Source(zone);
        counter = new Counter(zone);
        receiveSlots = new Slots(zone, SLOTS * QUEUE * 2, LOCAL);
        readSlots = new Slots(zone, SLOTS * QUEUE * 2, LOCAL);
        pool = setup.shared() ? new Pool(name, adapter, zone) : null;
        bell = new Bell(this);
        requests = adapter.createEventDispatcher(16, EventStream.CONNECTION_REQUEST);
        if (setup.oneDispatcher()) {
            transfers = adapter.createEventDispatcher(64, EventStream.DTO, EventStream.CONNECTION);
            connections = transfers;
        } else {
            transfers = adapter.createEventDispatcher(64, EventStream.DTO);
            connections = adapter.createEventDispatcher(16, EventStream.CONNECTION);
        }
        for (EndpointCreation creation : EndpointCreation.values()) {
            listeners.add(
                    adapter.createPublicServicePoint(
                            address(PORT + creation.ordinal()),
                            requests,
                            creation,
                            PrivateDataFraming.FRAMED));
        }
        for (int i = 0; i < SLOTS; i++) {
            ends.add(create(i));
        }
    }

    java.net.InetSocketAddress address(int port) {
        return new java.net.InetSocketAddress(adapter.attributes().addresses().getFirst(), port);
    }

    static EndpointAttributes attributes() {
        return EndpointAttributes.builder()
                .maxReceives(QUEUE)
                .maxRequests(QUEUE)
                .maxMessageBytes(Slots.BYTES)
                .maxRdmaBytes(Slots.BYTES)
                .privateDataFraming(PrivateDataFraming.FRAMED)
                .build();
    }

    private End create(int index) {
        return adopt(
                index,
                pool == null || index == 0
                        ? adapter.createEndpoint(
                                zone, transfers, transfers, connections, attributes())
                        : adapter.createEndpoint(
                                zone, transfers, transfers, connections, pool.queue, attributes()));
    }

    /** Receives in the shared queue. */
    int pooled() {
        return pool == null ? 0 : pool.size();
    }

    @Nullable Posted takePooled(long number) {
        return pool == null ? null : pool.take(number);
    }

    /** How many endpoints draw from the shared queue, at least one. */
    int drawing() {
        return Math.max(1, (int) ends.stream().filter(End::draws).count());
    }

    /** Starts to keep account of an endpoint, made here or by the runtime. */
    End adopt(int index, Endpoint endpoint) {
        End end = new End(this, index, endpoint);
        models.put(endpoint, end);
        targets.put(endpoint, new Target(zone));
        return end;
    }

    /** The endpoint that a request has brought: one that was reserved, or one made for it. */
    End adoptOf(Endpoint endpoint) {
        End known = models.get(endpoint);
        if (known != null) {
            return known;
        }
        End end = adopt(ends.size(), endpoint);
        ends.add(end);
        return end;
    }

    /**
     * What an endpoint that the runtime has made lacks; every second one of its parts at a time.
     */
    List<EndpointChange> parts() {
        return List.of(
                new EndpointChange(zone, null, null, null, null),
                new EndpointChange(null, transfers, transfers, connections, attributes()));
    }

    /** The endpoint in a slot is closed: another one takes its place. */
    void replace(End end) {
        if (ends.get(end.index) == end) {
            ends.set(end.index, create(end.index));
        }
    }

    ReservedServicePoint reserve(End end) {
        ReservedServicePoint point =
                adapter.createReservedServicePoint(address(nextPort++), end.endpoint, requests);
        reserved.add(point);
        return point;
    }

    Slots slots(OperationKind kind) {
        return kind == OperationKind.RECEIVE ? receiveSlots : readSlots;
    }

    Target target(End end) {
        Target target = targets.get(end.endpoint);
        if (target == null) {
            throw new IllegalStateException("no target for " + end);
        }
        return target;
    }

    // ---- events

    EventBatch batch() {
        return adapter.createEventBatch(BATCH);
    }

    /** Takes what is there, of all dispatchers; how much there was. */
    int look(EventBatch batch) {
        int seen = take(batch, transfers.poll(batch));
        if (!setup.oneDispatcher()) {
            seen += take(batch, connections.poll(batch));
        }
        seen += take(batch, requests.poll(batch));
        return seen + async();
    }

    /** The dispatchers that somebody has to wait on. */
    List<EventDispatcher> dispatchers() {
        return setup.oneDispatcher()
                ? List.of(requests, transfers)
                : List.of(requests, transfers, connections);
    }

    /** Waits on one dispatcher; not without a limit any more once the adapter is lost. */
    int await(EventBatch batch, EventDispatcher dispatcher, long nanos)
            throws InterruptedException {
        try {
            long limit = lost ? Math.min(nanos, LOOK_NS) : nanos;
            return take(batch, dispatcher.await(batch, limit));
        } catch (DatException e) {
            if (e.type() != DatType.ABORT || e.scope() != ErrorScope.ADAPTER) {
                throw e;
            }
            lost = true;
            tally.count("wait ended by the loss of the adapter");
            return 0;
        }
    }

    /**
     * Looks whether somebody sleeps although there are events for it: they must be taken within a
     * while.
     */
    void requireAwake(Simulation simulation) throws InterruptedException {
        for (EventDispatcher dispatcher : dispatchers()) {
            int waiting = dispatcher.size();
            long before = taken;
            if (waiting > 0) {
                simulation.sleep(WHILE);
                Finding.require(
                        dispatcher.size() == 0 || taken != before,
                        Check.LIVENESS,
                        "{}: {} events are in {}, and the thread that waits for them sleeps",
                        name,
                        waiting,
                        dispatcher);
            }
        }
    }

    /** Ends all waits, for good. */
    void endWaits() {
        dispatchers().forEach(EventDispatcher::setUnwaitable);
    }

    private int take(EventBatch batch, int n) {
        taken += n;
        for (int i = 0; i < n; i++) {
            if (batch.isCompletion(i)) {
                model(batch.endpoint(i)).completed(batch, i, tally);
            } else {
                take(batch.event(i));
            }
        }
        return n;
    }

    private void take(Event event) {
        switch (event) {
            case ConnectionEvent e -> model(e.endpoint()).happened(e, tally);
            case ConnectionRequestEvent e -> {
                tally.count("event ConnectionRequest");
                waiting.add(e.request());
            }
            case BindCompletion e -> model(e.endpoint()).bound(e, tally);
            case DtoCompletion e -> throw new Finding(Check.EVENT, "not as a completion: " + e);
            default -> throw new Finding(Check.EVENT, name + ": unexpected " + event);
        }
    }

    private End model(Endpoint endpoint) {
        @Nullable End end = models.get(endpoint);
        if (end == null) {
            throw new Finding(Check.EVENT, name + ": an event of " + endpoint + ", unknown");
        }
        return end;
    }

    int async() {
        @Nullable Event event = adapter.asyncEvents().dequeue();
        switch (event) {
            case null -> {
                return 0;
            }
            case AsyncEvent.EndpointBroken e ->
                    tally.count("asynchronous EndpointBroken " + e.cause());
            case AsyncEvent.AdapterCatastrophic _ ->
                    tally.count("asynchronous AdapterCatastrophic");
            case AsyncEvent.LowWatermark e when pool != null -> {
                tally.count("asynchronous LowWatermark");
                pool.runsLow(e);
            }
            default -> throw new Finding(Check.INTERNAL, name + ": " + event);
        }
        return 1;
    }

    // ---- the end

    boolean isSettled() {
        return models.values().stream().allMatch(End::isSettled);
    }

    String open() {
        StringBuilder out = new StringBuilder();
        models.values().stream()
                .filter(end -> !end.isSettled())
                .forEach(end -> out.append("\n    ").append(end.open()));
        return out.toString();
    }

    void checkMemory() {
        receiveSlots.check(name + " receives");
        readSlots.check(name + " reads");
        source.check(name);
        counter.check(name);
        targets.forEach((endpoint, target) -> target.check(name + " " + endpoint));
    }

    /** Closes all, one by one, and looks for what is left. */
    void close() {
        reserved.forEach(ReservedServicePoint::close);
        listeners.forEach(PublicServicePoint::close);
        EventBatch batch = batch();
        while (look(batch) > 0) {
            tally.count("left unread");
        }
        waiting.forEach(ConnectionRequest::close);
        while (async() > 0) {
            tally.count("left unread");
        }
        models.keySet().forEach(Endpoint::close);
        if (pool != null) {
            while (look(batch) > 0) {
                tally.count("left unread");
            }
            pool.check();
            pool.queue.close();
        }
        targets.values().forEach(Target::close);
        counter.region().close();
        receiveSlots.region().close();
        readSlots.region().close();
        source.region().close();
        zone.close();
        transfers.close();
        connections.close();
        requests.close();
        bell.close();
        for (HandleKind kind : HandleKind.values()) {
            int left = adapter.census().count(kind);
            int own = kind == HandleKind.EVENT_DISPATCHER ? 1 : 0;
            Finding.require(
                    left <= own || kind == HandleKind.INTERFACE_ADAPTER,
                    Check.LEAK,
                    "{}: {} of {} are left",
                    name,
                    left,
                    kind);
        }
        Finding.require(
                adapter.census().outstandingReceives() + adapter.census().outstandingRequests()
                        == 0,
                Check.LEAK,
                "{}: work is left: {}",
                name,
                adapter.census());
        adapter.close();
        registry.close();
    }

    static final Duration CONNECT_LIMIT = Duration.ofMillis(400);
}
