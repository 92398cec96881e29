package org.jdapl.conformance.base;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jspecify.annotations.Nullable;

/**
 * An opened adapter and what a test makes with it: one side of a test, in either process. It
 * remembers the memory, so that at the end every canary is looked at. For use by one thread, except
 * where the test says otherwise.
 */
public final class Party implements AutoCloseable {

    /**
     * A service point with the dispatcher for its requests.
     *
     * @param point the service point
     * @param requests where requests go
     */
    public record Listening(PublicServicePoint point, EventDispatcher requests) {

        /**
         * Where it listens.
         *
         * @return address and port
         */
        public InetSocketAddress address() {
            return point.localAddress();
        }

        /**
         * Waits for a connection request.
         *
         * @param party whose service point this is
         * @return the request
         * @throws InterruptedException where the thread was interrupted
         * @throws AssertionError where none came
         */
        public ConnectionRequest request(Party party) throws InterruptedException {
            @Nullable Event event = party.await(requests, Bound.EVENT);
            if (event instanceof ConnectionRequestEvent request) {
                return request.request();
            }
            throw new AssertionError("expected a connection request, got " + event);
        }
    }

    /** The property with the address of the adapter that the other side reaches. */
    public static final String ADDRESS_PROPERTY = "jdapl.test.address";

    private static final int DEPTH = 256;
    private static final Duration SLICE = Duration.ofMillis(1);

    private final InterfaceAdapter adapter;
    private final ProgressMode mode;
    private final ProtectionZone zone;
    private final Pump pump;
    private final List<Guarded> memory = new ArrayList<>();
    private final List<MemorySegment> allocated = new ArrayList<>();
    private final Set<String> rawCodes = ConcurrentHashMap.newKeySet();
    private volatile boolean frozen;
    private boolean closed;

    private Party(InterfaceAdapter adapter, ProgressMode mode, Pump pump) {
        this.adapter = adapter;
        this.mode = mode;
        this.pump = pump;
        this.zone = adapter.createProtectionZone();
        pump.add(this);
    }

    /**
     * Opens an adapter.
     *
     * @param registry where from
     * @param name its name
     * @param options how; the progress mode must be given
     * @param pump what drives it while the test waits for something else
     * @return the party
     */
    public static Party open(
            AdapterRegistry registry, String name, AdapterOptions options, Pump pump) {
        ProgressMode mode = options.progress().orElseThrow();
        return new Party(registry.open(name, options), mode, pump);
    }

    /**
     * The adapter.
     *
     * @return the adapter
     */
    public InterfaceAdapter adapter() {
        return adapter;
    }

    /**
     * The zone that its links and its memory are of, unless the test says otherwise.
     *
     * @return the zone
     */
    public ProtectionZone zone() {
        return zone;
    }

    /**
     * The progress mode.
     *
     * @return as it was opened
     */
    public ProgressMode mode() {
        return mode;
    }

    // ---- objects

    /**
     * Makes an endpoint with dispatchers.
     *
     * @param shape what is wanted
     * @return the link
     */
    public Link link(LinkShape shape) {
        return link(shape, zone);
    }

    /**
     * Makes an endpoint with dispatchers and transport attributes.
     *
     * @param shape what is wanted
     * @param transport transport-specific attributes
     * @return the link
     */
    public Link link(LinkShape shape, TransportAttributes transport) {
        return link(shape, zone, transport);
    }

    /**
     * Makes an endpoint with dispatchers, in a zone.
     *
     * @param shape what is wanted
     * @param inZone the zone
     * @return the link
     */
    public Link link(LinkShape shape, ProtectionZone inZone) {
        return link(shape, inZone, TransportAttributes.NONE);
    }

