package org.jdapl.conformance.twoprocess;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.jdapl.api.data.EndpointState.ACTIVE_CONNECTION_PENDING;
import static org.jdapl.api.data.EndpointState.COMPLETION_PENDING;
import static org.jdapl.api.data.EndpointState.CONNECTED;
import static org.jdapl.api.data.EndpointState.DISCONNECTED;
import static org.jdapl.api.data.EndpointState.DISCONNECT_PENDING;
import static org.jdapl.api.data.EndpointState.PASSIVE_CONNECTION_PENDING;
import static org.jdapl.api.data.EndpointState.RESERVED;
import static org.jdapl.api.data.EndpointState.TENTATIVE_CONNECTION_PENDING;
import static org.jdapl.api.data.EndpointState.UNCONNECTED;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.core.EndpointStateTable;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Rule;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every cell of the state table, reached through the consumer API with a peer. Where the table says
 * that an event of the transport is dropped, the peer makes one that belongs to something that is
 * over: the late answer to an attempt that was given up, the end of a former connection, a time
 * limit of a former attempt.
 */
class EndpointStateTest extends TwoProcessTest {

    /** A cell of the table. */
    record Cell(EndpointState state, Trigger trigger) {

        /** Whether the consumer does it; else the transport brings it. */
        boolean isCall() {
            return trigger.compareTo(Trigger.REQUEST_ARRIVED) < 0;
        }

        @Override
        public String toString() {
            return state + " / " + trigger;
        }
    }

    private static final String FRESH =
            "the endpoint was just made for this request, so nothing of its past can come late";
    private static final String REQUESTER =
            "a requester has no way to refuse an acceptance: it finishes, or it goes away";

    /** The cells that nobody can provoke from outside, and why. */
    private static final Map<Cell, String> OUT_OF_REACH = outOfReach();

    private static final Set<Cell> STARTED = ConcurrentHashMap.newKeySet();
    private static final Set<Cell> REACHED = ConcurrentHashMap.newKeySet();

    private static Map<Cell, String> outOfReach() {
        Map<Cell, String> cells = new LinkedHashMap<>();
        for (Trigger trigger :
                Set.of(
                        Trigger.ESTABLISHED,
                        Trigger.PEER_REJECTED,
                        Trigger.NON_PEER_REJECTED,
                        Trigger.UNREACHABLE,
                        Trigger.TIMED_OUT)) {
            cells.put(new Cell(TENTATIVE_CONNECTION_PENDING, trigger), FRESH);
        }
        cells.put(
                new Cell(TENTATIVE_CONNECTION_PENDING, Trigger.RELEASE),
                "an endpoint that a public service point made is never reserved");
        for (Trigger trigger :
                Set.of(Trigger.PEER_REJECTED, Trigger.NON_PEER_REJECTED, Trigger.UNREACHABLE)) {
            cells.put(new Cell(COMPLETION_PENDING, trigger), REQUESTER);
        }
        cells.put(
                new Cell(ACTIVE_CONNECTION_PENDING, Trigger.BROKEN),
                "whatever goes wrong with a peer before there is a connection is a rejection by no peer; only the loss of the adapter is not");
        return cells;
    }

    private static Stream<Cell> allCells() {
        return EndpointStateTable.states().stream()
                .flatMap(
                        state ->
                                Stream.of(Trigger.values())
                                        .map(trigger -> new Cell(state, trigger)));
    }

    static Stream<Arguments> cells() {
        return Stream.of(ProgressMode.values())
                .flatMap(
                        mode ->
                                allCells()
                                        .filter(cell -> !OUT_OF_REACH.containsKey(cell))
                                        .map(cell -> Arguments.of(mode, cell)));
    }

    @Test
    void shouldHaveAReasonForEveryCellThatIsNotReached() {
        assertThat(OUT_OF_REACH).hasSizeLessThanOrEqualTo(10);
        assertThat(allCells()).containsAll(OUT_OF_REACH.keySet());
        assertThat(OUT_OF_REACH.values()).allSatisfy(reason -> assertThat(reason).isNotBlank());
        // A call can always be made; only events, and the release of what was never held, may be
        // out of reach.
        assertThat(OUT_OF_REACH.keySet())
                .filteredOn(Cell::isCall)
                .containsExactly(new Cell(TENTATIVE_CONNECTION_PENDING, Trigger.RELEASE));
    }

