package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Rule;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jdapl.core.fake.FakeQueuePair;
import org.jdapl.spi.ConnectionInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each call and each event of the transport in each state, through the public API. */
class EndpointStatesTest {

    private final long[] now = {0};
    private Rig rig;
    private EndpointImpl endpoint;
    private EventDispatcher connections;
    private EventDispatcher receives;
    private EventDispatcher requests;
    private @Nullable ConnectionRequest request;
    private @Nullable ConnectionRequest spare;
    private @Nullable ReservedServicePoint reserved;

    @BeforeEach
    void open() {
        rig = Rig.manual().clock(() -> now[0]).build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private void use(Rig.Side side) {
        endpoint = side.endpoint;
        connections = side.connections;
        receives = side.receives;
        requests = side.requests;
    }

    /** Brings an endpoint into a state, by the consumer's calls. */
    private void reach(EndpointState state) throws InterruptedException {
        Rig.Side side = rig.side();
        Rig.Side other = rig.side();
        use(side);
        spare = rig.requestFrom(rig.side());
        switch (state) {
            case UNCONNECTED -> {}
            case RESERVED, PASSIVE_CONNECTION_PENDING -> {
                ReservedServicePoint point =
                        rig.adapter.createReservedServicePoint(
                                Rig.anyPort(), endpoint, rig.requestEvents());
                reserved = point;
                if (state == EndpointState.PASSIVE_CONNECTION_PENDING) {
                    other.endpoint.connect(point.localAddress(), ConnectOptions.within(Rig.LIMIT));
                    request =
                            rig.requestEvents()
                                    .expect(ConnectionRequestEvent.class, Rig.LIMIT)
                                    .request();
                }
            }
            case ACTIVE_CONNECTION_PENDING -> rig.requestFrom(side);
            case TENTATIVE_CONNECTION_PENDING -> {
                PublicServicePoint point =
                        rig.adapter.createPublicServicePoint(
                                Rig.anyPort(),
                                rig.requestEvents(),
                                EndpointCreation.PROVIDER,
                                PrivateDataFraming.RAW);
                other.endpoint.connect(point.localAddress(), ConnectOptions.within(Rig.LIMIT));
                request =
                        rig.requestEvents()
                                .expect(ConnectionRequestEvent.class, Rig.LIMIT)
                                .request();
                endpoint = (EndpointImpl) request.endpoint();
                endpoint.modify(EndpointChange.parts(rig.zone, receives, requests, connections));
            }
            case COMPLETION_PENDING -> {
                ConnectionRequest r = rig.requestFrom(other);
                rig.fake.holdEvents();
                r.accept(endpoint);
            }
            case CONNECTED -> rig.connect(side, other);
            case DISCONNECT_PENDING -> {
                rig.connect(side, other);
                side.pair().mode = FakeQueuePair.Mode.HELD;
                side.mustSend(-1);
                endpoint.disconnect(DisconnectMode.GRACEFUL);
            }
            case DISCONNECTED -> {
                rig.connect(side, other);
                endpoint.disconnect(DisconnectMode.ABRUPT);
                connections.expect(ConnectionEvent.Disconnected.class, Rig.LIMIT);
            }
            default -> throw new AssertionError(state);
        }
        assertThat(endpoint.state()).isEqualTo(state);
        assertThat(connections.size()).isZero();
        rig.fake.holdEvents(); // only what the test itself does shall count
    }

    private static boolean isPost(Trigger trigger) {
        return trigger == Trigger.POST_RECEIVE || trigger == Trigger.POST_REQUEST;
    }

    static Stream<Arguments> calls() {
        return cells(t -> t.ordinal() < Trigger.REQUEST_ARRIVED.ordinal() && !isPost(t));
    }

    static Stream<Arguments> events() {
        return cells(t -> t.ordinal() > Trigger.REQUEST_ARRIVED.ordinal());
    }

    private static Stream<Arguments> cells(java.util.function.Predicate<Trigger> wanted) {
        List<Arguments> all = new ArrayList<>();
        for (EndpointState state : EndpointStateTable.states()) {
            for (Trigger trigger : Trigger.values()) {
                if (wanted.test(trigger)) {
                    all.add(Arguments.of(state, trigger));
                }
            }
        }
        return all.stream();
    }

    private static ConnectionRequest present(@Nullable ConnectionRequest r) {
        if (r == null) {
            throw new AssertionError("no request");
        }
        return r;
    }

    /** Makes a call; false where the public API does not have it in this state. */
    private boolean call(Trigger trigger) throws InterruptedException {
        InetSocketAddress somewhere = new InetSocketAddress(Rig.anyPort().getAddress(), 9);
        switch (trigger) {
            case CONNECT -> endpoint.connect(somewhere, ConnectOptions.within(Rig.LIMIT));
            case ACCEPT -> present(spare).accept(endpoint);
            case ACCEPT_OWN -> {
                if (request == null) {
                    return false;
                }
                present(request).accept(null, PrivateData.EMPTY);
            }
            case REJECT_OWN -> {
                if (request == null) {
                    return false;
                }
                present(request).reject();
            }
            case RESERVE ->
                    rig.adapter
                            .createReservedServicePoint(
                                    Rig.anyPort(), endpoint, rig.requestEvents())
                            .localAddress();
            case RELEASE -> {
                ReservedServicePoint r = reserved;
                if (r == null) {
                    return false;
                }
                r.close();
            }
            case DISCONNECT_ABRUPT -> endpoint.disconnect(DisconnectMode.ABRUPT);
            case DISCONNECT_GRACEFUL -> endpoint.disconnect(DisconnectMode.GRACEFUL);
            case RESET -> endpoint.reset();
            case CLOSE -> endpoint.close();
            case MODIFY_ZONE ->
                    endpoint.modify(
                            new EndpointChange(
                                    rig.adapter.createProtectionZone(), null, null, null, null));
            case MODIFY ->
                    endpoint.modify(
                            new EndpointChange(
                                    null,
                                    null,
                                    null,
                                    null,
                                    EndpointAttributes.builder().maxRequests(7).build()));
            default -> throw new AssertionError(trigger);
        }
        return true;
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("calls")
    void eachCallInEachStateDoesWhatTheTableSays(EndpointState state, Trigger trigger)
            throws InterruptedException {
        reach(state);
        Rule rule = EndpointStateTable.rule(state, trigger);
        if (rule.effect() == Effect.REFUSED) {
            int pairs = rig.fake.queuePairs().size();
            try {
                if (!call(trigger)) {
                    return;
                }
                throw new AssertionError("it was not refused");
            } catch (DatException e) {
                assertThat(e.type()).isEqualTo(DatType.INVALID_STATE);
                assertThat(e.subtype()).isEqualTo(state.subtype());
                assertThat(e).hasMessageContaining(state.name());
            }
            assertThat(endpoint.state()).isEqualTo(state);
            assertThat(rig.fake.queuePairs()).hasSize(pairs);
            return;
        }
        if (!call(trigger)) {
            assertThat(rule.effect()).as("a call that cannot be made").isEqualTo(Effect.NO_EFFECT);
            return;
        }
        if (rule.next() == null) {
            assertThat(endpoint.isClosed()).isTrue();
        } else {
            assertThat(endpoint.state()).isEqualTo(rule.next());
        }
        checkEvent(rule.event());
    }

    private void checkEvent(@Nullable String name) {
        List<Event> events = Rig.takeAll(connections);
        if (name == null) {
            assertThat(events).isEmpty();
        } else {
            assertThat(events).hasSize(1);
            assertThat(events.getFirst().getClass().getSimpleName()).isEqualTo(name);
            assertThat(((ConnectionEvent) events.getFirst()).endpoint()).isSameAs(endpoint);
            assertThat(((ConnectionEvent) events.getFirst()).isTerminal())
                    .isEqualTo(!name.equals("Established"));
        }
    }

    private void tell(Trigger trigger) {
        Object context = rig.pairOf(endpoint).context();
        InetSocketAddress some = Rig.anyPort();
        switch (trigger) {
            case ESTABLISHED ->
                    rig.fake.tell(
                            l ->
                                    l.established(
                                            context,
                                            new ConnectionInfo(some, some, new byte[0], 4, 4)));
            case PEER_REJECTED ->
                    rig.fake.tell(l -> l.rejected(context, true, new byte[] {1}, "by consumer"));
            case NON_PEER_REJECTED ->
                    rig.fake.tell(l -> l.rejected(context, false, new byte[0], "nobody listens"));
            case UNREACHABLE -> rig.fake.tell(l -> l.unreachable(context, "no route", 113));
            case DISCONNECTED_BY_TRANSPORT -> rig.fake.tell(l -> l.disconnected(context));
            case BROKEN -> rig.fake.tell(l -> l.broken(context, "it broke", 5));
            case TIMED_OUT -> {
                now[0] += 31_000_000_000L;
                rig.adapter.progress();
                return;
            }
            default -> throw new AssertionError(trigger);
        }
        rig.fake.releaseEvent(rig.fake.heldEvents() - 1);
        rig.adapter.progress();
    }

    @ParameterizedTest(name = "{1} in {0}")
    @MethodSource("events")
    void eachEventOfTheTransportInEachStateDoesWhatTheTableSays(
            EndpointState state, Trigger trigger) throws InterruptedException {
        if (state == EndpointState.DISCONNECT_PENDING && trigger == Trigger.TIMED_OUT) {
            return; // the time limit of a graceful disconnect is another one, see below
        }
        reach(state);
        tell(trigger);
        Rule rule = EndpointStateTable.rule(state, trigger);
        assertThat(endpoint.state()).isEqualTo(rule.next());
        checkEvent(rule.event());
        tell(Trigger.BROKEN);
        if (endpoint.state() == EndpointState.DISCONNECTED
                && rule.next() == EndpointState.DISCONNECTED) {
            checkEvent(null); // exactly one terminal event
        }
    }

    @Test
    void aRequestThatArrivesForAReservedEndpointMakesItPassive() throws InterruptedException {
        reach(EndpointState.PASSIVE_CONNECTION_PENDING);
        assertThat(present(request).endpoint()).isSameAs(endpoint);
    }

    @Test
    void aGracefulDisconnectThatTakesTooLongEndsAbruptly() throws InterruptedException {
        reach(EndpointState.DISCONNECT_PENDING);
        now[0] += EndpointImpl.GRACEFUL_LIMIT_NS - 1;
        rig.adapter.progress();
        assertThat(endpoint.state()).isEqualTo(EndpointState.DISCONNECT_PENDING);
        now[0] += 1;
        rig.adapter.progress();
        assertThat(endpoint.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertThat(Rig.completions(requests)).containsExactly("-1:FLUSHED");
        checkEvent("Disconnected");
    }

    static Stream<Arguments> states() {
        return EndpointStateTable.states().stream().map(Arguments::of);
    }

    @ParameterizedTest
    @MethodSource("states")
    void postsInEachStateDoWhatTheTableSays(EndpointState state) throws InterruptedException {
        reach(state);
        int receive = endpoint.postReceive(rig.memory, 0, 8, 1);
        int send = endpoint.postSend(rig.memory, 0, 8, 2, 0);
        assertThat(receive).isEqualTo(PostStatus.OK);
        Effect ofSend = EndpointStateTable.rule(state, Trigger.POST_REQUEST).effect();
        assertThat(send)
                .isEqualTo(ofSend == Effect.REFUSED ? PostStatus.INVALID_STATE : PostStatus.OK);
        if (state == EndpointState.DISCONNECTED) {
            assertThat(Rig.completions(receives)).containsExactly("1:FLUSHED");
            assertThat(Rig.completions(requests)).containsExactly("2:FLUSHED");
        } else {
            assertThat(endpoint.status().receivesIdle()).isFalse();
            assertThat(endpoint.receiveCounts().posted()).isEqualTo(1);
            assertThat(receives.size()).isZero();
        }
        assertThat(endpoint.status().state()).isEqualTo(state);
        assertThat(endpoint.status().requestsIdle())
                .isEqualTo(ofSend != Effect.DONE && state != EndpointState.DISCONNECT_PENDING);
    }

    @ParameterizedTest
    @MethodSource("states")
    void anAbruptCloseOfTheAdapterTakesAnEndpointInEachState(EndpointState state)
            throws InterruptedException {
        reach(state);
        rig.adapter.close();
        assertThat(endpoint.isClosed()).isTrue();
        assertThat(endpoint.postSend(rig.memory, 0, 8, 2, 0)).isEqualTo(PostStatus.CLOSED);
        assertThat(endpoint.postReceive(rig.memory, 0, 8, 2)).isEqualTo(PostStatus.CLOSED);
        assertThatThrownBy(endpoint::reset).hasMessageContaining("closed");
        assertThat(rig.adapter.census().open()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("states")
    void theLossOfTheAdapterBreaksWhatIsConnectedOrOnTheWay(EndpointState state)
            throws InterruptedException {
        reach(state);
        rig.fake.tell(l -> l.adapterLost("it was pulled out"));
        rig.fake.releaseEvent(rig.fake.heldEvents() - 1);
        rig.drain();
        Rule rule = EndpointStateTable.rule(state, Trigger.BROKEN);
        assertThat(endpoint.state()).isEqualTo(rule.next());
        checkEvent(rule.event());
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("AdapterCatastrophic");
    }
}
