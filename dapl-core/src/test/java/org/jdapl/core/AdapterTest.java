package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.Census;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.core.fake.FakeAdapter;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdapterTest {

    private Rig rig;

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    private void open(ProgressMode mode) {
        rig = (mode == ProgressMode.AUTO ? Rig.auto() : Rig.manual()).build();
    }

    private void limited(UnaryOperator<AdapterAttributes.Builder> limits) {
        rig = Rig.manual().provider(p -> p.limits = limits).build();
    }

    // ---- queries

    @Test
    void anAdapterTellsWhatItIs() {
        open(ProgressMode.MANUAL);
        InterfaceAdapter adapter = rig.adapter;
        assertThat(adapter.name()).isEqualTo("fake:one");
        assertThat(adapter.attributes().adapterName()).isEqualTo("fake:one");
        assertThat(adapter.attributes()).isSameAs(adapter.attributes());
        assertThat(adapter.providerAttributes().providerName()).isEqualTo("fake");
        assertThat(adapter.adapter()).isSameAs(adapter);
        assertThat(adapter.handleKind()).isEqualTo(HandleKind.INTERFACE_ADAPTER);
        assertThat(adapter.unwrap(FakeAdapter.class)).containsSame(rig.fake);
        assertThat(adapter.unwrap(String.class)).isEmpty();
        adapter.setConsumerContext("mine");
        assertThat(adapter.consumerContext()).isEqualTo("mine");
        adapter.setConsumerContext(null);
        assertThat(adapter.consumerContext()).isNull();
    }

    @Test
    void objectsAndEventsSayWhichTheyAre() throws InterruptedException {
        open(ProgressMode.MANUAL);
        assertThat(rig.adapter).hasToString("fake:one");
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        assertThat(a.endpoint).hasToString("endpoint#1");
        assertThat(b.endpoint).hasToString("endpoint#2");
        rig.connect(a, b);
        EventDispatcher software = rig.events(EventStream.SOFTWARE);
        software.post("x");
        assertThat(String.valueOf(software.await(Rig.LIMIT)))
                .contains("dispatcher=" + software)
                .contains("event-dispatcher#");
    }

    @Test
    void attributesWithinAnAdaptersAreNotRefused() {
        limited(b -> b.maxWorkRequests(8).maxSegments(2).maxReadsIn(1).maxReadsOut(0));
        EndpointAttributes wanted =
                EndpointAttributes.builder().maxReceives(100).maxRequests(3).maxReadsIn(9).build();

        EndpointAttributes lowered = wanted.within(rig.adapter.attributes());

        assertThat(lowered.maxReceives()).isEqualTo(8);
        assertThat(lowered.maxRequests()).isEqualTo(3);
        assertThat(lowered.maxReceiveSegments()).isEqualTo(2);
        assertThat(lowered.maxReadsIn()).isEqualTo(1);
        assertThat(lowered.maxReadsOut()).isZero();
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connections = rig.events(EventStream.CONNECTION);
        ProtectionZone zone = rig.adapter.createProtectionZone();
        assertThatThrownBy(() -> rig.adapter.createEndpoint(zone, dto, dto, connections, wanted))
                .isInstanceOf(DatException.class);
        var made = rig.adapter.createEndpoint(zone, dto, dto, connections, lowered);
        assertThat(made.attributes().maxReceives()).isEqualTo(8);
        assertThat(made.attributes().maxMessageBytes())
                .isEqualTo(rig.adapter.attributes().maxMessageBytes());
    }

    @Test
    void onlyWhatTheRuntimeCarriesIsAdvertised() {
        rig =
                Rig.manual()
                        .provider(
                                p -> {
                                    p.capabilities.add(Capability.INLINE);
                                    p.capabilities.add(Capability.MULTIPATH);
                                    p.capabilities.remove(Capability.RDMA_READ);
                                })
                        .build();
        assertThat(rig.adapter.attributes().capabilities())
                .contains(
                        Capability.RDMA_WRITE,
                        Capability.ENDPOINT_RESET,
                        Capability.RECEIVE_QUERY,
                        Capability.EVD_RESIZE,
                        Capability.SHARED_REGION,
                        Capability.COMMON_SERVICE_POINT,
                        Capability.REQUEST_HANDOFF)
                .contains(Capability.INLINE)
                .doesNotContain(Capability.MULTIPATH, Capability.RDMA_READ);
        Rig.Side side = rig.side();
        assertThatThrownBy(() -> side.endpoint.setWatermark(1, 2))
                .hasMessageContaining("RECEIVE_WATERMARKS");
        assertThatThrownBy(
                        () ->
                                rig.adapter.createSharedReceiveQueue(
                                        rig.zone, SharedReceiveQueueAttributes.of(4, 1)))
                .hasMessageContaining("fake:one")
                .hasMessageContaining("SHARED_RECEIVE_QUEUE");
    }

    @Test
    void theCensusCountsObjectsWorkAndEvents() throws InterruptedException {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustSend(1);
        a.mustReceive(2);
        a.mustReceive(3);
        b.mustSend(4);
        Census census = rig.adapter.census();
        assertThat(census.open())
                .containsOnly(
                        Map.entry(HandleKind.ENDPOINT, 2),
                        Map.entry(HandleKind.EVENT_DISPATCHER, 8),
                        Map.entry(HandleKind.PROTECTION_ZONE, 1),
                        Map.entry(HandleKind.LOCAL_MEMORY_REGION, 1),
                        Map.entry(HandleKind.PUBLIC_SERVICE_POINT, 1));
        assertThat(census.outstandingRequests()).isEqualTo(1);
        assertThat(census.outstandingReceives()).isEqualTo(1);
        assertThat(census.unreadEvents()).as("a receive and a send").isEqualTo(2);
        assertThat(census.count(HandleKind.NOTIFICATION_OBJECT)).isZero();
    }

    // ---- limits

    @Test
    void eachLimitIsRefusedWithItsNumberAndNotBefore() {
        limited(b -> b.maxEndpoints(2).maxEventDispatchers(3).maxProtectionZones(2).maxRegions(2));
        EventDispatcher dto = rig.events(EventStream.DTO);
        rig.events(EventStream.DTO);
        full(DatSubtype.RESOURCE_TEVD, "3 event dispatchers", () -> rig.events(EventStream.DTO));
        rig.adapter.createProtectionZone();
        full(
                DatSubtype.RESOURCE_PROTECTION_DOMAIN,
                "2 protection zones",
                rig.adapter::createProtectionZone);
        rig.zone.allocate(8, Privilege.ALL);
        full(
                DatSubtype.RESOURCE_MEMORY_REGION,
                "2 local memory regions",
                () -> rig.zone.allocate(8, Privilege.ALL));
        List<org.jdapl.api.Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            endpoints.add(
                    rig.adapter.createEndpoint(
                            rig.zone, dto, dto, null, EndpointAttributes.defaults()));
        }
        full(
                DatSubtype.RESOURCE_TEP,
                "2 endpoints",
                () ->
                        rig.adapter.createEndpoint(
                                rig.zone, dto, dto, null, EndpointAttributes.defaults()));
        endpoints.getFirst().close();
        rig.adapter.createEndpoint(rig.zone, dto, dto, null, EndpointAttributes.defaults());
    }

    private static void full(DatSubtype subtype, String what, ThrowingCallable call) {
        refused(DatType.INSUFFICIENT_RESOURCES, subtype, call);
        assertThatThrownBy(call).hasMessageContaining(what);
    }

    @Test
    void thousandsOfEndpointsComeAndGo() {
        open(ProgressMode.MANUAL);
        EventDispatcher dto = rig.adapter.createEventDispatcher(1, EventStream.DTO);
        EndpointAttributes one = EndpointAttributes.builder().maxReceives(1).maxRequests(1).build();
        List<org.jdapl.api.Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < 2000; i++) {
            endpoints.add(rig.adapter.createEndpoint(rig.zone, dto, dto, null, one));
        }
        for (int i = 0; i < 2000; i += 2) {
            assertThat(endpoints.get(i).postReceive(rig.memory, 0, 8, i)).isZero();
            endpoints.get(i).close();
        }
        for (int i = 0; i < 1000; i++) {
            assertThat(((org.jdapl.api.DtoCompletion) dto.dequeue()).cookie()).isEqualTo(2L * i);
        }
        for (int i = 0; i < 1000; i++) {
            endpoints.set(2 * i, rig.adapter.createEndpoint(rig.zone, dto, dto, null, one));
        }
        assertThat(rig.adapter.census().count(HandleKind.ENDPOINT)).isEqualTo(2000);
        // Places of endpoints that are gone are given out again.
        assertThat(endpoints)
                .allSatisfy(e -> assertThat(((EndpointImpl) e).index()).isBetween(0, 1999));
    }

    // ---- closing

    @Test
    void aGracefulCloseIsRefusedWithACountAndChangesNothing() throws InterruptedException {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        rig.adapter.createNotificationObject(null);
        ConnectionRequest request = rig.requestFrom(a);
        assertThatThrownBy(() -> rig.adapter.close(CloseMode.GRACEFUL))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> {
                            assertThat(e.type()).isEqualTo(DatType.INVALID_STATE);
                            assertThat(e.subtype()).isEqualTo(DatSubtype.INVALID_STATE_IA_IN_USE);
                        })
                .hasMessageContaining("1 CONNECTION_REQUEST")
                .hasMessageContaining("1 ENDPOINT")
                .hasMessageContaining("4 EVENT_DISPATCHER")
                .hasMessageContaining("1 LOCAL_MEMORY_REGION")
                .hasMessageContaining("1 PUBLIC_SERVICE_POINT")
                .hasMessageContaining("1 PROTECTION_ZONE")
                .hasMessageContaining("1 NOTIFICATION_OBJECT");
        assertThat(rig.adapter.isClosed()).isFalse();
        Rig.Side b = rig.side();
        request.accept(b.endpoint);
        assertThat(Rig.texts(a.connections)).containsExactly("Established");
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void aGracefulCloseSucceedsWhenEverythingIsClosed(ProgressMode mode)
            throws InterruptedException {
        open(mode);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        NotificationObject cno = rig.adapter.createNotificationObject(null);
        a.endpoint.disconnect(DisconnectMode.GRACEFUL);
        rig.point().close();
        for (Rig.Side side : List.of(a, b)) {
            side.endpoint.close();
            side.receives.close();
            side.requests.close();
            side.connections.close();
        }
        rig.requestEvents().close();
        rig.memory.close();
        cno.close();
        assertThatThrownBy(() -> rig.adapter.close(CloseMode.GRACEFUL))
                .hasMessageContaining("1 PROTECTION_ZONE");
        rig.zone.close();
        rig.adapter.close(CloseMode.GRACEFUL);
        rig.adapter.close(CloseMode.GRACEFUL);
        rig.adapter.close();
        assertThat(rig.adapter.isClosed()).isTrue();
        assertThat(rig.adapter.asyncEvents().isClosed()).isTrue();
    }

    @Test
    void aClosedAdapterRefusesEveryCall() {
        open(ProgressMode.MANUAL);
        EventDispatcher events = rig.requestEvents();
        rig.adapter.close();
        List<ThrowingCallable> calls =
                List.of(
                        rig.adapter::createProtectionZone,
                        () -> rig.events(EventStream.DTO),
                        () -> rig.adapter.createNotificationObject(null),
                        () ->
                                rig.adapter.createEndpoint(
                                        null, null, null, null, EndpointAttributes.defaults()),
                        () -> rig.adapter.createPublicServicePoint(Rig.anyPort(), events),
                        () -> rig.adapter.createCommonServicePoint(Rig.anyPort(), events),
                        () ->
                                rig.adapter.createSharedReceiveQueue(
                                        rig.zone, SharedReceiveQueueAttributes.of(4, 1)),
                        rig.adapter::progress);
        for (ThrowingCallable call : calls) {
            refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_IA, call);
        }
        assertThat(rig.adapter.attributes()).isNotNull();
        assertThat(rig.adapter.census().open()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void anAbruptCloseWakesWaitersOfEachKind(ProgressMode mode) {
        open(mode);
        List<Thread> threads = new ArrayList<>();
        List<AtomicReference<Object>> results = new ArrayList<>();
        NotificationObject cno = rig.adapter.createNotificationObject(null);
        for (int i = 0; i < 6; i++) {
            EventDispatcher events = rig.events(EventStream.SOFTWARE);
            AtomicReference<Object> result = new AtomicReference<>();
            boolean onCno = i % 3 == 2;
            Runnable body =
                    () -> {
                        try {
                            result.set(onCno ? cno.await(Rig.LIMIT) : events.await(Rig.LIMIT));
                        } catch (InterruptedException | RuntimeException e) {
                            result.set(e);
                        }
                    };
            results.add(result);
            threads.add(
                    i % 2 == 0 ? Thread.ofPlatform().start(body) : Thread.ofVirtual().start(body));
        }
        threads.forEach(
                t ->
                        Rig.until(
                                t + " waits",
                                () ->
                                        t.getState() == Thread.State.WAITING
                                                || t.getState() == Thread.State.TIMED_WAITING));
        long start = System.nanoTime();
        rig.adapter.close();
        threads.forEach(Rig::join);
        assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
        for (AtomicReference<Object> r : results) {
            assertThat(r.get())
                    .isInstanceOfSatisfying(
                            DatException.class, e -> assertThat(e.type()).isEqualTo(DatType.ABORT));
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void anAgentMayCloseTheAdapter(ProgressMode mode) throws InterruptedException {
        open(mode);
        CountDownLatch closed = new CountDownLatch(1);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        NotificationObject cno =
                rig.adapter.createNotificationObject(
                        d -> {
                            try {
                                rig.adapter.close();
                            } catch (Throwable t) {
                                failure.set(t);
                            }
                            closed.countDown();
                        });
        EventDispatcher events =
                rig.adapter.createEventDispatcher(4, Rig.streams(EventStream.SOFTWARE), cno);
        EventDispatcher other = rig.events(EventStream.SOFTWARE);
        events.post("x");
        AtomicReference<Throwable> aborted = new AtomicReference<>();
        if (mode == ProgressMode.MANUAL) {
            // The waiter itself is the driver that calls the agent.
            try {
                other.await(Rig.LIMIT);
            } catch (DatException e) {
                aborted.set(e);
            }
            assertThat(aborted.get()).hasMessageContaining("ABORT");
        }
        assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(failure.get()).isNull();
        assertThat(rig.adapter.isClosed()).isTrue();
        Rig.until("the provider is closed", rig.fake::isClosed);
    }

    @Test
    void anAdapterIsClosedAlsoWhileAnAgentHoldsItsThread() throws InterruptedException {
        open(ProgressMode.AUTO);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        NotificationObject cno =
                rig.adapter.createNotificationObject(
                        d -> {
                            inside.countDown();
                            try {
                                go.await();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        });
        EventDispatcher events =
                rig.adapter.createEventDispatcher(4, Rig.streams(EventStream.SOFTWARE), cno);
        events.post("x");
        assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
        Thread closer = Thread.ofPlatform().start(() -> rig.adapter.close(100_000_000L));
        Rig.join(closer);
        assertThat(rig.adapter.isClosed()).isTrue();
        assertThat(rig.fake.isClosed()).as("nobody may close it under the agent").isFalse();
        go.countDown();
        Rig.until("the provider is closed", rig.fake::isClosed);
    }

    @Test
    void manyThreadsMayCloseAtOnce() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            open(round % 2 == 0 ? ProgressMode.AUTO : ProgressMode.MANUAL);
            Rig.Side a = rig.side();
            Rig.Side b = rig.side();
            rig.connect(a, b);
            List<Thread> threads = new ArrayList<>();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            for (Runnable r :
                    List.<Runnable>of(
                            rig.adapter::close,
                            rig.adapter::close,
                            a.endpoint::close,
                            () -> rig.memory.close(),
                            () -> {
                                a.endpoint.close();
                                a.receives.close();
                            },
                            () -> b.endpoint.disconnect(DisconnectMode.ABRUPT))) {
                threads.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            try {
                                                r.run();
                                            } catch (DatException e) {
                                                if (e.type() != DatType.INVALID_HANDLE
                                                        && e.type() != DatType.INVALID_STATE) {
                                                    failure.set(e);
                                                }
                                            } catch (Throwable t) {
                                                failure.set(t);
                                            }
                                        }));
            }
            threads.forEach(Rig::join);
            assertThat(failure.get()).isNull();
            assertThat(rig.adapter.isClosed()).isTrue();
            Rig.until("the provider is closed", rig.fake::isClosed);
            rig.close();
        }
        rig = null;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndpointOrTheAdapterClosesWhileOthersPostPollAndWait(boolean wholeAdapter)
            throws InterruptedException {
        for (int round = 0; round < 15; round++) {
            open(round % 2 == 0 ? ProgressMode.AUTO : ProgressMode.MANUAL);
            Rig.Side a = rig.side();
            Rig.Side b = rig.side();
            rig.connect(a, b);
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicInteger accepted = new AtomicInteger();
            AtomicInteger completed = new AtomicInteger();
            CountDownLatch running = new CountDownLatch(3);
            Thread poster =
                    guarded(
                            failure,
                            () -> {
                                running.countDown();
                                int status;
                                do {
                                    status = b.receive(1);
                                    status = a.send(1);
                                    if (status == PostStatus.OK) {
                                        accepted.incrementAndGet();
                                    }
                                } while (status != PostStatus.CLOSED);
                            });
            Thread poller =
                    guarded(
                            failure,
                            () -> {
                                EventBatch batch = rig.adapter.createEventBatch(8);
                                running.countDown();
                                while (!a.endpoint.isClosed() || a.requests.size() > 0) {
                                    completed.addAndGet(a.requests.poll(batch));
                                }
                            });
            Thread waiter =
                    guarded(
                            failure,
                            () -> {
                                EventBatch batch = rig.adapter.createEventBatch(8);
                                running.countDown();
                                while (!a.endpoint.isClosed()) {
                                    b.receives.await(batch, 1_000_000L);
                                }
                            });
            assertThat(running.await(10, TimeUnit.SECONDS)).isTrue();
            Thread.sleep(2);
            if (wholeAdapter) {
                rig.adapter.close();
            } else {
                a.endpoint.close();
            }
            for (Thread t : List.of(poster, poller, waiter)) {
                Rig.join(t);
            }
            assertThat(failure.get()).isNull();
            if (!wholeAdapter) {
                completed.addAndGet(Rig.takeAll(a.requests).size());
                assertThat(completed.get()).isEqualTo(accepted.get());
            }
            rig.close();
        }
        rig = null;
    }

    private interface Body {
        void run() throws InterruptedException;
    }

    private static Thread guarded(AtomicReference<Throwable> failure, Body body) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                body.run();
                            } catch (DatException e) {
                                if (e.type() != DatType.INVALID_HANDLE
                                        && e.type() != DatType.ABORT) {
                                    failure.set(e);
                                }
                            } catch (Throwable t) {
                                failure.set(t);
                            }
                        });
    }

    @Test
    void objectsOfTwoAdaptersDoNotMix() {
        open(ProgressMode.MANUAL);
        InterfaceAdapter second =
                rig.registry.open("fake:one", org.jdapl.api.AdapterOptions.defaults());
        try {
            EventDispatcher foreign = second.createEventDispatcher(4, EventStream.DTO);
            refused(
                    DatType.INVALID_HANDLE,
                    DatSubtype.INVALID_HANDLE_EVD_REQUEST,
                    () ->
                            rig.adapter.createEndpoint(
                                    rig.zone,
                                    foreign,
                                    foreign,
                                    null,
                                    EndpointAttributes.defaults()));
        } finally {
            second.close();
        }
    }

    @Test
    void aProviderThatFailsInClosingDoesNotKeepTheAdapterOpen() throws InterruptedException {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (String call :
                List.of(
                        "pair.close",
                        "queue.close",
                        "listener.close",
                        "region.close",
                        "domain.close",
                        "adapter.close",
                        "flush")) {
            rig.provider.plan.failNext(call, new IllegalStateException("planned in " + call));
        }
        rig.adapter.close();
        assertThat(rig.adapter.isClosed()).isTrue();
        for (EventDispatcher d : List.of(a.receives, b.connections)) {
            assertThat(d.isClosed()).isTrue();
        }
        rig.uncheck();
    }

    @Test
    void eventsThatComeTooLateForTheAdapterAreDropped() {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        a.endpoint.connect(rig.address(), ConnectOptions.within(Rig.LIMIT));
        Object context = a.pair().context();
        rig.adapter.close();
        rig.fake.listener().adapterLost("late");
        rig.fake.listener().broken(context, "late", 1);
        rig.fake.listener().completionReady(a.requests);
        assertThat(rig.adapter.hasWork()).isFalse();
    }

    @Test
    void aLowWatermarkThatNobodyArmedIsReported() {
        open(ProgressMode.MANUAL);
        rig.fake.tell(l -> l.lowWatermark("x"));
        rig.drain();
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("ProviderInternalError");
    }

    @Test
    void reportsThatNobodyReadsDoNotPileUp() {
        open(ProgressMode.MANUAL);
        for (int i = 0; i < 200; i++) {
            rig.fake.tell(l -> l.lowWatermark("x"));
        }
        rig.drain();
        assertThat(rig.adapter.asyncEvents().size())
                .isEqualTo(rig.adapter.asyncEvents().depth())
                .isEqualTo(64);
    }

    @Test
    void aBadEventOfTheProviderBreaksItsConnectionAndNoOther() throws InterruptedException {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        a.endpoint.connect(rig.address(), ConnectOptions.within(Rig.LIMIT));
        b.endpoint.connect(rig.address(), ConnectOptions.within(Rig.LIMIT));
        Object ofA = a.pair().context();
        Object ofB = b.pair().context();
        rig.fake.tell(l -> l.rejected(ofA, true, null, "no bytes at all"));
        rig.fake.tell(l -> l.rejected(ofB, false, new byte[0], "a good one"));
        rig.drain();
        assertThat(Rig.texts(a.connections)).containsExactly("Broken");
        assertThat(Rig.texts(b.connections)).containsExactly("NonPeerRejected");
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("ProviderInternalError");
    }
}