    private Link link(LinkShape shape, ProtectionZone inZone, TransportAttributes transport) {
        EventDispatcher receives;
        EventDispatcher requests;
        EventDispatcher connections;
        if (shape.oneDispatcher()) {
            receives =
                    adapter.createEventDispatcher(DEPTH, EventStream.DTO, EventStream.CONNECTION);
            requests = receives;
            connections = receives;
        } else {
            receives = adapter.createEventDispatcher(DEPTH, EventStream.DTO);
            requests = adapter.createEventDispatcher(DEPTH, EventStream.DTO);
            connections = adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION);
        }
        Endpoint endpoint =
                adapter.createEndpoint(
                        inZone,
                        receives,
                        requests,
                        connections,
                        attributes(shape).toBuilder().transport(transport).build());
        return new Link(this, endpoint, receives, requests, connections);
    }

    /**
     * The attributes of an endpoint here.
     *
     * @param shape what is wanted; reads only as far as the adapter has them
     * @return the attributes
     */
    public EndpointAttributes attributes(LinkShape shape) {
        AdapterAttributes limit = adapter.attributes();
        return shape.withReads(
                        Math.min(shape.readsIn(), limit.maxReadsIn()),
                        Math.min(shape.readsOut(), limit.maxReadsOut()))
                .attributes();
    }

    /**
     * Listens on an address of the adapter, on any free port, for requests with framed private
     * data.
     *
     * @return the service point
     */
    public Listening listen() {
        return listen(local(0), EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED);
    }

    /**
     * An address of the adapter that a peer on the same network reaches: the one that the property
     * says, the loopback address where the adapter has it, else its first.
     *
     * @param port the port
     * @return the address
     */
    public InetSocketAddress local(int port) {
        @Nullable String given = System.getProperty(ADDRESS_PROPERTY);
        if (given != null) {
            return new InetSocketAddress(InetAddress.ofLiteral(given), port);
        }
        InetSocketAddress loopback = loopback(port);
        List<InetAddress> addresses = adapter.attributes().addresses();
        return addresses.isEmpty() || addresses.contains(loopback.getAddress())
                ? loopback
                : new InetSocketAddress(addresses.getFirst(), port);
    }

    /**
     * Listens.
     *
     * @param local where
     * @param creation who makes the endpoints
     * @param framing how private data travels
     * @return the service point
     */
    public Listening listen(
            InetSocketAddress local, EndpointCreation creation, PrivateDataFraming framing) {
        EventDispatcher requests = requestQueue();
        return new Listening(
                adapter.createPublicServicePoint(local, requests, creation, framing), requests);
    }

    /**
     * Makes a dispatcher for connection requests.
     *
     * @return the dispatcher
     */
    public EventDispatcher requestQueue() {
        return adapter.createEventDispatcher(DEPTH, EventStream.CONNECTION_REQUEST);
    }

    /**
     * Makes guarded memory.
     *
     * @param bytes how long
     * @param privileges what may be done with it
     * @param seed its first contents
     * @return the memory
     */
    public Guarded memory(long bytes, Set<Privilege> privileges, int seed) {
        return memory(zone, bytes, privileges, seed);
    }

    /**
     * Makes guarded memory, in a zone.
     *
     * @param inZone the zone
     * @param bytes how long
     * @param privileges what may be done with it
     * @param seed its first contents
     * @return the memory
     */
    public Guarded memory(ProtectionZone inZone, long bytes, Set<Privilege> privileges, int seed) {
        Guarded made = new Guarded(inZone, bytes, privileges, seed);
        memory.add(made);
        return made;
    }

    /**
     * Makes memory the main way, by the adapter's own allocation; at the end it must be gone.
     *
     * @param bytes how long
     * @param privileges what may be done with it
     * @return the region
     */
    public LocalMemoryRegion allocate(long bytes, Set<Privilege> privileges) {
        LocalMemoryRegion region = zone.allocate(bytes, privileges);
        allocated.add(region.segment());
        return region;
    }

    /**
     * The loopback address.
     *
     * @param port the port
     * @return the address
     */
    public static InetSocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    }

    /** All rights but those for atomic operations. */
    public static final Set<Privilege> ALL_RIGHTS = Privilege.ALL;

    /** Rights for memory that only this side uses. */
    public static final Set<Privilege> LOCAL_RIGHTS =
            Set.copyOf(EnumSet.of(Privilege.LOCAL_READ, Privilege.LOCAL_WRITE));

    // ---- waiting

    /**
     * The provider's own codes that came with events of failures.
     *
     * @return each with what it is about
     */
    public Set<String> rawCodes() {
        return Set.copyOf(rawCodes);
    }

    /**
     * Waits for an event.
     *
     * @param dispatcher where
     * @param bound how long at most
     * @return the event; null where the time ran out
     * @throws InterruptedException where the thread was interrupted
     */
    public @Nullable Event await(EventDispatcher dispatcher, Bound bound)
            throws InterruptedException {
        return await(dispatcher, bound.nanos());
    }

    /**
     * Waits for an event.
     *
     * @param dispatcher where
     * @param nanos how long at most
     * @return the event; null where the time ran out
     * @throws InterruptedException where the thread was interrupted
     */
    public @Nullable Event await(EventDispatcher dispatcher, long nanos)
            throws InterruptedException {
        @Nullable Event event = take(dispatcher, nanos);
        if (event != null) {
            RawCodes.of(event).ifPresent(rawCodes::add);
        }
        return event;
    }

    private @Nullable Event take(EventDispatcher dispatcher, long nanos)
            throws InterruptedException {
        if (mode == ProgressMode.AUTO) {
            return dispatcher.await(Duration.ofNanos(nanos));
        }
        // Other adapters without a thread may have to move before anything comes here.
        Time time = pump.time();
        long start = time.now();
        while (true) {
            @Nullable Event event = dispatcher.await(SLICE);
            if (event != null || time.since(start) > nanos) {
                return event;
            }
            pump.run();
        }
    }

    /**
     * Waits for an event.
     *
     * @param dispatcher where
     * @param bound how long at most
     * @return what it says; null where the time ran out
     * @throws InterruptedException where the thread was interrupted
     */
    public @Nullable Seen poll(EventDispatcher dispatcher, Bound bound)
            throws InterruptedException {
        @Nullable Event event = await(dispatcher, bound);
        return event == null ? null : Seen.of(event);
    }

    /**
     * Waits for an event that must come.
     *
     * @param dispatcher where
     * @param bound how long at most
     * @return what it says
     * @throws InterruptedException where the thread was interrupted
     * @throws AssertionError where none came
     */
    public Seen next(EventDispatcher dispatcher, Bound bound) throws InterruptedException {
        @Nullable Seen seen = poll(dispatcher, bound);
        if (seen == null) {
            throw new AssertionError("no event within " + bound + "=" + bound.millis() + " ms");
        }
        return seen;
    }

    // ---- progress

    /** Drives the adapter once, whatever its mode. */
    public void progress() {
        adapter.progress();
    }

    /**
     * Stops driving an adapter without a thread of its own while the test waits for something else.
     */
    public void freeze() {
        frozen = true;
    }

    /** Drives it again. */
    public void thaw() {
        frozen = false;
    }

    boolean pump() {
        if (mode != ProgressMode.MANUAL || frozen || adapter.isClosed()) {
            return false;
        }
        adapter.progress();
        return true;
    }

    // ---- the end

    /**
     * Looks at every canary.
     *
     * @throws AssertionError where one has changed
     */
    public void requireGuards() {
        memory.forEach(Guarded::requireGuards);
    }

    /**
     * Closes the adapter abruptly, within {@link Bound#LOCAL}, and looks at the canaries once more.
     *
     * @throws AssertionError where it takes too long, a canary has changed, or memory is still
     *     there
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        pump.remove(this);
        long start = pump.time().now();
        adapter.close(CloseMode.ABRUPT);
        long took = pump.time().since(start);
        requireGuards();
        memory.forEach(Guarded::free);
        if (took > Bound.LOCAL.nanos()) {
            throw new AssertionError("closing the adapter took " + took / 1_000_000 + " ms");
        }
        for (MemorySegment segment : allocated) {
            if (segment.scope().isAlive()) {
                throw new AssertionError("memory of a closed region is still there: " + segment);
            }
        }
    }
}
