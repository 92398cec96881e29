package org.jdapl.core;

import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.Census;
import org.jdapl.api.CloseMode;
import org.jdapl.api.CommonServicePoint;
import org.jdapl.api.Counters;
import org.jdapl.api.DatObject;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatagramSender;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PortChange;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.ConnectionManager;
import org.jdapl.spi.DatagramPeer;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.Provider;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jspecify.annotations.Nullable;

/**
 * An open adapter: the root of its objects, the receiver of what the provider tells, and the owner
 * of the control lock.
 */
final class AdapterImpl extends ObjectBase implements InterfaceAdapter, AdapterListener {

    /** Numbers of queue pairs have so many bits. */
    private static final int QUEUE_PAIR_BITS = 24;

    /** How long closing waits for another thread to leave the provider. */
    static final long STOP_LIMIT_NS = 5_000_000_000L;

    /** Children before what they depend on. */
    private static final List<HandleKind> CLOSE_ORDER =
            List.of(
                    HandleKind.REMOTE_MEMORY_REGION,
                    HandleKind.CONNECTION_REQUEST,
                    HandleKind.RESERVED_SERVICE_POINT,
                    HandleKind.COMMON_SERVICE_POINT,
                    HandleKind.MULTICAST_GROUP,
                    HandleKind.ENDPOINT,
                    HandleKind.ADDRESS_HANDLE,
                    HandleKind.SHARED_RECEIVE_QUEUE,
                    HandleKind.LOCAL_MEMORY_REGION,
                    HandleKind.PUBLIC_SERVICE_POINT,
                    HandleKind.PROTECTION_ZONE,
                    HandleKind.EVENT_DISPATCHER,
                    HandleKind.NOTIFICATION_OBJECT);

    private final String name;
    private final RegistryImpl registry;
    private final ProviderAttributes providerAttributes;
    private final Adapter provider;
    private final AdapterAttributes attributes;
    private final CapabilityGate gate;
    private final RuntimeSeams seams;
    private final Clock clock;
    private final Parker parker;
    private final ReentrantLock control = new ReentrantLock();
    private final Timers timers;
    private final ProgressDriver driver;
    private final EndpointTable endpoints = new EndpointTable();
    private final SharedQueueTable sharedQueues = new SharedQueueTable();
    private final EnumMap<HandleKind, Set<ObjectBase>> objects = new EnumMap<>(HandleKind.class);
    private final AtomicIntegerArray serials = new AtomicIntegerArray(HandleKind.values().length);
    private final IdentityHashMap<IncomingConnection, ConnectionRequestImpl> requests =
            new IdentityHashMap<>();
    private final AdapterCounts counts = new AdapterCounts(this);
    private final EventDispatcherImpl asyncEvents;
    private @Nullable CompletionQueue unusedQueue;

    // What the provider has told and is to be handled outside of its calls. Each queue is its own
    // monitor.
    private final ArrayDeque<Runnable> inbox = new ArrayDeque<>();
    private volatile boolean inboxFilled;
    private final ArrayDeque<Runnable> errands = new ArrayDeque<>();
    private volatile boolean errandsFilled;

    /** Whether nothing is handled any more; written inside the inbox's monitor. */
    private volatile boolean ended;

    /** Whether the adapter is lost, and that was told; written under the control lock. */
    private volatile boolean lost;

    private final AtomicLong strays = new AtomicLong();
    private final AtomicLong droppedReports = new AtomicLong();
    private final AtomicLong refusedRequests = new AtomicLong();

