package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadFactory;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.fake.FakeAdapter;
import org.jdapl.core.fake.FakeProvider;
import org.jdapl.core.fake.FakeQueuePair;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jspecify.annotations.Nullable;

/** An adapter over the fake provider, and what most tests need of it. */
final class Rig implements AutoCloseable {

    /** What no wait of a test exceeds unless something is broken. */
    static final Duration LIMIT = Duration.ofSeconds(10);

    static final long REGION_BYTES = 4096;

    final FakeProvider provider = new FakeProvider();
    final AdapterRegistry registry;
    final AdapterImpl adapter;
    final FakeAdapter fake;
    final ProtectionZone zone;
    final LocalMemoryRegion memory;
    private final EventDispatcher requestEvents;
    private @Nullable PublicServicePoint point;
    private boolean checked;

    /** One endpoint and its dispatchers. */
    final class Side {
        final EventDispatcher receives;
        final EventDispatcher requests;
        final EventDispatcher connections;
        final EndpointImpl endpoint;

        Side(EndpointAttributes attributes) {
            this(
                    events(EventStream.DTO),
                    events(EventStream.DTO),
                    events(EventStream.CONNECTION),
                    attributes);
        }

        Side(
                EventDispatcher receives,
                EventDispatcher requests,
                EventDispatcher connections,
                EndpointAttributes attributes) {
            this.receives = receives;
            this.requests = requests;
            this.connections = connections;
            this.endpoint =
                    (EndpointImpl)
                            adapter.createEndpoint(
                                    zone, receives, requests, connections, attributes);
        }

        FakeQueuePair pair() {
            return pairOf(endpoint);
        }

        int send(long cookie) {
            return send(cookie, CompletionFlags.DEFAULT);
        }

        int send(long cookie, int flags) {
            return endpoint.postSend(memory, 0, 8, cookie, flags);
        }

        int receive(long cookie) {
            return endpoint.postReceive(memory, 64, 64, cookie);
        }

        void mustSend(long cookie) {
            assertThat(send(cookie)).isEqualTo(PostStatus.OK);
        }

        void mustReceive(long cookie) {
            assertThat(receive(cookie)).isEqualTo(PostStatus.OK);
        }
    }

    private Rig(Builder builder) {
        builder.set.accept(provider);
        registry =
                new RegistryBuilder()
                        .discover(false)
                        .provider(provider)
                        .settings(Map.of())
                        .seams(
                                new RuntimeSeams(
                                        builder.clock, builder.parker, () -> 4L, builder.threads))
                        .build();
        adapter =
                (AdapterImpl)
                        registry.open(
                                "fake:one", AdapterOptions.defaults().withProgress(builder.mode));
        fake = provider.opened.getLast();
        zone = adapter.createProtectionZone();
        memory = zone.allocate(REGION_BYTES, Privilege.ALL);
        requestEvents = events(EventStream.CONNECTION_REQUEST);
    }

    /** Parts of a rig that differ from the usual ones. */
    static final class Builder {
        private final ProgressMode mode;
        private Consumer<FakeProvider> set = p -> {};
        private Clock clock = SystemSeams.CLOCK;
        private Parker parker = SystemSeams.PARKER;
        private ThreadFactory threads = SystemSeams.THREADS;

        private Builder(ProgressMode mode) {
            this.mode = mode;
        }

        Builder provider(Consumer<FakeProvider> more) {
            set = set.andThen(more);
            return this;
        }

        Builder clock(Clock other) {
            clock = other;
            return this;
        }

        Builder parker(Parker other) {
            parker = other;
            return this;
        }

        Builder threads(ThreadFactory other) {
            threads = other;
            return this;
        }

        Rig build() {
            return new Rig(this);
        }
    }

    /** A rig that only the test's own calls drive. */
    static Builder manual() {
        return new Builder(ProgressMode.MANUAL);
    }

    /** A rig that a daemon drives when the test does not. */
    static Builder auto() {
        return new Builder(ProgressMode.AUTO);
    }

    EventDispatcher events(EventStream first, EventStream... more) {
        return adapter.createEventDispatcher(16, EnumSet.of(first, more), null);
    }

