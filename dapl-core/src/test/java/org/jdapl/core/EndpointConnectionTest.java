package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.QualityOfService;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.core.fake.FakeQueuePair;
import org.jdapl.spi.ConnectionInfo;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointConnectionTest {

    private final long[] now = {0};
    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().clock(() -> now[0]).build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static ConnectOptions options() {
        return ConnectOptions.within(Rig.LIMIT);
    }

    // ---- connecting

    @Test
    void bothSidesKnowTheirConnection() throws InterruptedException {
        Rig.Side a = rig.side(b -> b.maxReadsIn(3).maxReadsOut(2));
        Rig.Side b = rig.side(x -> x.maxReadsIn(1).maxReadsOut(8));
        assertThat(a.endpoint.connection()).isEmpty();
        ConnectionRequest request = rig.requestFrom(a, PrivateData.of("hello"));
        assertThat(request.privateData().asText()).isEqualTo("hello");
        assertThat(request.endpoint()).isNull();
        assertThat(request.servicePoint()).isSameAs(rig.point());
        assertThat(request.localAddress()).isEqualTo(rig.address());
        request.accept(b.endpoint, PrivateData.of("welcome"));
        assertThat(request.isClosed()).isTrue();
        ConnectionEvent.Established ofA =
                a.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        ConnectionEvent.Established ofB =
                b.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        assertThat(ofA.privateData().asText()).isEqualTo("welcome");
        assertThat(ofB.privateData()).isEqualTo(PrivateData.EMPTY);
        Connection there = a.endpoint.connection().orElseThrow();
        Connection here = b.endpoint.connection().orElseThrow();
        assertThat(there.privateData().asText()).isEqualTo("welcome");
        assertThat(here.privateData().asText()).isEqualTo("hello");
        assertThat(there.remote()).isEqualTo(rig.address()).isEqualTo(here.local());
        assertThat(there.readsOut()).isEqualTo(1);
        assertThat(there.readsIn()).isEqualTo(3);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(a.endpoint.connection()).contains(there);
        a.endpoint.reset();
        assertThat(a.endpoint.connection()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(PrivateDataFraming.class)
    void privateDataArrivesInEachFraming(PrivateDataFraming framing) throws InterruptedException {
        Rig.Side a = rig.side(b -> b.privateDataFraming(framing));
        org.jdapl.api.PublicServicePoint point =
                rig.adapter.createPublicServicePoint(
                        Rig.anyPort(),
                        rig.requestEvents(),
                        org.jdapl.api.EndpointCreation.CONSUMER,
                        framing);
        a.endpoint.connect(point.localAddress(), options().withPrivateData(PrivateData.of("x")));
        ConnectionRequest request =
                rig.requestEvents()
                        .expect(org.jdapl.api.ConnectionRequestEvent.class, Rig.LIMIT)
                        .request();
        assertThat(request.privateData().asText()).isEqualTo("x");
        request.reject(PrivateData.of("no"));
        assertThat(
                        a.connections
                                .expect(ConnectionEvent.PeerRejected.class, Rig.LIMIT)
                                .privateData()
                                .asText())
                .isEqualTo("no");
    }

    @Test
    void badArgumentsAreRefusedAndChangeNothing() {
        Rig.Side a = rig.side();
        InetSocketAddress good = rig.address();
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("nowhere.invalid", 1);
        refused(
                DatType.INVALID_ADDRESS,
                DatSubtype.INVALID_ADDRESS_MALFORMED,
                () -> a.endpoint.connect(unresolved, options()));
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG3,
                () -> a.endpoint.connect(Rig.anyPort(), options()));
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG4,
                () -> a.endpoint.connect(good, ConnectOptions.within(Duration.ZERO)));
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG2,
                () -> a.endpoint.connect(good, ConnectOptions.within(Duration.ofNanos(-1))));
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG5,
                () ->
                        a.endpoint.connect(
                                good, options().withPrivateData(PrivateData.of(new byte[253]))));
        refused(
                DatType.MODEL_NOT_SUPPORTED,
                DatSubtype.NO_SUBTYPE,
                () ->
                        a.endpoint.connect(
                                good,
                                new ConnectOptions(
                                        Rig.LIMIT,
                                        PrivateData.EMPTY,
                                        QualityOfService.PREMIUM,
                                        false)));
        refused(
                DatType.MODEL_NOT_SUPPORTED,
                DatSubtype.NO_SUBTYPE,
                () ->
                        a.endpoint.connect(
                                good,
                                new ConnectOptions(
                                        Rig.LIMIT,
                                        PrivateData.EMPTY,
                                        QualityOfService.BEST_EFFORT,
                                        true)));
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(rig.provider.plan.count("connect")).isZero();
    }

    @Test
    void anEndpointThatLacksAPartIsNotReady() {
        EventDispatcher dto = rig.events(EventStream.DTO);
        EventDispatcher connections = rig.events(EventStream.CONNECTION);
        EndpointImpl noZone =
                (EndpointImpl)
                        rig.adapter.createEndpoint(
                                null, dto, dto, connections, EndpointAttributes.defaults());
        EndpointImpl noEvents =
                (EndpointImpl)
                        rig.adapter.createEndpoint(
                                rig.zone, dto, dto, null, EndpointAttributes.defaults());
        for (EndpointImpl e : List.of(noZone, noEvents)) {
            refused(
                    DatType.INVALID_STATE,
                    DatSubtype.INVALID_STATE_EP_NOTREADY,
                    () -> e.connect(rig.address(), options()));
            assertThat(e.state()).isEqualTo(EndpointState.UNCONNECTED);
        }
        assertThat(noZone.postReceive(rig.memory, 0, 8, 1)).isEqualTo(PostStatus.INVALID_STATE);
    }

    @Test
    void aConnectThatFailsAtOnceChangesNothing() {
        Rig.Side a = rig.side();
        rig.provider.plan.failNext(
                "connect",
                new ProviderException(
                        DatType.INSUFFICIENT_RESOURCES,
                        DatSubtype.RESOURCE_DEVICE,
                        "out of ports",
                        99));
        assertThatThrownBy(() -> a.endpoint.connect(rig.address(), options()))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> {
                            assertThat(e.nativeCode()).isEqualTo(99);
                            assertThat(e.subtype()).isEqualTo(DatSubtype.RESOURCE_DEVICE);
                            assertThat(e.getCause()).isInstanceOf(ProviderException.class);
                        })
                .hasMessageContaining("out of ports");
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        rig.provider.plan.failNext("connect", new IllegalStateException("planned"));
        assertThatThrownBy(() -> a.endpoint.connect(rig.address(), options()))
                .isInstanceOf(DatException.class)
                .hasMessageContaining("failed in ConnectionManager.connect");
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(a.connections.size()).isZero();
        now[0] += 100_000_000_000L;
        rig.drain();
        assertThat(a.endpoint.state()).as("no timer was left").isEqualTo(EndpointState.UNCONNECTED);
    }

    @Test
    void anAddressThatIsRefusedAtOnceIsAnEvent() {
        Rig.Side a = rig.side();
        rig.provider.plan.failNext(
                "connect",
                new ProviderException(
                        DatType.INVALID_ADDRESS, DatSubtype.NO_SUBTYPE, "no route", 113));
        a.endpoint.connect(rig.address(), options());
        assertThat(a.connections.dequeue())
                .isEqualTo(
                        new ConnectionEvent.Unreachable(
                                a.connections, a.endpoint, "no route", 113));
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Test
    void anAttemptEndsWhenItsTimeRunsOut() throws InterruptedException {
        Rig.Side a = rig.side();
        a.mustReceive(1);
        a.endpoint.connect(rig.address(), ConnectOptions.within(Duration.ofSeconds(2)));
        now[0] += 1_999_999_999L;
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
        now[0] += 1;
        rig.drain();
        assertThat(Rig.texts(a.connections)).containsExactly("TimedOut");
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        // The request that waited is gone for the other side.
        ConnectionRequest request =
                rig.requestEvents()
                        .expect(org.jdapl.api.ConnectionRequestEvent.class, Rig.LIMIT)
                        .request();
        Rig.Side b = rig.side();
        request.accept(b.endpoint);
        assertThat(Rig.texts(b.connections)).containsExactly("AcceptCompletionError");
        assertThat(b.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Test
    void anAttemptWithoutALimitNeverRunsOut() {
        Rig.Side a = rig.side();
        a.endpoint.connect(rig.address(), ConnectOptions.within(EventDispatcher.FOREVER));
        now[0] += Duration.ofDays(1000).toNanos();
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
    }

    @Test
    void aTimeLimitOfAFormerAttemptDoesNotEndTheNext() throws InterruptedException {
        Rig.Side a = rig.side();
        a.endpoint.connect(rig.address(), ConnectOptions.within(Duration.ofSeconds(2)));
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        a.endpoint.reset();
        a.endpoint.connect(rig.address(), ConnectOptions.within(Duration.ofSeconds(5)));
        now[0] += 3_000_000_000L;
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
        Rig.takeAll(a.connections);
        Rig.takeAll(rig.requestEvents());
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        Rig.takeAll(a.connections);
        a.endpoint.reset();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        now[0] += 100_000_000_000L;
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        assertThat(b.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
    }

    @Test
    void anAcceptedConnectionThatNeverComesIsGivenUp() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        ConnectionRequest request = rig.requestFrom(a);
        rig.fake.holdEvents();
        request.accept(b.endpoint);
        now[0] += EndpointImpl.ACCEPT_LIMIT_NS;
        rig.drain();
        assertThat(Rig.texts(b.connections)).containsExactly("AcceptCompletionError");
        assertThat(b.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Test
    void anEndpointConnectsToWhereAnotherOneIsConnected() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        Rig.Side c = rig.side();
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_UNCONNECTED,
                () -> c.endpoint.duplicateConnect(a.endpoint, options()));
        rig.connect(a, b);
        c.endpoint.duplicateConnect(a.endpoint, options());
        assertThat(c.endpoint.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
        assertThat(rig.requestEvents().await(Rig.LIMIT)).isNotNull();
        a.endpoint.close();
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP,
                () -> rig.side().endpoint.duplicateConnect(a.endpoint, options()));
        try (Rig other = Rig.manual().build()) {
            refused(
                    DatType.INVALID_HANDLE,
                    DatSubtype.INVALID_HANDLE2,
                    () -> other.side().endpoint.duplicateConnect(b.endpoint, options()));
        }
    }

    // ---- events in any order, late and strange ones

    @Test
    void disconnectedBeforeEstablishedIsARefusalAndTheRestIsDropped() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        ConnectionRequest request = rig.requestFrom(a);
        rig.fake.holdEvents();
        request.accept(b.endpoint);
        rig.fake.releaseEvent(0); // b is established
        rig.drain();
        b.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
        b.endpoint.disconnect(DisconnectMode.ABRUPT);
        // Held: a established, b disconnected, a disconnected. The order is turned round.
        rig.fake.releaseEvent(rig.fake.heldEvents() - 1);
        rig.drain();
        assertThat(Rig.texts(a.connections)).containsExactly("NonPeerRejected");
        rig.fake.releaseEvents();
        rig.drain();
        assertThat(a.connections.size()).isZero();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertThat(Rig.texts(b.connections)).containsExactly("Disconnected");
    }

    @Test
    void theFirstTerminalEventWinsWhateverTheOrder() throws InterruptedException {
        long seed = 4711;
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            Rig.Side a = rig.side();
            Rig.Side b = rig.side();
            a.mustReceive(round);
            rig.requestFrom(a).accept(b.endpoint);
            Object context = a.pair().context();
            rig.fake.holdEvents();
            List<Runnable> events = new ArrayList<>();
            ConnectionInfo info =
                    new ConnectionInfo(Rig.anyPort(), Rig.anyPort(), new byte[0], 1, 1);
            events.add(() -> rig.fake.tell(l -> l.established(context, info)));
            events.add(() -> rig.fake.tell(l -> l.established(context, info)));
            events.add(() -> rig.fake.tell(l -> l.disconnected(context)));
            events.add(() -> rig.fake.tell(l -> l.broken(context, "x", 1)));
            events.add(() -> rig.fake.tell(l -> l.rejected(context, true, new byte[0], "x")));
            events.add(() -> rig.fake.tell(l -> l.unreachable(context, "x", 1)));
            Collections.shuffle(events, random);
            events.forEach(Runnable::run);
            rig.fake.releaseEvents();
            rig.drain();
            List<String> seen = Rig.texts(a.connections);
            assertThat(seen.stream().filter(s -> s.equals("Established")).count())
                    .as("seed %d round %d: %s", seed, round, seen)
                    .isLessThanOrEqualTo(1);
            assertThat(seen.stream().filter(s -> !s.equals("Established")).count()).isEqualTo(1);
            assertThat(seen.getLast()).isNotEqualTo("Established");
            assertThat(Rig.completions(a.receives)).containsExactly(round + ":FLUSHED");
            for (Rig.Side side : List.of(a, b)) {
                side.endpoint.close();
                side.receives.close();
                side.requests.close();
                side.connections.close();
            }
        }
    }

    @Test
    void lateEventsOfAFormerLifeAreDropped() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        Object former = a.pair().context();
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        Rig.takeAll(a.connections);
        rig.fake.tell(l -> l.broken(former, "late", 1));
        rig.drain();
        assertThat(a.connections.size()).isZero();
        // One that is told after the next connection has begun, and one that is told before it
        // and handled after it.
        rig.fake.holdEvents();
        rig.fake.tell(l -> l.broken(former, "later", 1));
        rig.provider.plan.onNext("pair.close", () -> rig.fake.listener().disconnected(former));
        a.endpoint.reset();
        Rig.Side c = rig.side();
        a.endpoint.connect(rig.address(), options());
        rig.fake.releaseEvents();
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
        assertThat(a.connections.size()).isZero();
        rig.requestEvents()
                .expect(org.jdapl.api.ConnectionRequestEvent.class, Rig.LIMIT)
                .request()
                .accept(c.endpoint);
        a.connections.expect(ConnectionEvent.Established.class, Rig.LIMIT);
    }

    @Test
    void anEventWhileTheEndpointIsClosedByTheConsumerIsDropped() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        Object context = a.pair().context();
        rig.fake.tell(l -> l.disconnected(context));
        a.endpoint.close();
        rig.drain();
        assertThat(a.connections.size()).isZero();
        assertThat(Rig.texts(b.connections)).containsExactly("Disconnected");
    }

    // ---- disconnecting

    @ParameterizedTest
    @EnumSource(DisconnectMode.class)
    void eachSideGetsExactlyOneTerminalEvent(DisconnectMode mode) throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.mustReceive(1);
        b.mustReceive(2);
        a.endpoint.disconnect(mode);
        rig.drain();
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        b.endpoint.disconnect(DisconnectMode.GRACEFUL);
        rig.drain();
        assertThat(Rig.takeAll(a.connections))
                .containsExactly(
                        new ConnectionEvent.Disconnected(a.connections, a.endpoint, false));
        assertThat(Rig.takeAll(b.connections))
                .containsExactly(new ConnectionEvent.Disconnected(b.connections, b.endpoint, true));
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        assertThat(Rig.completions(b.receives)).containsExactly("2:FLUSHED");
    }

    @Test
    void aGracefulDisconnectFinishesWhatWasPosted() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.mustSend(1);
        a.mustSend(2);
        a.endpoint.disconnect(DisconnectMode.GRACEFUL);
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECT_PENDING);
        assertThat(a.send(3)).isEqualTo(PostStatus.INVALID_STATE);
        b.mustReceive(1);
        b.mustReceive(2);
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertThat(Rig.completions(a.requests)).containsExactly("1:SUCCESS", "2:SUCCESS");
        assertThat(Rig.texts(a.connections)).containsExactly("Disconnected");
        now[0] += 100_000_000_000L;
        rig.drain();
        assertThat(a.connections.size()).isZero();
    }

    @Test
    void aGracefulDisconnectThatTheProviderRefusesLeavesTheConnection()
            throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        rig.provider.plan.failNext("disconnect", DatType.INTERNAL_ERROR);
        refused(
                DatType.INTERNAL_ERROR,
                DatSubtype.NO_SUBTYPE,
                () -> a.endpoint.disconnect(DisconnectMode.GRACEFUL));
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        b.mustReceive(1);
        a.mustSend(1);
        assertThat(Rig.completions(a.requests)).containsExactly("1:SUCCESS");
    }

    @Test
    void anAbruptDisconnectEndsTheConnectionWhateverTheProviderSays() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.mustReceive(1);
        rig.provider.plan.failNext("disconnect", DatType.INTERNAL_ERROR);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertThat(Rig.texts(a.connections)).containsExactly("Disconnected");
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("ProviderInternalError");
    }

    @Test
    void aFlushThatFailsStillAccountsForEverything() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.mustReceive(1);
        rig.provider.plan.failNext("flush", new IllegalStateException("planned"));
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        assertThat(Rig.texts(a.connections)).containsExactly("Disconnected");
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("ProviderInternalError");
    }

    // ---- operations that fail

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anOperationThatFailsBreaksTheConnection(boolean told) throws InterruptedException {
        rig.provider.tellsBroken = told;
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustReceive(9);
        for (int i = 1; i <= 3; i++) {
            a.mustSend(i);
        }
        a.pair().completeSend(CompletionStatus.SUCCESS);
        a.pair().completeSend(CompletionStatus.REMOTE_ACCESS);
        assertThat(a.requests.size()).isPositive();
        rig.drain();
        assertThat(Rig.completions(a.requests))
                .containsExactly("1:SUCCESS", "2:REMOTE_ACCESS", "3:FLUSHED");
        assertThat(Rig.completions(a.receives)).containsExactly("9:FLUSHED");
        assertThat(Rig.takeAll(a.connections))
                .singleElement()
                .isInstanceOfSatisfying(
                        ConnectionEvent.Broken.class,
                        e -> {
                            assertThat(e.reason()).contains("REMOTE_ACCESS");
                            assertThat(e.nativeCode()).isEqualTo(88);
                        });
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        rig.drain();
        assertThat(a.connections.size()).isZero();
    }

    @Test
    void aFailedOperationOfAFormerLifeBreaksNothing() throws InterruptedException {
        rig.provider.tellsBroken = false;
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustSend(1);
        a.pair().completeSend(CompletionStatus.TRANSPORT);
        assertThat(a.requests.size()).isEqualTo(1); // the errand is on its way
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        a.endpoint.reset();
        a.endpoint.connect(rig.address(), options());
        rig.drain();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
        assertThat(Rig.texts(a.connections)).containsExactly("Disconnected");
    }

    // ---- reset

    @Test
    void anEndpointReconnectsAThousandTimes() throws InterruptedException {
        Rig.Side a = rig.sideOnOneDispatcher();
        Rig.Side b = rig.sideOnOneDispatcher();
        int rounds = 1000;
        for (int i = 0; i < rounds; i++) {
            b.mustReceive(i);
            a.mustReceive(-i);
            rig.connect(a, b);
            a.mustSend(i);
            (i % 2 == 0 ? a : b)
                    .endpoint.disconnect(
                            i % 3 == 0 ? DisconnectMode.GRACEFUL : DisconnectMode.ABRUPT);
            rig.drain();
            assertThat(Rig.texts(a.connections))
                    .as("round %d", i)
                    .containsExactly(i + ":SUCCESS", -i + ":FLUSHED", "Disconnected");
            assertThat(Rig.texts(b.connections)).containsExactly(i + ":SUCCESS", "Disconnected");
            a.endpoint.reset();
            b.endpoint.reset();
        }
        assertThat(rig.adapter.strayCompletions()).isZero();
        assertThat(rig.fake.queuePairs()).hasSize(2);
        assertThat(rig.adapter.census().outstandingReceives()).isZero();
    }

    @Test
    void completionsThatWereNotTakenSurviveAResetAndKeepTheirPlaces() throws InterruptedException {
        Rig.Side a = rig.side(b -> b.maxReceives(4));
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (int i = 0; i < 3; i++) {
            a.mustReceive(i);
        }
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        a.endpoint.reset();
        a.mustReceive(3);
        assertThat(a.receive(4)).isEqualTo(PostStatus.QUEUE_FULL);
        assertThat(Rig.completions(a.receives))
                .containsExactly("0:FLUSHED", "1:FLUSHED", "2:FLUSHED");
        a.mustReceive(4);
        assertThat(a.endpoint.receiveCounts().posted()).isEqualTo(2);
    }

    @Test
    void aResetOfAnUnconnectedEndpointKeepsItsReceives() {
        Rig.Side a = rig.side();
        a.mustReceive(1);
        a.endpoint.reset();
        assertThat(a.endpoint.receiveCounts().posted()).isEqualTo(1);
        assertThat(a.receives.size()).isZero();
    }

    @Test
    void aResetThatFailsCanBeTriedAgain() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        Rig.takeAll(a.connections);
        for (int i = 0; i < 2; i++) {
            rig.provider.plan.failNext("createQueuePair", DatType.INSUFFICIENT_RESOURCES);
            refused(DatType.INSUFFICIENT_RESOURCES, DatSubtype.NO_SUBTYPE, a.endpoint::reset);
            assertThat(a.endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
            assertThat(a.send(5)).isEqualTo(PostStatus.OK);
            assertThat(Rig.completions(a.requests)).containsExactly("5:FLUSHED");
        }
        a.endpoint.reset();
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.UNCONNECTED);
        Rig.Side c = rig.side();
        rig.connect(a, c);
        c.mustReceive(1);
        a.mustSend(1);
        assertThat(Rig.completions(a.requests)).containsExactly("1:SUCCESS");
    }

    @Test
    void anEndpointWhoseResetFailedCanBeClosed() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        rig.provider.plan.failNext("createQueuePair", DatType.INSUFFICIENT_RESOURCES);
        assertThatThrownBy(a.endpoint::reset).isInstanceOf(DatException.class);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        a.endpoint.close();
        a.receives.close();
    }

    // ---- closing

    @Test
    void closingAnEndpointFlushesItAndTouchesNothingElse() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.mustReceive(1);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustSend(2);
        a.endpoint.close();
        a.endpoint.close();
        assertThat(Rig.completions(a.receives)).containsExactly("1:FLUSHED");
        assertThat(Rig.completions(a.requests)).containsExactly("2:FLUSHED");
        assertThat(a.connections.size()).isZero();
        rig.drain();
        assertThat(Rig.texts(b.connections)).containsExactly("Disconnected");
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP,
                () -> a.endpoint.connect(rig.address(), options()));
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_EP, a.endpoint::status);
        assertThat(a.endpoint.handleKind()).isEqualTo(org.jdapl.api.HandleKind.ENDPOINT);
    }

    @Test
    void aProviderThatFailsInClosingDoesNotKeepTheEndpointOpen() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        rig.provider.plan.failNext("flush", new IllegalStateException("planned"));
        rig.provider.plan.failNext("pair.close", new IllegalStateException("planned"));
        a.endpoint.close();
        assertThat(a.endpoint.isClosed()).isTrue();
        a.receives.close();
        a.requests.close();
        a.connections.close();
        assertThat(Rig.texts(rig.adapter.asyncEvents()))
                .containsExactly("ProviderInternalError", "ProviderInternalError");
        rig.uncheck(); // the fake's queue pair stays open
    }
}