    @SuppressWarnings(
            "this-escape") // the provider may keep the listener, but calls it only when it is
    // driven
    AdapterImpl(
            RegistryImpl registry,
            String name,
            Provider from,
            String device,
            AdapterOptions options,
            ProgressMode progress,
            RuntimeSeams seams) {
        super(null, HandleKind.INTERFACE_ADAPTER);
        this.registry = registry;
        this.name = name;
        this.seams = seams;
        this.clock = seams.clock();
        this.parker = seams.parker();
        this.timers = new Timers(clock, e -> reportInternal("a time limit's action failed: " + e));
        for (HandleKind kind : HandleKind.values()) {
            objects.put(kind, new LinkedHashSet<>()); // in the order of their making
        }
        this.providerAttributes =
                withWhatTheRuntimeAdds(ProviderCalls.get("Provider.attributes", from::attributes));
        this.provider =
                ProviderCalls.owed(
                        "Provider.open",
                        from.open(
                                device,
                                new OpenParameters(
                                        name,
                                        progress,
                                        options.transport(),
                                        this,
                                        clock,
                                        seams.random())));
        boolean done = false;
        try {
            AdapterAttributes offered =
                    ProviderCalls.get("Adapter.attributes", provider::attributes);
            if (options.asyncDepth() < 1 || options.asyncDepth() > offered.maxEventDepth()) {
                throw Errors.parameter(
                        2,
                        "asyncDepth="
                                + options.asyncDepth()
                                + " is not between 1 and the adapter's maximum of "
                                + offered.maxEventDepth());
            }
            this.gate = new CapabilityGate(name, offered, seams.signals().isPresent());
            this.attributes = offered.withCapabilities(gate.advertised());
            this.driver = new ProgressDriver(this, provider, progress, seams);
            this.asyncEvents =
                    new EventDispatcherImpl(
                            this, options.asyncDepth(), EnumSet.of(EventStream.ASYNC), null);
            remember(asyncEvents);
            driver.start(name);
            done = true;
        } finally {
            if (!done) {
                closeHalfOpen(provider);
            }
        }
    }

    /** Gives back what a provider opened for an adapter that cannot be used. */
    private static void closeHalfOpen(Adapter opened) {
        try {
            opened.close();
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            // What made the adapter unusable is on its way to the consumer, and says more.
        }
    }

    /**
     * Every provider is safe for threads and has endpoints of service points: both are the
     * runtime's work.
     */
    private static ProviderAttributes withWhatTheRuntimeAdds(ProviderAttributes a) {
        return new ProviderAttributes(
                a.providerName(),
                a.providerVersion(),
                a.vendorName(),
                a.apiVersion(),
                a.spiVersion(),
                true,
                a.maxPrivateDataBytes(),
                a.readSinkNeedsRemoteWrite(),
                a.readSinkContextExposed(),
                a.asynchronousErrorsOnly(),
                a.regionSyncRequired(),
                a.rmrScopes(),
                true);
    }

    // ---- what its objects need

    /** The next object of its kind has this number, counted from one. */
    int nextSerial(HandleKind kind) {
        return serials.incrementAndGet(kind.ordinal());
    }

    @Override
    public String toString() {
        return name;
    }

    /** How many objects of a kind were made. */
    int made(HandleKind kind) {
        return serials.get(kind.ordinal());
    }

    AdapterCounts counts() {
        return counts;
    }

    ReentrantLock control() {
        return control;
    }

    Adapter provider() {
        return provider;
    }

    ConnectionManager connectionManager() {
        return ProviderCalls.get("Adapter.connectionManager", provider::connectionManager);
    }

    CapabilityGate gate() {
        return gate;
    }

    Clock clock() {
        return clock;
    }

    Parker parker() {
        return parker;
    }

    Timers timers() {
        return timers;
    }

    ProgressDriver driver() {
        return driver;
    }

    EndpointTable endpoints() {
        return endpoints;
    }

    SharedQueueTable sharedQueues() {
        return sharedQueues;
    }

    /** Whether its connections can carry the operations of RFC 7306, if the peer's can. */
    boolean hasExtensions() {
        return attributes.transport() == Transport.IWARP && gate.allows(Capability.ATOMICS);
    }

    RuntimeSeams seams() {
        return seams;
    }

    /**
     * A completion queue for endpoints that have no dispatcher for a kind of work, and so post
     * none.
     */
    CompletionQueue unusedQueue() {
        CompletionQueue q = unusedQueue;
        if (q == null) {
            q = createCompletionQueue(1, asyncEvents);
            unusedQueue = q;
        }
        return q;
    }

    CompletionQueue createCompletionQueue(int depth, EventDispatcherImpl context) {
        return ProviderCalls.get(
                "Adapter.createCompletionQueue",
                () -> provider.createCompletionQueue(depth, context));
    }

    /**
     * Makes a call of the provider that must not keep the runtime from going on.
     *
     * @return whether the call came to its end; if not, that was told
     */
    boolean quietly(String call, Runnable body) {
        try {
            body.run();
            return true;
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            reportInternal(Errors.failedIn(call, t));
            return false;
        }
    }

    void remember(ObjectBase object) {
        objects(object.handleKind()).add(object);
    }

    void forget(ObjectBase object) {
        objects(object.handleKind()).remove(object);
    }

    /** The open objects of a kind; under the control lock. */
    Set<ObjectBase> objects(HandleKind kind) {
        return java.util.Objects.requireNonNull(objects.get(kind));
    }