    @AfterAll
    static void everyCellWasReachedOrHasAReason() {
        Set<Cell> within =
                allCells().filter(cell -> !OUT_OF_REACH.containsKey(cell)).collect(toSet());
        if (STARTED.equals(within)) { // not when some cells were run by hand
            assertThat(REACHED).as("cells that were reached").isEqualTo(within);
        }
    }

    @ParameterizedTest
    @MethodSource("cells")
    void shouldDoInEveryStateWhatTheTableSays(ProgressMode mode, Cell cell)
            throws InterruptedException {
        STARTED.add(cell);
        MovableClock clock = new MovableClock();
        try (var registry = clock.registry()) {
            Situation s =
                    new Situation(
                            open(registry, mode),
                            clock,
                            openThere(ProgressMode.MANUAL),
                            openThere(ProgressMode.MANUAL));
            allowLeftovers(); // the peer's side of it is not looked at
            Rule rule = EndpointStateTable.rule(cell.state(), cell.trigger());
            if (cell.isCall()) {
                call(s, cell, rule);
            } else {
                event(s, cell, rule);
            }
            REACHED.add(cell);
            // With the registry, which would close it as well, the canaries would not be looked at.
            s.here.close();
        }
    }

    // ---- calls

    private static void call(Situation s, Cell cell, Rule rule) throws InterruptedException {
        boolean ownRequest =
                cell.trigger() == Trigger.ACCEPT_OWN || cell.trigger() == Trigger.REJECT_OWN;
        boolean natural =
                cell.state() == PASSIVE_CONNECTION_PENDING
                        || cell.state() == TENTATIVE_CONNECTION_PENDING
                        || (cell.state() == RESERVED && cell.trigger() == Trigger.RELEASE);
        boolean reservation = cell.trigger() == Trigger.RELEASE || ownRequest;
        boolean byReservation =
                reservation
                        && (cell.state() == COMPLETION_PENDING
                                || cell.state().isLive()
                                || cell.state() == DISCONNECTED);
        boolean byReservationNow = byReservation && cell.state() != ACTIVE_CONNECTION_PENDING;
        if (reservation && !natural && !byReservationNow) {
            s.afterARejectedReservation();
        }
        var formerPoint = s.reserved;
        s.enter(cell.state(), byReservationNow, Situation.PATIENTLY);
        if (cell.state() == UNCONNECTED || cell.state() == ACTIVE_CONNECTION_PENDING) {
            s.reserved = formerPoint;
        }
        if (cell.state() == CONNECTED) {
            s.there.freeze(); // so that what comes of the call in the end does not come yet
        }
        switch (cell.trigger()) {
            case POST_RECEIVE, POST_REQUEST -> post(s, cell, rule);
            case ACCEPT_OWN, REJECT_OWN -> answerOwn(s, cell, rule);
            default -> outcome(s, cell, rule, prepare(s, cell.trigger()), cell.state().subtype());
        }
    }

    /** Makes ready what the call needs, and returns the call. */
    private static ThrowingCallable prepare(Situation s, Trigger trigger)
            throws InterruptedException {
        var endpoint = s.link.endpoint();
        return switch (trigger) {
            case CONNECT -> {
                var listener = s.other.listen();
                yield () -> endpoint.connect(listener.address(), Situation.PATIENTLY);
            }
            case ACCEPT -> {
                ConnectionRequest request = s.anotherRequest(s.other);
                s.other.freeze();
                yield () -> request.accept(endpoint);
            }
            case RESERVE -> s::reserve;
            case RELEASE -> Objects.requireNonNull(s.reserved)::close;
            case DISCONNECT_ABRUPT -> () -> endpoint.disconnect(DisconnectMode.ABRUPT);
            case DISCONNECT_GRACEFUL -> () -> endpoint.disconnect(DisconnectMode.GRACEFUL);
            case RESET -> endpoint::reset;
            case CLOSE -> endpoint::close;
            case MODIFY_ZONE -> {
                var zone = s.here.adapter().createProtectionZone();
                yield () -> endpoint.modify(new EndpointChange(zone, null, null, null, null));
            }
            case MODIFY -> {
                var dispatcher = s.here.adapter().createEventDispatcher(8, EventStream.DTO);
                yield () -> endpoint.modify(new EndpointChange(null, null, dispatcher, null, null));
            }
            default -> throw new IllegalArgumentException("not a call: " + trigger);
        };
    }