    Side side() {
        return new Side(EndpointAttributes.defaults());
    }

    Side side(Consumer<EndpointAttributes.Builder> change) {
        EndpointAttributes.Builder builder = EndpointAttributes.builder();
        change.accept(builder);
        return new Side(builder.build());
    }

    /** A side whose events all go to one dispatcher. */
    Side sideOnOneDispatcher() {
        EventDispatcher all = events(EventStream.DTO, EventStream.CONNECTION);
        return new Side(all, all, all, EndpointAttributes.defaults());
    }

    FakeQueuePair pairOf(EndpointImpl endpoint) {
        FakeQueuePair found = null;
        for (FakeQueuePair pair : fake.queuePairs()) {
            if (((EndpointImpl.Link) pair.context()).endpoint == endpoint) {
                found = pair;
            }
        }
        if (found == null) {
            throw new IllegalStateException("no queue pair");
        }
        return found;
    }

    InetSocketAddress address() {
        return point().localAddress();
    }

    PublicServicePoint point() {
        PublicServicePoint p = point;
        if (p == null) {
            p = adapter.createPublicServicePoint(anyPort(), requestEvents);
            point = p;
        }
        return p;
    }

    EventDispatcher requestEvents() {
        return requestEvents;
    }

    static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    /** Starts to connect and takes the request. */
    ConnectionRequest requestFrom(Side active) throws InterruptedException {
        return requestFrom(active, PrivateData.EMPTY);
    }

    ConnectionRequest requestFrom(Side active, PrivateData data) throws InterruptedException {
        active.endpoint.connect(address(), ConnectOptions.within(LIMIT).withPrivateData(data));
        return requestEvents.expect(ConnectionRequestEvent.class, LIMIT).request();
    }

    /** Connects two sides and takes the events of both. */
    void connect(Side active, Side passive) throws InterruptedException {
        requestFrom(active).accept(passive.endpoint);
        active.connections.expect(ConnectionEvent.Established.class, LIMIT);
        passive.connections.expect(ConnectionEvent.Established.class, LIMIT);
    }

    /** Drives until there is nothing to do. */
    void drain() {
        for (int i = 0; i < 1000; i++) {
            if (adapter.progress() == 0 && !adapter.hasWork()) {
                return;
            }
        }
        throw new IllegalStateException("progress does not come to an end");
    }

    /** All events that are there. */
    static List<Event> takeAll(EventDispatcher events) {
        List<Event> all = new ArrayList<>();
        for (Event e = events.dequeue(); e != null; e = events.dequeue()) {
            all.add(e);
        }
        return all;
    }

    /** The cookies and statuses of all events, which are completions. */
    static List<String> completions(EventDispatcher events) {
        return takeAll(events).stream().map(Rig::text).toList();
    }

    /** An event in short: {@code cookie:STATUS}, or its name. */
    static String text(Event event) {
        return event instanceof DtoCompletion c
                ? c.cookie() + ":" + c.status()
                : event.getClass().getSimpleName();
    }

    static List<String> texts(EventDispatcher events) {
        return takeAll(events).stream().map(Rig::text).toList();
    }

    /** Waits for something that other threads bring about. */
    static void until(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("not within " + LIMIT + ": " + what);
            }
            Thread.onSpinWait();
            Thread.yield();
        }
    }

    /** Waits for the end of a thread. */
    static void join(Thread thread) {
        try {
            assertThat(thread.join(LIMIT)).as("%s ends", thread).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Set<EventStream> streams(EventStream first, EventStream... more) {
        return EnumSet.of(first, more);
    }

    /** Says that this test breaks the contract itself, so that nothing is to be checked. */
    void uncheck() {
        checked = true;
    }

    @Override
    public void close() {
        registry.close();
        if (!checked) {
            assertThat(provider.plan.violations()).isEmpty();
            assertThat(fake.isClosed()).as("the provider's adapter is closed").isTrue();
            assertThat(fake.openObjects()).as("open objects of the provider").isZero();
        }
    }
}