    /** Refuses one object more than the adapter can have. */
    void checkLimit(HandleKind kind, int max, DatSubtype subtype) {
        int own = kind == HandleKind.EVENT_DISPATCHER ? 1 : 0; // that for asynchronous events
        if (objects(kind).size() - own >= max) {
            throw Errors.resources(
                    subtype,
                    "the adapter has " + max + " " + Errors.plural(kind) + ", its maximum");
        }
    }

    /** What keeps a region of a zone from being closed, in words; null for nothing. */
    @Nullable String userOf(LocalMemoryRegionImpl region, ProtectionZoneImpl zone) {
        for (ObjectBase o : objects(HandleKind.ENDPOINT)) {
            if (o instanceof EndpointImpl e && e.isIn(zone) && e.usesRegion(region)) {
                return "posted work of an endpoint";
            }
        }
        for (ObjectBase o : objects(HandleKind.SHARED_RECEIVE_QUEUE)) {
            if (o instanceof SharedReceiveQueueImpl q && q.usesRegion(region)) {
                return "a posted receive of a shared receive queue";
            }
        }
        for (ObjectBase o : objects(HandleKind.REMOTE_MEMORY_REGION)) {
            if (o instanceof RemoteMemoryRegionImpl r && r.mayName(region)) {
                return "a remote memory region that is bound to it";
            }
        }
        return null;
    }