    private static void outcome(
            Situation s, Cell cell, Rule rule, ThrowingCallable call, DatSubtype subtype)
            throws InterruptedException {
        if (rule.effect() == Effect.REFUSED) {
            assertRefused(call::call, DatType.INVALID_STATE, subtype);
        } else {
            try {
                call.call();
            } catch (DatException e) {
                throw new AssertionError(cell + " must not be refused", e);
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
        state(s, cell, rule);
        events(s, rule);
    }

    private static void state(Situation s, Cell cell, Rule rule) {
        EndpointState next = rule.next();
        if (rule.effect() == Effect.DONE && next == null) {
            assertThat(s.link.endpoint().isClosed()).as("closed").isTrue();
        } else {
            assertThat(s.link.endpoint().isClosed()).as("closed").isFalse();
            assertThat(s.link.state())
                    .isEqualTo(rule.effect() == Effect.DONE ? next : cell.state());
        }
    }

    private static void events(Situation s, Rule rule) throws InterruptedException {
        String event = rule.event();
        if (event != null) {
            assertThat(s.link.connectionEvent().kind()).isEqualTo(event);
        }
        // Completions that were flushed are no connection events.
        Seen more = s.here.poll(s.link.connections(), Bound.NOW);
        assertThat(more).as("connection event that nobody ordered").isNull();
    }

    private static void answerOwn(Situation s, Cell cell, Rule rule) throws InterruptedException {
        if (cell.trigger() == Trigger.ACCEPT_OWN && rule.effect() == Effect.DONE) {
            s.there.freeze();
        }
        ThrowingCallable call =
                cell.trigger() == Trigger.ACCEPT_OWN
                        ? () -> s.own().accept(null, PrivateData.EMPTY)
                        : s.own()::reject;
        // In any other state the request was used up, and that is what the refusal says.
        outcome(s, cell, rule, call, DatSubtype.NO_SUBTYPE);
    }

    private static void post(Situation s, Cell cell, Rule rule) throws InterruptedException {
        Guarded memory = s.here.memory(16, Party.LOCAL_RIGHTS, 1);
        boolean receive = cell.trigger() == Trigger.POST_RECEIVE;
        int status =
                receive
                        ? s.link.endpoint().postReceive(memory.region(), 0, 16, 5)
                        : s.link.endpoint()
                                .postSend(memory.region(), 0, 16, 5, CompletionFlags.DEFAULT);
        assertThat(status)
                .isEqualTo(
                        rule.effect() == Effect.REFUSED ? PostStatus.INVALID_STATE : PostStatus.OK);
        state(s, cell, rule);
        events(s, rule);
        Link.Queue queue = receive ? Link.Queue.RECEIVES : Link.Queue.REQUESTS;
        if (rule.effect() == Effect.FLUSHED) {
            Seen flushed = s.link.next(queue, Bound.LOCAL);
            assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
            assertThat(flushed.cookie()).isEqualTo(5);
        } else if (rule.effect() == Effect.REFUSED || receive) {
            assertThat(s.link.poll(queue, Bound.NOW)).as("completion").isNull();
        }
    }

    // ---- events of the transport

    private static void event(Situation s, Cell cell, Rule rule) throws InterruptedException {
        Runnable late = null;
        if (rule.effect() == Effect.IGNORED) {
            late = lateEvent(s, cell);
        } else {
            boolean limited = cell.trigger() == Trigger.TIMED_OUT;
            s.wrongKey = cell.trigger() == Trigger.BROKEN;
            s.enter(cell.state(), false, limited ? Situation.NINE_SECONDS : Situation.PATIENTLY);
            happen(s, cell);
        }
        if (late != null) {
            late.run();
            assertThat(s.link.poll(Link.Queue.CONNECTIONS, Bound.QUIET))
                    .as("event of something that is over")
                    .isNull();
            s.expect(cell.state());
            return;
        }
        EndpointState next = Objects.requireNonNull(rule.next());
        awaitState(s.link, next);
        events(s, rule);
        s.expect(next);
    }

    /** Lets happen what really happens to an endpoint in that state. */
    private static void happen(Situation s, Cell cell) throws InterruptedException {
        switch (cell.trigger()) {
            case REQUEST_ARRIVED -> s.requestFrom(s.there);
            case ESTABLISHED -> {
                if (cell.state() == COMPLETION_PENDING) {
                    s.there.thaw();
                } else {
                    s.held()
                            .accept(
                                    s.there.link(
                                            LinkShape.PLAIN.withFraming(
                                                    org.jdapl.api.data.PrivateDataFraming.RAW)));
                }
            }
            case PEER_REJECTED -> s.held().reject(PrivateData.EMPTY);
            case NON_PEER_REJECTED -> s.held().close();
            // The transport's own limit is shorter than the consumer's, or the consumer's shorter
            // than the transport's.
            case UNREACHABLE -> s.clock.forward(s.here, 12);
            case TIMED_OUT -> s.clock.forward(s.here, cell.state() == COMPLETION_PENDING ? 31 : 9);
            case DISCONNECTED_BY_TRANSPORT -> {
                if (cell.state() == ACTIVE_CONNECTION_PENDING) {
                    s.there.close(CloseMode.ABRUPT);
                } else if (cell.state() == DISCONNECT_PENDING) {
                    s.there.thaw(); // and the graceful end comes to its end
                } else {
                    s.far().disconnect(DisconnectMode.ABRUPT);
                }
            }
            case BROKEN -> breakIt(s, cell);
            default -> throw new IllegalArgumentException("not an event: " + cell.trigger());
        }
    }

    private static void breakIt(Situation s, Cell cell) throws InterruptedException {
        switch (cell.state()) {
            case COMPLETION_PENDING -> s.there.close(CloseMode.ABRUPT);
            case CONNECTED -> {
                Guarded mine = s.here.memory(16, Party.LOCAL_RIGHTS, 1);
                assertThat(
                                s.link.endpoint()
                                        .postWrite(
                                                mine.region(),
                                                0,
                                                16,
                                                0,
                                                1,
                                                7,
                                                CompletionFlags.DEFAULT))
                        .isEqualTo(PostStatus.OK);
            }
            case DISCONNECT_PENDING -> s.there.thaw(); // and the peer finds fault with the read
            default -> throw new IllegalArgumentException("no connection in " + cell.state());
        }
    }

    /**
     * Brings the endpoint into the state so that something of its past can still come, and returns
     * what makes it come.
     */
    private static Runnable lateEvent(Situation s, Cell cell) throws InterruptedException {
        return switch (cell.trigger()) {
            case REQUEST_ARRIVED -> lateRequest(s, cell);
            case DISCONNECTED_BY_TRANSPORT, BROKEN ->
                    cell.state() == PASSIVE_CONNECTION_PENDING
                                    || cell.state() == TENTATIVE_CONNECTION_PENDING
                            ? endOfRequester(s, cell)
                            : endOfFormerConnection(s, cell);
            default -> answerToFormerAttempt(s, cell);
        };
    }

    private static Runnable endOfRequester(Situation s, Cell cell) throws InterruptedException {
        s.enter(cell.state(), false, Situation.PATIENTLY);
        return cell.trigger() == Trigger.BROKEN
                ? () -> s.there.close(CloseMode.ABRUPT)
                : () -> s.far().disconnect(DisconnectMode.ABRUPT);
    }

    private static Runnable endOfFormerConnection(Situation s, Cell cell)
            throws InterruptedException {
        RemoteLink end = s.afterAFormerConnection(cell.trigger() == Trigger.BROKEN);
        s.enter(cell.state(), false, Situation.PATIENTLY);
        return () -> {
            s.other.thaw(); // only now the peer finds out
            Faults.expectEnd(end.connectionEvent());
            end.close();
        };
    }

    private static Runnable answerToFormerAttempt(Situation s, Cell cell)
            throws InterruptedException {
        boolean timedOut = cell.trigger() == Trigger.TIMED_OUT;
        s.afterAnAbandonedAttempt(timedOut ? Situation.NINE_SECONDS : Situation.PATIENTLY);
        if (timedOut || cell.trigger() == Trigger.UNREACHABLE) {
            // Less than any limit, so that the state's own limits come later.
            s.clock.forward(s.here, 8);
        }
        s.enter(cell.state(), false, Situation.PATIENTLY);
        return answerToFormer(s, cell.trigger());
    }

    private static Runnable answerToFormer(Situation s, Trigger trigger) {
        return switch (trigger) {
            case ESTABLISHED -> () -> s.former().accept(s.other.link(LinkShape.PLAIN));
            case PEER_REJECTED -> () -> s.former().reject(PrivateData.EMPTY);
            case NON_PEER_REJECTED -> () -> s.former().close();
            case UNREACHABLE, TIMED_OUT -> () -> s.clock.forward(s.here, 3);
            default -> throw new IllegalArgumentException("no answer: " + trigger);
        };
    }

    /** A request comes to where the endpoint was reserved, or made, once. */
    private static Runnable lateRequest(Situation s, Cell cell) throws InterruptedException {
        if (cell.state() == TENTATIVE_CONNECTION_PENDING) {
            s.enter(cell.state(), false, Situation.PATIENTLY);
            RemoteLink second = s.other.link(LinkShape.PLAIN);
            return () -> {
                second.connect(Objects.requireNonNull(s.maker).address());
                // It makes another endpoint.
                ConnectionRequest request = requestOf(s);
                assertThat(request.endpoint()).isNotSameAs(s.link.endpoint());
            };
        }
        boolean later = cell.state() == UNCONNECTED || cell.state() == ACTIVE_CONNECTION_PENDING;
        if (later) {
            s.afterARejectedReservation();
        }
        s.enter(cell.state(), !later, Situation.PATIENTLY);
        RemoteLink second = s.other.link(LinkShape.PLAIN);
        return () -> {
            second.connect(s.address());
            second.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        };
    }

    private static ConnectionRequest requestOf(Situation s) {
        try {
            return ((ConnectionRequestEvent)
                            Objects.requireNonNull(
                                    s.here.await(
                                            Objects.requireNonNull(s.maker).requests(),
                                            Bound.EVENT)))
                    .request();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- beside the table

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTreatTheCloseOfARequestAsARejectionOfItsEndpoint(ProgressMode mode)
            throws InterruptedException {
        for (EndpointState state :
                Set.of(PASSIVE_CONNECTION_PENDING, TENTATIVE_CONNECTION_PENDING)) {
            Situation s =
                    new Situation(
                            open(mode),
                            new MovableClock(),
                            openThere(ProgressMode.MANUAL),
                            openThere(ProgressMode.MANUAL));
            s.enter(state, false, Situation.PATIENTLY);

            s.own().close();

            s.far().connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
            if (state == PASSIVE_CONNECTION_PENDING) {
                s.expect(UNCONNECTED);
            } else {
                assertThat(s.link.endpoint().isClosed()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseToModifyWhileReceivesArePosted(ProgressMode mode) {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);
        Guarded memory = here.memory(16, Party.LOCAL_RIGHTS, 1);
        link.endpoint().receive(memory.slice(0, 16), 1);
        var dispatcher = here.adapter().createEventDispatcher(64, EventStream.DTO);

        assertRefused(
                () ->
                        link.endpoint()
                                .modify(new EndpointChange(null, null, dispatcher, null, null)),
                DatType.INVALID_STATE);

        assertThat(link.endpoint().requests()).isSameAs(link.requests());
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseToConnectAnEndpointThatLacksItsParts(ProgressMode mode) {
        Party here = open(mode);
        Link model = here.link(LinkShape.PLAIN);
        for (@Nullable Link without : new @Nullable Link[] {null, model}) {
            var bare =
                    here.adapter()
                            .createEndpoint(
                                    without == null ? here.zone() : null,
                                    model.receives(),
                                    model.requests(),
                                    without == null ? null : model.connections(),
                                    LinkShape.PLAIN.attributes());

            assertRefused(
                    () -> bare.connect(loopback(9), PATIENTLY),
                    DatType.INVALID_STATE,
                    DatSubtype.INVALID_STATE_EP_NOTREADY);
            assertThat(bare.state()).isEqualTo(UNCONNECTED);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldBecomeAbruptWhenAGracefulEndTakesTooLong(ProgressMode mode)
            throws InterruptedException {
        MovableClock clock = new MovableClock();
        try (var registry = clock.registry()) {
            Situation s =
                    new Situation(
                            open(registry, mode),
                            clock,
                            openThere(ProgressMode.MANUAL),
                            openThere(ProgressMode.MANUAL));
            s.enter(DISCONNECT_PENDING, false, Situation.PATIENTLY);

            clock.forward(s.here, 31);

            s.link.connectionEvent().require(ConnectionEvent.Disconnected.class);
            assertThat(s.link.done().status()).isEqualTo(CompletionStatus.FLUSHED);
            s.expect(DISCONNECTED);
            s.there.thaw();
            Faults.expectEnd(s.far().connectionEvent());
            s.here.close();
        }
    }
}
