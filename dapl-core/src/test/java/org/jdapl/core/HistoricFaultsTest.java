package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DatObject;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
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
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.Privilege;
import org.jdapl.core.config.Configuration;
import org.jdapl.core.fake.FakeProvider;
import org.jdapl.core.fake.FakeQueuePair;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Faults that other stacks once had and that no other test of the runtime looks for; {@code
 * docs/historic-faults.md} lists them all.
 */
class HistoricFaultsTest {

    /** A status that no version of the completion codes has. */
    private static final int UNHEARD_OF = 99;

    /** How far the clock was put forward, in nanoseconds. */
    private final long[] ahead = {0};

    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().clock(() -> System.nanoTime() + ahead[0]).build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static void refused(DatType type, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        DatException.class, e -> assertThat(e.type()).isEqualTo(type));
    }

    /** Closes everything that is open, in an order that is allowed, then the adapter gracefully. */
    private void requireNothingHeld(DatObject... inOrder) {
        for (DatObject object : inOrder) {
            object.close();
        }
        rig.memory.close();
        rig.zone.close();
        rig.requestEvents().close();
        rig.adapter.close(CloseMode.GRACEFUL);
        assertThat(rig.adapter.isClosed()).isTrue();
    }

    // ---- handles

    @Test
    void everyObjectNamesTheAdapterThatItsConsumerOpened() throws InterruptedException {
        Rig.Side reserved = rig.side();
        Rig.Side active = rig.side();
        ConnectionRequest request = rig.requestFrom(active);
        List<DatObject> objects =
                List.of(
                        rig.zone,
                        rig.memory,
                        active.endpoint,
                        active.receives,
                        rig.adapter.asyncEvents(),
                        rig.adapter.createNotificationObject(null),
                        rig.point(),
                        rig.adapter.createReservedServicePoint(
                                Rig.anyPort(), reserved.endpoint, rig.requestEvents()),
                        request,
                        rig.adapter);

        assertThat(objects).allSatisfy(o -> assertThat(o.adapter()).isSameAs(rig.adapter));
        assertThat(objects.stream().map(DatObject::handleKind))
                .containsExactlyInAnyOrder(
                        HandleKind.PROTECTION_ZONE,
                        HandleKind.LOCAL_MEMORY_REGION,
                        HandleKind.ENDPOINT,
                        HandleKind.EVENT_DISPATCHER,
                        HandleKind.EVENT_DISPATCHER,
                        HandleKind.NOTIFICATION_OBJECT,
                        HandleKind.PUBLIC_SERVICE_POINT,
                        HandleKind.RESERVED_SERVICE_POINT,
                        HandleKind.CONNECTION_REQUEST,
                        HandleKind.INTERFACE_ADAPTER);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 80, 255, 256, 4096})
    void namesAreNeverCut(int length) {
        String alias = "a".repeat(length);
        Map<String, String> settings =
                Map.of(
                        Configuration.ALIAS_PREFIX + alias + "1", "fake:one",
                        Configuration.ALIAS_PREFIX + alias + "2", "fake:two");
        try (AdapterRegistry registry =
                new RegistryBuilder()
                        .discover(false)
                        .provider(new FakeProvider())
                        .settings(settings)
                        .build()) {
            for (String device : List.of("1", "2")) {
                try (InterfaceAdapter adapter =
                        registry.open(alias + device, AdapterOptions.defaults())) {
                    assertThat(adapter.name())
                            .isEqualTo(device.equals("1") ? "fake:one" : "fake:two");
                }
            }
            assertThatThrownBy(() -> registry.open("fake:" + alias, AdapterOptions.defaults()))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> assertThat(e.type()).isEqualTo(DatType.PROVIDER_NOT_FOUND))
                    .hasMessageContaining(alias);
        }
    }

    @Test
    void textsDoNotDependOnTheCountry() {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("tr-TR"));
        try {
            assertThatThrownBy(() -> rig.zone.allocate(0, Privilege.ALL))
                    .hasMessageContaining("length=0");
            rig.adapter.close(CloseMode.ABRUPT);
            assertThatThrownBy(() -> rig.adapter.createEventDispatcher(4, EventStream.DTO))
                    .hasMessageContaining("the interface adapter is closed");
        } finally {
            Locale.setDefault(before);
        }
    }

    // ---- lifetime

    @Test
    void endpointsOfServicePointsOfEveryKindLeaveNothingBehind() throws InterruptedException {
        Rig.Side reserved = rig.side();
        ReservedServicePoint one =
                rig.adapter.createReservedServicePoint(
                        Rig.anyPort(), reserved.endpoint, rig.requestEvents());
        Rig.Side first = rig.side();
        first.endpoint.connect(one.localAddress(), ConnectOptions.within(Rig.LIMIT));
        request().accept(null, PrivateData.EMPTY);
        PublicServicePoint many =
                rig.adapter.createPublicServicePoint(
                        Rig.anyPort(),
                        rig.requestEvents(),
                        EndpointCreation.PROVIDER,
                        PrivateDataFraming.RAW);
        Rig.Side second = rig.side();
        second.endpoint.connect(many.localAddress(), ConnectOptions.within(Rig.LIMIT));
        ConnectionRequest request = request();
        Endpoint made = Objects.requireNonNull(request.endpoint());
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connections = rig.events(EventStream.CONNECTION);
        made.modify(
                new EndpointChange(rig.zone, dto, dto, connections, EndpointAttributes.defaults()));
        request.accept(null, PrivateData.EMPTY);
        rig.drain();
        assertThat(reserved.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        assertThat(made.state()).isEqualTo(EndpointState.CONNECTED);

        reserved.endpoint.close();
        made.close();

        rig.drain();
        requireNothingHeld(
                one,
                many,
                first.endpoint,
                second.endpoint,
                dto,
                connections,
                reserved.receives,
                reserved.requests,
                reserved.connections,
                first.receives,
                first.requests,
                first.connections,
                second.receives,
                second.requests,
                second.connections);
    }

    private ConnectionRequest request() throws InterruptedException {
        return rig.requestEvents().expect(ConnectionRequestEvent.class, Rig.LIMIT).request();
    }

    /** How a connection fails before it is there. */
    enum Failure {
        REJECTED,
        TIMED_OUT,
        REFUSED_AT_ONCE,
        REQUESTER_GONE
    }

    @ParameterizedTest
    @EnumSource
    void aQueuePairIsGivenBackOnceHoweverItsConnectionFailed(Failure how)
            throws InterruptedException {
        Rig.Side active = rig.side();
        Rig.Side passive = rig.side();
        List<Rig.Side> both = List.of(active, passive);
        if (how == Failure.REFUSED_AT_ONCE) {
            rig.provider.plan.failNext("connect", DatType.INVALID_ADDRESS);
            active.endpoint.connect(rig.address(), ConnectOptions.within(Rig.LIMIT));
        } else {
            ConnectionRequest request = rig.requestFrom(active);
            switch (how) {
                case REJECTED -> request.reject();
                case TIMED_OUT -> ahead[0] += Rig.LIMIT.toNanos();
                default -> {
                    active.endpoint.disconnect(DisconnectMode.ABRUPT);
                    request.accept(passive.endpoint);
                }
            }
        }
        rig.drain();
        assertThat(active.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        int before = rig.provider.plan.count("pair.close");

        for (Rig.Side side : both) {
            side.endpoint.close();
            side.endpoint.close();
        }
        rig.adapter.close(CloseMode.ABRUPT);

        assertThat(rig.provider.plan.count("pair.close") - before).isEqualTo(both.size());
    }

    @Test
    void aDispatcherThatWasResizedCanBeClosedWhateverItsStreams() {
        EventStream[] streams = {
            EventStream.SOFTWARE,
            EventStream.DTO,
            EventStream.CONNECTION,
            EventStream.CONNECTION_REQUEST
        };
        for (int set = 1; set < 1 << streams.length; set++) {
            Set<EventStream> chosen = EnumSet.noneOf(EventStream.class);
            for (int i = 0; i < streams.length; i++) {
                if ((set >> i & 1) != 0) {
                    chosen.add(streams[i]);
                }
            }
            EventDispatcher dispatcher = rig.adapter.createEventDispatcher(4, chosen, null);
            dispatcher.resize(100);
            if (chosen.contains(EventStream.SOFTWARE)) {
                IntStream.range(0, 50).forEach(dispatcher::post);
            }
            dispatcher.resize(50);
            dispatcher.resize(200);
            dispatcher.close();
            assertThat(dispatcher.isClosed()).as("%s", chosen).isTrue();
        }
        requireNothingHeld();
    }

    @Test
    void whereTheSystemHasNoMoreADispatcherIsRefusedAndTheOthersGoOn() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        NotificationObject notification = rig.adapter.createNotificationObject(null);
        int before = rig.fake.openObjects();
        String census = rig.adapter.census().toString();

        for (int i = 0; i < 3; i++) {
            rig.provider.plan.failNext("createCompletionQueue", DatType.INSUFFICIENT_RESOURCES);
            refused(
                    DatType.INSUFFICIENT_RESOURCES,
                    () ->
                            rig.adapter.createEventDispatcher(
                                    4, Set.of(EventStream.DTO), notification));
            rig.provider.plan.failNext("createQueuePair", DatType.INSUFFICIENT_RESOURCES);
            refused(DatType.INSUFFICIENT_RESOURCES, () -> endpointOn(a));
        }

        assertThat(rig.fake.openObjects()).isEqualTo(before);
        assertThat(rig.adapter.census()).hasToString(census);
        b.mustReceive(1);
        a.mustSend(2);
        rig.drain();
        assertThat(Rig.completions(b.receives)).containsExactly("1:SUCCESS");
        assertThat(Rig.completions(a.requests)).containsExactly("2:SUCCESS");
        // What failed holds neither the notification object nor the dispatchers.
        requireNothingHeld(
                notification,
                a.endpoint,
                b.endpoint,
                rig.point(),
                a.receives,
                a.requests,
                a.connections,
                b.receives,
                b.requests,
                b.connections);
    }

    private Endpoint endpointOn(Rig.Side side) {
        return rig.adapter.createEndpoint(
                rig.zone,
                side.receives,
                side.requests,
                side.connections,
                EndpointAttributes.defaults());
    }

    @Test
    void aNotificationObjectKeepsItsAdapterOpen() {
        NotificationObject notification = rig.adapter.createNotificationObject(null);
        rig.memory.close();
        rig.zone.close();
        rig.requestEvents().close();

        assertThatThrownBy(() -> rig.adapter.close(CloseMode.GRACEFUL))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.subtype()).isEqualTo(DatSubtype.INVALID_STATE_IA_IN_USE));

        notification.close();
        rig.adapter.close(CloseMode.GRACEFUL);
        assertThat(rig.adapter.isClosed()).isTrue();
    }

    @Test
    void anEndpointMayLackAnyOfItsDispatchers() throws InterruptedException {
        Rig.Side parts = rig.side();
        for (int set = 0; set < 8; set++) {
            @Nullable EventDispatcher receives = (set & 1) == 0 ? null : parts.receives;
            @Nullable EventDispatcher requests = (set & 2) == 0 ? null : parts.requests;
            @Nullable EventDispatcher connections = (set & 4) == 0 ? null : parts.connections;
            EndpointImpl endpoint =
                    (EndpointImpl)
                            rig.adapter.createEndpoint(
                                    rig.zone,
                                    receives,
                                    requests,
                                    connections,
                                    EndpointAttributes.defaults());
            assertThat(endpoint.postReceive(rig.memory, 0, 8, set))
                    .as("receive, parts %s", set)
                    .isEqualTo(receives == null ? PostStatus.INVALID_STATE : PostStatus.OK);
            if (connections != null) {
                Rig.Side other = rig.side();
                rig.requestFrom(other).accept(endpoint);
                rig.drain();
                assertThat(endpoint.postSend(rig.memory, 0, 8, set, 0))
                        .as("send, parts %s", set)
                        .isEqualTo(requests == null ? PostStatus.INVALID_STATE : PostStatus.OK);
                other.endpoint.disconnect(DisconnectMode.ABRUPT);
                rig.drain();
                assertThat(endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
            }
            endpoint.close();
            rig.drain();
            assertThat(rig.adapter.census().outstandingReceives()).isZero();
            assertThat(rig.adapter.census().outstandingRequests()).isZero();
            for (EventDispatcher events :
                    List.of(parts.receives, parts.requests, parts.connections)) {
                Rig.takeAll(events);
            }
        }
    }

    // ---- connecting

    @Test
    void anAttemptThatSucceedsAtTheLastMomentStays() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        Duration limit = Duration.ofDays(1);
        InetSocketAddress address = rig.address();
        a.endpoint.connect(address, ConnectOptions.within(limit));
        ConnectionRequest request = request();
        ahead[0] += limit.minusHours(1).toNanos();
        request.accept(b.endpoint);
        rig.drain();
        assertThat(Rig.texts(a.connections)).containsExactly("Established");

        ahead[0] += limit.toNanos();
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        a.endpoint.close();
        ahead[0] += limit.toNanos();
        rig.drain();

        assertThat(a.connections.size()).isZero();
        assertThat(Rig.texts(b.connections)).containsExactly("Established", "Disconnected");
    }

    // ---- events

    @Test
    void softwareEventsOfManyThreadsAreTakenOnceAndInOrder() throws InterruptedException {
        int posters = 3;
        int takers = 3;
        int each = 20_000;
        EventDispatcher events = rig.adapter.createEventDispatcher(64, EventStream.SOFTWARE);
        AtomicInteger left = new AtomicInteger(posters * each);
        List<Queue<long[]>> taken = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        CountDownLatch start = new CountDownLatch(1);
        for (int p = 0; p < posters; p++) {
            long poster = p;
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        Uninterrupted.await(start);
                                        for (int i = 0; i < each; i++) {
                                            post(events, new long[] {poster, i});
                                        }
                                    }));
        }
        for (int t = 0; t < takers; t++) {
            Queue<long[]> mine = new ConcurrentLinkedQueue<>();
            taken.add(mine);
            threads.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        Uninterrupted.await(start);
                                        while (left.get() > 0) {
                                            if (events.dequeue() instanceof SoftwareEvent e
                                                    && e.payload() instanceof long[] what) {
                                                mine.add(what);
                                                left.decrementAndGet();
                                            }
                                        }
                                    }));
        }
        start.countDown();
        threads.forEach(Rig::join);

        List<long[]> all = new ArrayList<>();
        for (Queue<long[]> mine : taken) {
            all.addAll(mine);
            for (long p = 0; p < posters; p++) {
                long poster = p;
                assertThat(mine.stream().filter(w -> w[0] == poster).map(w -> w[1]).toList())
                        .as("what one thread took of one poster's")
                        .isSorted();
            }
        }
        assertThat(all.stream().map(w -> w[0] * each + w[1]).sorted().toList())
                .isEqualTo(LongStream.range(0, (long) posters * each).boxed().toList());
    }

    private static void post(EventDispatcher events, Object payload) {
        while (true) {
            try {
                events.post(payload);
                return;
            } catch (DatException e) {
                assertThat(e.type()).isEqualTo(DatType.QUEUE_FULL);
                Thread.yield();
            }
        }
    }

    @Test
    void aWaitWithoutALimitHasNone() throws InterruptedException {
        EventDispatcher events = rig.events(EventStream.SOFTWARE);
        AtomicReference<@Nullable Object> given = new AtomicReference<>();
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        given.set(events.await(EventDispatcher.FOREVER));
                                    } catch (InterruptedException | RuntimeException e) {
                                        given.set(e);
                                    }
                                });
        for (int years = 0; years < 200; years += 50) {
            Rig.until("the waiter sleeps", () -> rig.fake.waitSet().blocked() == waiter);
            ahead[0] += Duration.ofDays(50 * 365).toNanos();
            rig.fake.waitSet().wake();
            assertThat(waiter.join(Duration.ofMillis(20))).as("after %s years", years).isFalse();
        }

        events.post("at last");

        Rig.join(waiter);
        assertThat(given.get())
                .isInstanceOfSatisfying(
                        SoftwareEvent.class, e -> assertThat(e.payload()).isEqualTo("at last"));
    }

    @Test
    void resizingUnderTrafficLosesNothingAndBlocksNobody() throws InterruptedException {
        int rounds = 5_000;
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        AtomicBoolean done = new AtomicBoolean();
        AtomicInteger resized = new AtomicInteger();
        Thread resizer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!done.get()) {
                                        int n = resized.getAndIncrement();
                                        a.requests.resize(200 + n % 7 * 50);
                                        b.receives.resize(600 - n % 7 * 50);
                                    }
                                });
        for (int i = 0; i < rounds; i++) {
            b.mustReceive(i);
            a.mustSend(i);
            assertThat(next(b.receives)).isEqualTo(i);
            assertThat(next(a.requests)).isEqualTo(i);
        }
        done.set(true);
        Rig.join(resizer);

        assertThat(resized.get()).isPositive();
        assertThat(a.requests.dequeue()).isNull();
        assertThat(b.receives.dequeue()).isNull();
    }

    /** Takes the next completion without waiting: a dispatcher with a waiter is not resized. */
    private static long next(EventDispatcher events) {
        @Nullable Event[] taken = {null};
        Rig.until("a completion", () -> (taken[0] = events.dequeue()) != null);
        return taken[0] instanceof DtoCompletion done ? done.cookie() : -1;
    }

    @Test
    void aWaiterWithASmallBatchIsGivenAllThatIsThere() throws InterruptedException {
        int sides = 4;
        int each = 64;
        EventDispatcher shared = rig.events(EventStream.DTO);
        for (int s = 0; s < sides; s++) {
            EventDispatcher connections = rig.events(EventStream.CONNECTION);
            Rig.Side a = rig.new Side(shared, shared, connections, EndpointAttributes.defaults());
            rig.connect(a, rig.side());
            for (int i = 0; i < each; i++) {
                a.mustReceive((long) s * each + i);
            }
            a.endpoint.disconnect(DisconnectMode.ABRUPT);
        }
        EventBatch batch = rig.adapter.createEventBatch(8);
        List<Long> cookies = new ArrayList<>();

        while (shared.await(batch, Duration.ofMillis(1).toNanos()) > 0) {
            for (int i = 0; i < batch.size(); i++) {
                cookies.add(batch.cookie(i));
            }
        }

        assertThat(cookies).isEqualTo(LongStream.range(0, (long) sides * each).boxed().toList());
    }

    @Test
    void postingAgainWhileABatchOfFailuresIsReadLosesNothing() throws InterruptedException {
        int posted = 32;
        Rig.Side a = rig.side();
        rig.connect(a, rig.side());
        for (int i = 0; i < posted; i++) {
            a.mustReceive(i);
        }
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        EventBatch batch = rig.adapter.createEventBatch(posted);
        assertThat(a.receives.poll(batch)).isEqualTo(posted);

        List<String> seen = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            seen.add(Rig.text(batch.event(i)));
            a.mustReceive(posted + i);
        }
        seen.addAll(Rig.completions(a.receives));

        assertThat(seen)
                .isEqualTo(IntStream.range(0, 2 * posted).mapToObj(i -> i + ":FLUSHED").toList());
    }

    @Test
    void asynchronousEventsNameTheirObject() throws InterruptedException {
        rig.fake.tell(l -> l.adapterLost("it was pulled out"));
        rig.drain();

        assertThat(rig.adapter.asyncEvents().await(Rig.LIMIT))
                .isInstanceOfSatisfying(
                        AsyncEvent.AdapterCatastrophic.class,
                        e -> {
                            assertThat(e.adapter()).isSameAs(rig.adapter);
                            assertThat(e.dispatcher()).isSameAs(rig.adapter.asyncEvents());
                            assertThat(e.reason()).isEqualTo("it was pulled out");
                        });
    }

    @Test
    void aStatusThatNobodyKnowsIsAFailureAndEndsTheConnection() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        FakeQueuePair pair = a.pair();
        pair.mode = FakeQueuePair.Mode.HELD;
        a.mustSend(1);

        pair.requestQueue().inject(pair.oldestSend(), UNHEARD_OF, 0, 0, 0);

        assertThat(a.requests.await(Rig.LIMIT))
                .isInstanceOfSatisfying(
                        DtoCompletion.class,
                        e -> assertThat(e.status()).isNotEqualTo(CompletionStatus.SUCCESS));
        rig.drain();
        a.connections.expect(ConnectionEvent.Broken.class, Rig.LIMIT);
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    // ---- memory

    @Test
    void twoRegionsOnTheSameMemoryLiveAndDieApart() {
        ProtectionZone zone = rig.zone;
        var again = zone.register(rig.memory.segment(), Privilege.ALL);
        assertThat(again.remoteRegion().key()).isNotEqualTo(rig.memory.remoteRegion().key());
        again.close();
        again.close();
        refused(DatType.INVALID_HANDLE, again::remoteRegion);
        assertThat(rig.memory.remoteRegion().length()).isEqualTo(Rig.REGION_BYTES);
    }

    /** Waiting that cannot be interrupted. */
    private static final class Uninterrupted {
        static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }
}