    /** Whether datagrams that are outstanding go there. */
    boolean isDestination(AddressHandleImpl handle, ProtectionZoneImpl zone) {
        for (ObjectBase o : objects(HandleKind.ENDPOINT)) {
            if (o instanceof EndpointImpl e && e.isIn(zone) && e.sendsTo(handle)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Where an endpoint's connection events go: its dispatcher, else the one for asynchronous
     * events.
     */
    EventDispatcherImpl eventsOf(EndpointImpl endpoint) {
        @Nullable EventDispatcherImpl own = endpoint.connectionEvents();
        return own != null && !own.isClosed() ? own : asyncEvents;
    }

    /**
     * The runtime's own object behind a consumer's handle; refuses one that is closed or of another
     * adapter.
     */
    <T extends ObjectBase> T own(DatObject handle, Class<T> type) {
        DatSubtype subtype = Errors.handleSubtype(handle.handleKind());
        if (!type.isInstance(handle) || handle.adapter() != this) {
            throw Errors.foreign(
                    subtype, Errors.words(handle.handleKind()) + " belongs to another adapter");
        }
        T object = type.cast(handle);
        object.requireOpen();
        return object;
    }

    ProtectionZoneImpl own(ProtectionZone zone) {
        return own(zone, ProtectionZoneImpl.class);
    }

    EventDispatcherImpl own(EventDispatcher dispatcher) {
        return own(dispatcher, EventDispatcherImpl.class);
    }

    @Nullable NotificationObjectImpl own(@Nullable NotificationObject object) {
        return object == null ? null : own(object, NotificationObjectImpl.class);
    }

    EndpointImpl own(Endpoint endpoint) {
        return own(endpoint, EndpointImpl.class);
    }

    // ---- queries

    @Override
    public String name() {
        return name;
    }

    @Override
    public AdapterAttributes attributes() {
        return attributes;
    }

    @Override
    public ProviderAttributes providerAttributes() {
        return providerAttributes;
    }

    @Override
    public EventDispatcher asyncEvents() {
        return asyncEvents;
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return ProviderCalls.get("Adapter.unwrap", () -> provider.unwrap(type));
    }

    @Override
    public Census census() {
        control.lock();
        try {
            Map<HandleKind, Integer> open = new EnumMap<>(HandleKind.class);
            objects.forEach(
                    (kind, set) -> {
                        if (!set.isEmpty()) {
                            open.put(kind, set.size());
                        }
                    });
            long unread = 0;
            for (ObjectBase o : objects(HandleKind.EVENT_DISPATCHER)) {
                unread += ((EventDispatcherImpl) o).unread();
            }
            long outstandingRequests = 0;
            long outstandingReceives = 0;
            for (ObjectBase o : objects(HandleKind.ENDPOINT)) {
                EndpointImpl e = (EndpointImpl) o;
                outstandingRequests += e.requestLedger().outstanding();
                outstandingReceives += e.receiveLedger().outstanding();
            }
            for (ObjectBase o : objects(HandleKind.SHARED_RECEIVE_QUEUE)) {
                outstandingReceives += ((SharedReceiveQueueImpl) o).outstanding();
            }
            return new Census(open, outstandingRequests, outstandingReceives, unread);
        } finally {
            control.unlock();
        }
    }

    @Override
    public Counters counters() {
        return counts.read();
    }

    // ---- making objects

    /** Makes an object under the control lock and remembers it. */
    private <T extends ObjectBase> T create(
            HandleKind kind, int max, DatSubtype subtype, Maker<T> maker) {
        control.lock();
        try {
            requireOpen();
            checkLimit(kind, max, subtype);
            T object = maker.make();
            remember(object);
            return object;
        } finally {
            control.unlock();
        }
    }

    private interface Maker<T> {
        T make();
    }

    @Override
    public ProtectionZone createProtectionZone() {
        return create(
                HandleKind.PROTECTION_ZONE,
                attributes.maxProtectionZones(),
                DatSubtype.RESOURCE_PROTECTION_DOMAIN,
                () ->
                        new ProtectionZoneImpl(
                                this,
                                ProviderCalls.get(
                                        "Adapter.createProtectionDomain",
                                        provider::createProtectionDomain)));
    }

    @Override
    public EventDispatcher createEventDispatcher(
            int depth, Set<EventStream> streams, @Nullable NotificationObject notification) {
        if (depth < 1 || depth > attributes.maxEventDepth()) {
            throw Errors.parameter(
                    2,
                    "depth="
                            + depth
                            + " is not between 1 and the adapter's maximum of "
                            + attributes.maxEventDepth());
        }
        if (streams.isEmpty() || streams.contains(EventStream.ASYNC)) {
            throw Errors.parameter(
                    4,
                    "streams="
                            + streams
                            + ": at least one is needed, and ASYNC belongs to the adapter's own"
                            + " dispatcher");
        }
        return create(
                HandleKind.EVENT_DISPATCHER,
                attributes.maxEventDispatchers(),
                DatSubtype.RESOURCE_TEVD,
                () -> new EventDispatcherImpl(this, depth, streams, own(notification)));
    }

    @Override
    public NotificationObject createNotificationObject(NotificationObject.@Nullable Agent agent) {
        return create(
                HandleKind.NOTIFICATION_OBJECT,
                Integer.MAX_VALUE,
                DatSubtype.RESOURCE_MEMORY,
                () -> new NotificationObjectImpl(this, agent));
    }

    @Override
    public Endpoint createEndpoint(
            @Nullable ProtectionZone zone,
            @Nullable EventDispatcher receives,
            @Nullable EventDispatcher requestEvents,
            @Nullable EventDispatcher connections,
            EndpointAttributes wanted) {
        return createEndpoint(
                () ->
                        EndpointParts.check(
                                this,
                                zone == null ? null : own(zone),
                                receives == null ? null : own(receives),
                                requestEvents == null ? null : own(requestEvents),
                                connections == null ? null : own(connections),
                                null,
                                wanted),
                EndpointState.UNCONNECTED);
    }

    private EndpointImpl createEndpoint(Maker<EndpointParts> parts, EndpointState initial) {
        return create(
                HandleKind.ENDPOINT,
                Math.min(attributes.maxEndpoints(), EndpointTable.MAX),
                DatSubtype.RESOURCE_TEP,
                () -> new EndpointImpl(this, parts.make(), initial));
    }

    @Override
    public Endpoint createEndpoint(
            ProtectionZone zone,
            EventDispatcher receives,
            @Nullable EventDispatcher requestEvents,
            @Nullable EventDispatcher connections,
            SharedReceiveQueue sharedReceives,
            EndpointAttributes wanted) {
        return createEndpoint(
                () ->
                        EndpointParts.check(
                                this,
                                own(zone),
                                own(receives),
                                requestEvents == null ? null : own(requestEvents),
                                connections == null ? null : own(connections),
                                own(sharedReceives, SharedReceiveQueueImpl.class),
                                wanted),
                EndpointState.UNCONNECTED);
    }

    @Override
    public SharedReceiveQueue createSharedReceiveQueue(
            ProtectionZone zone, SharedReceiveQueueAttributes wanted) {
        requireOpen();
        gate.require(Capability.SHARED_RECEIVE_QUEUE);
        return create(
                HandleKind.SHARED_RECEIVE_QUEUE,
                Math.min(attributes.maxSharedReceiveQueues(), SharedQueueTable.MAX),
                DatSubtype.RESOURCE_SRQ,
                () -> {
                    SharedReceiveQueueImpl.check(this, wanted);
                    return new SharedReceiveQueueImpl(this, own(zone), wanted);
                });
    }

    @Override
    public PublicServicePoint createPublicServicePoint(
            InetSocketAddress local,
            EventDispatcher requestEvents,
            EndpointCreation creation,
            PrivateDataFraming framing) {
        return create(
                HandleKind.PUBLIC_SERVICE_POINT,
                Integer.MAX_VALUE,
                DatSubtype.RESOURCE_DEVICE,
                () ->
                        new PublicServicePointImpl(
                                this, local, requestDispatcher(requestEvents), creation, framing));
    }

    @Override
    public ReservedServicePoint createReservedServicePoint(
            InetSocketAddress local, Endpoint endpoint, EventDispatcher requestEvents) {
        return create(
                HandleKind.RESERVED_SERVICE_POINT,
                Integer.MAX_VALUE,
                DatSubtype.RESOURCE_DEVICE,
                () -> {
                    EndpointImpl e = own(endpoint);
                    e.require(Trigger.RESERVE, "createReservedServicePoint");
                    return new ReservedServicePointImpl(
                            this, local, e, requestDispatcher(requestEvents));
                });
    }

    @Override
    public CommonServicePoint createCommonServicePoint(
            InetSocketAddress local, EventDispatcher requestEvents) {
        requireOpen();
        gate.require(Capability.COMMON_SERVICE_POINT);
        return create(
                HandleKind.COMMON_SERVICE_POINT,
                Integer.MAX_VALUE,
                DatSubtype.RESOURCE_DEVICE,
                () -> new CommonServicePointImpl(this, local, requestDispatcher(requestEvents)));
    }

    @Override
    public PublicServicePoint createDatagramServicePoint(
            InetSocketAddress local, EventDispatcher requestEvents, PrivateDataFraming framing) {
        requireOpen();
        gate.require(Capability.UNRELIABLE_DATAGRAM);
        return create(
                HandleKind.PUBLIC_SERVICE_POINT,
                Integer.MAX_VALUE,
                DatSubtype.RESOURCE_DEVICE,
                () ->
                        new PublicServicePointImpl(
                                this, local, requestDispatcher(requestEvents), framing));
    }

    @Override
    public AddressHandle createAddressHandle(
            ProtectionZone zone, InetSocketAddress remote, int queuePair, int queueKey) {
        requireOpen();
        gate.require(Capability.UNRELIABLE_DATAGRAM);
        if (remote.isUnresolved()) {
            throw Errors.address(
                    DatSubtype.INVALID_ADDRESS_MALFORMED,
                    "the host name " + remote.getHostString() + " is not resolved");
        }
        return createAddressHandle(
                zone,
                remote,
                queuePair,
                queueKey,
                domain -> provider.createAddressHandle(domain, remote.getAddress()));
    }

    @Override
    public AddressHandle createAddressHandle(
            ProtectionZone zone, DatagramSender sender, int queueKey) {
        requireOpen();
        gate.require(Capability.UNRELIABLE_DATAGRAM);
        InetSocketAddress remote =
                sender.address()
                        .map(address -> new InetSocketAddress(address, 0))
                        .orElseGet(() -> new InetSocketAddress(0));
        return createAddressHandle(
                zone,
                remote,
                sender.queuePair(),
                queueKey,
                domain -> provider.createAddressHandle(domain, sender));
    }

    private AddressHandle createAddressHandle(
            ProtectionZone zone,
            InetSocketAddress remote,
            int queuePair,
            int queueKey,
            Function<ProtectionDomain, org.jdapl.spi.AddressHandle> path) {
        if (queuePair >>> QUEUE_PAIR_BITS != 0) {
            throw Errors.parameter(3, "queuePair=" + queuePair + " has more than 24 bits");
        }
        return create(
                HandleKind.ADDRESS_HANDLE,
                Integer.MAX_VALUE,
                DatSubtype.RESOURCE_MEMORY,
                () -> {
                    ProtectionZoneImpl z = own(zone);
                    return new AddressHandleImpl(
                            this,
                            z,
                            remote,
                            new DatagramPeer(
                                    ProviderCalls.get(
                                            "Adapter.createAddressHandle",
                                            () -> path.apply(z.domain())),
                                    queuePair,
                                    queueKey,
                                    new byte[0]));
                });
    }

    private EventDispatcherImpl requestDispatcher(EventDispatcher dispatcher) {
        EventDispatcherImpl d = own(dispatcher);
        if (!d.accepts(EventStream.CONNECTION_REQUEST)) {
            throw Errors.foreign(
                    DatSubtype.INVALID_HANDLE_EVD_CR,
                    "the dispatcher lacks the stream CONNECTION_REQUEST: streams=" + d.streams());
        }
        return d;
    }

    /**
     * The endpoint that a service point makes for a request: it lacks all parts, which the consumer
     * gives it.
     */
    EndpointImpl createTentativeEndpoint() {
        return createEndpoint(
                () ->
                        EndpointParts.check(
                                this,
                                null,
                                null,
                                null,
                                null,
                                null,
                                // Nobody has asked for more than there is.
                                EndpointAttributes.defaults().within(attributes)),
                EndpointState.TENTATIVE_CONNECTION_PENDING);
    }

    @Override
    public Work createWork(int maxSegments) {
        return new WorkImpl(atLeastOne("maxSegments", maxSegments));
    }

    @Override
    public WorkList createWorkList(int capacity) {
        return new WorkListImpl(
                capacity(capacity, "maxWorkRequests", attributes.maxWorkRequests()));
    }

    @Override
    public EventBatch createEventBatch(int capacity) {
        return new EventBatchImpl(capacity(capacity, "maxEventDepth", attributes.maxEventDepth()));
    }

    /** Checks a capacity: more than the adapter could ever have at once is a mistake. */
    private static int capacity(int value, String limit, int most) {
        if (value > most) {
            throw Errors.parameter(
                    1, "capacity=" + value + " is above the adapter's " + limit + " of " + most);
        }
        return atLeastOne("capacity", value);
    }

    private static int atLeastOne(String what, int value) {
        if (value < 1) {
            throw Errors.parameter(1, what + "=" + value + " is below 1");
        }
        return value;
    }

    // ---- progress

    @Override
    public int progress() {
        requireOpen();
        return driver.poll();
    }

    /** What the driver does after it was inside the provider. */
    void afterProgress() {
        handleInbox();
        timers.fire();
        runErrands();
    }

    /** Whether there is something for the driver to do before it waits. */
    boolean hasWork() {
        return inboxFilled || errandsFilled;
    }

    /** Handles what the provider has told. By any thread that holds no lock of an object. */
    void handleInbox() {
        if (!inboxFilled) {
            return;
        }
        control.lock();
        try {
            while (true) {
                @Nullable Runnable event;
                synchronized (inbox) {
                    event = inbox.pollFirst();
                    if (event == null) {
                        inboxFilled = false;
                        return;
                    }
                }
                runSafely(event, "handling an event of the provider");
            }
        } finally {
            control.unlock();
        }
    }

    private void tell(Runnable event) {
        synchronized (inbox) {
            if (!ended) {
                inbox.addLast(event);
                inboxFilled = true;
            }
        }
    }

    private void runErrands() {
        while (errandsFilled) {
            @Nullable Runnable errand;
            synchronized (errands) {
                errand = errands.pollFirst();
                errandsFilled = !errands.isEmpty();
            }
            if (errand != null) {
                runSafely(errand, "an errand of the runtime");
            }
        }
    }

    /** One thing that fails keeps no other from being done. */
    private void runSafely(Runnable action, String what) {
        try {
            action.run();
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            reportInternal(what + " failed: " + Errors.reason(t));
        }
    }

    /** Has the driver do something outside of all locks. By any thread, inside any lock. */
    void request(Runnable errand) {
        synchronized (errands) {
            if (ended) {
                return;
            }
            errands.addLast(errand);
            errandsFilled = true;
        }
        driver.wakeDriver();
    }

    /** Has the driver break the connection of an endpoint whose operation failed. */
    void requestBreak(EndpointImpl endpoint, OperationKind kind, int status, int nativeCode) {
        Recorder.SYSTEM.completionError(name, endpoint, kind, status, nativeCode);
        int life = endpoint.life();
        request(
                () ->
                        endpoint.operationFailed(
                                life, kind, CompletionStatus.of(status), nativeCode));
    }

    void strayCompletion() {
        strays.incrementAndGet();
    }

    /** How many completions belonged to no work that is outstanding. */
    long strayCompletions() {
        return strays.get();
    }

    /** How many reports found no room. */
    long droppedReports() {
        return droppedReports.get();
    }

    /** A connection request found no room, or nobody to take it. */
    void countRefusedRequest() {
        refusedRequests.incrementAndGet();
    }

    /** How many connection requests were refused without the consumer. */
    long refusedRequests() {
        return refusedRequests.get();
    }

    /**
     * A call failed that all objects depend on: no connection is to be trusted any more. By any
     * thread, inside any lock; whoever drives next sees to it.
     */
    void providerFailed(String call, Throwable t) {
        String reason = Errors.failedIn(call, t);
        tell(() -> lose(reason));
    }

    /** Reports what belongs to no call, as long as there is room. */
    void reportInternal(String reason) {
        if (isClosed()) { // nobody reads its events any more
            droppedReports.incrementAndGet();
            System.getLogger("org.jdapl.core")
                    .log(System.Logger.Level.WARNING, "{0}: {1}", name, reason);
        } else {
            pushAsync(new AsyncEvent.ProviderInternalError(asyncEvents, reason));
        }
    }

    /** Puts an asynchronous event in, as long as there is room. */
    void pushAsync(Event event) {
        if (!asyncEvents.isClosed() && asyncEvents.hasRoom()) {
            asyncEvents.push(event);
        } else {
            droppedReports.incrementAndGet();
        }
    }

    // ---- what the provider tells; on the driver's thread, inside the provider

    @Override
    public void connectionRequest(Object listenerContext, IncomingConnection request) {
        tell(() -> ((ServicePointBase) listenerContext).onRequest(request));
    }

    @Override
    public void requestGone(Object listenerContext, IncomingConnection request) {
        tell(
                () -> {
                    @Nullable ConnectionRequestImpl r = requests.get(request);
                    if (r != null) {
                        r.markGone();
                    }
                });
    }

    void remember(IncomingConnection incoming, ConnectionRequestImpl request) {
        requests.put(incoming, request);
    }

    void forget(IncomingConnection incoming) {
        requests.remove(incoming);
    }

    /** Queues an event for an endpoint's connection as it is now; a later one does not get it. */
    private void tellEndpoint(Object context, Consumer<EndpointImpl> event) {
        EndpointImpl.Link link = (EndpointImpl.Link) context;
        EndpointImpl endpoint = link.endpoint;
        int life = endpoint.life();
        tell(
                () -> {
                    if (endpoint.life() == life
                            && endpoint.isLinkedBy(link)
                            && !endpoint.isClosed()) {
                        handle(endpoint, event);
                    }
                });
    }

    /** An event that cannot be handled leaves a connection that nobody knows the state of. */
    private void handle(EndpointImpl endpoint, Consumer<EndpointImpl> event) {
        try {
            event.accept(endpoint);
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            String reason = Errors.reason(t);
            reportInternal("handling an event of the provider failed: " + reason);
            endpoint.onTerminal(Trigger.BROKEN, PrivateData.EMPTY, reason, 0);
        }
    }

    @Override
    public void established(Object queuePairContext, ConnectionInfo info) {
        tellEndpoint(queuePairContext, e -> e.onEstablished(info));
    }

    @Override
    public void rejected(
            Object queuePairContext, boolean byConsumer, byte[] privateData, String reason) {
        if (queuePairContext instanceof DatagramWaiter waiter) {
            tell(() -> waiter.rejected(byConsumer, privateData, reason));
            return;
        }
        tellEndpoint(queuePairContext, e -> e.onRejected(byConsumer, privateData, reason));
    }

    @Override
    public void unreachable(Object queuePairContext, String reason, int nativeCode) {
        if (queuePairContext instanceof DatagramWaiter waiter) {
            tell(() -> waiter.unreachable(reason, nativeCode));
            return;
        }
        tellEndpoint(
                queuePairContext,
                e -> e.onTerminal(Trigger.UNREACHABLE, PrivateData.EMPTY, reason, nativeCode));
    }

    @Override
    public void disconnected(Object queuePairContext) {
        tellEndpoint(
                queuePairContext,
                e ->
                        e.onTerminal(
                                Trigger.DISCONNECTED_BY_TRANSPORT,
                                PrivateData.EMPTY,
                                "the peer closed the connection",
                                0));
    }

    @Override
    public void broken(Object queuePairContext, String reason, int nativeCode) {
        tellEndpoint(
                queuePairContext,
                e -> e.onTerminal(Trigger.BROKEN, PrivateData.EMPTY, reason, nativeCode));
    }

    @Override
    public void resolved(Object lookUpContext, DatagramPeer peer) {
        tell(() -> ((DatagramWaiter) lookUpContext).answered(peer));
    }

    @Override
    public void joined(Object membershipContext, DatagramPeer group) {
        tell(() -> ((DatagramWaiter) membershipContext).answered(group));
    }

    @Override
    public void completionReady(Object completionQueueContext) {
        ((EventDispatcherImpl) completionQueueContext).completionReady();
    }

    @Override
    public void lowWatermark(Object sharedReceiveQueueContext) {
        tell(() -> ((SharedReceiveQueueImpl) sharedReceiveQueueContext).belowLowWatermark());
    }

    @Override
    public void receiveTaken(Object queuePairContext) {
        ((EndpointImpl.Link) queuePairContext).endpoint.receiveTaken();
    }

    @Override
    public void portChanged(PortChange change) {
        tell(() -> pushAsync(new AsyncEvent.PortChanged(asyncEvents, this, change)));
    }

    @Override
    public void adapterLost(String reason) {
        tell(() -> lose(reason));
    }

    private void lose(String reason) {
        for (ObjectBase o : List.copyOf(objects(HandleKind.ENDPOINT))) {
            runSafely(
                    () ->
                            ((EndpointImpl) o)
                                    .onTerminal(Trigger.BROKEN, PrivateData.EMPTY, reason, 0),
                    "breaking an endpoint");
        }
        if (!lost) {
            Recorder.SYSTEM.adapterChanged(name, "lost", reason);
            pushAsync(new AsyncEvent.AdapterCatastrophic(asyncEvents, this, reason));
            lost = true; // told once, however often the provider fails
            for (ObjectBase o : List.copyOf(objects(HandleKind.EVENT_DISPATCHER))) {
                ((EventDispatcherImpl) o).adapterLost();
            }
        }
    }

    /** Whether nothing comes of it any more. */
    boolean isLost() {
        return lost;
    }

    // ---- closing

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.INVALID_STATE_IA_IN_USE;
    }

    @Override
    public void close() {
        close(CloseMode.ABRUPT);
    }

    @Override
    public void close(CloseMode mode) {
        close(java.util.Objects.requireNonNull(mode, "mode"), STOP_LIMIT_NS);
    }

    /** Closes abruptly, with another limit for the driver to let go. */
    void close(long stopLimitNs) {
        close(CloseMode.ABRUPT, stopLimitNs);
    }

    private void close(CloseMode mode, long stopLimitNs) {
        control.lock();
        try {
            if (isClosed()) {
                return;
            }
            if (mode == CloseMode.GRACEFUL) {
                refuseWhileInUse();
            }
            markClosed();
        } finally {
            control.unlock();
        }
        boolean stopped = driver.stop(stopLimitNs);
        control.lock();
        try {
            for (HandleKind kind : CLOSE_ORDER) {
                // The youngest first: a region that shares memory goes before that memory's owner.
                for (ObjectBase o : List.copyOf(objects(kind)).reversed()) {
                    runSafely(o::closeNow, "closing " + Errors.words(kind));
                }
            }
            @Nullable CompletionQueue q = unusedQueue;
            if (q != null) {
                quietly("CompletionQueue.close", q::close);
            }
            end();
        } finally {
            control.unlock();
        }
        if (stopped) {
            quietly("Adapter.close", provider::close);
        } else {
            closeLater();
        }
        driver.wakeAll();
        registry.forget(this);
    }

    /** Drops what is still to be handled: all that it is about is closed. */
    private void end() {
        synchronized (inbox) {
            ended = true;
            inbox.clear();
            inboxFilled = false;
        }
        synchronized (errands) {
            errands.clear();
            errandsFilled = false;
        }
    }

    /**
     * An agent of the consumer holds the driver's thread: the provider is closed when it lets go.
     */
    private void closeLater() {
        seams.thread(
                        "jdapl-close-" + name,
                        () -> {
                            if (driver.stop(Long.MAX_VALUE)) {
                                quietly("Adapter.close", provider::close);
                            }
                        })
                .start();
    }

    private void refuseWhileInUse() {
        List<String> users = new ArrayList<>();
        objects.forEach(
                (kind, set) -> {
                    int n = set.size() - (kind == HandleKind.EVENT_DISPATCHER ? 1 : 0);
                    if (n > 0) {
                        users.add(n + " " + kind);
                    }
                });
        if (!users.isEmpty()) {
            throw Errors.inUse(
                    inUseSubtype(), HandleKind.INTERFACE_ADAPTER, String.join(", ", users));
        }
    }

    @Override
    void dispose() {
        // close(CloseMode) does all of it, in its own order
    }
}
