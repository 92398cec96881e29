package org.jdapl.conformance.rules.svp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.jdapl.api.CommonServicePoint;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group SVP. Requests come to this side. */
final class SvpTests {

    private static final PrivateData HELLO = PrivateData.of("who is there");
    private static final PrivateData REPLY = PrivateData.of("it is me");
    private static final LinkShape RAW = LinkShape.PLAIN.withFraming(PrivateDataFraming.RAW);
    private static final int SEED = 61;
    private static final int BLANK = 62;
    private static final int LENGTH = 50;

    // ---- what many need

    private static ConnectOptions patiently(PrivateData data) {
        return Environment.PATIENTLY.withPrivateData(data);
    }

    private static ConnectionRequest request(Party party, EventDispatcher requests)
            throws InterruptedException {
        @Nullable Event event = party.await(requests, Bound.EVENT);
        if (event instanceof ConnectionRequestEvent request) {
            return request.request();
        }
        throw new AssertionError("expected a connection request, got " + event);
    }

    private static void requireQuiet(Party party, EventDispatcher dispatcher)
            throws InterruptedException {
        assertThat(party.await(dispatcher, Bound.QUIET)).isNull();
    }

    private static void requireEstablished(Link... links) throws InterruptedException {
        for (Link link : links) {
            link.connectionEvent().require(ConnectionEvent.Established.class);
        }
    }

    /** Sends a message from one endpoint of this side to another. */
    private static void carry(Link from, Link to) throws InterruptedException {
        Guarded source = from.party().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        Guarded sink = to.party().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        to.endpoint().receive(sink.slice(0, LENGTH), 1);
        from.endpoint().send(source.slice(0, LENGTH), 2);
        from.done().requireSuccess(2, OperationKind.SEND, LENGTH);
        to.received().requireSuccess(1, OperationKind.RECEIVE, LENGTH);
        sink.requireContents(0, LENGTH, SEED, 0);
    }

    private static CommonServicePoint common(Party party, EventDispatcher requests) {
        return party.adapter().createCommonServicePoint(party.local(0), requests);
    }

    // ---- common service points

    @Tests("SVP-01")
    void areReachedByTheirAddress(Environment env) throws InterruptedException {
        Party here = env.here();
        Party other = env.open();
        EventDispatcher requests = here.requestQueue();
        CommonServicePoint point = common(here, requests);
        Link active = other.link(RAW);
        Link passive = here.link(RAW);
        active.endpoint().commonConnect(point.localAddress(), patiently(HELLO));
        ConnectionRequest request = request(here, requests);
        assertThat(request.servicePoint()).isEqualTo(point);
        assertThat(request.endpoint()).isNull();
        assertThat(request.localAddress()).isEqualTo(point.localAddress());
        assertThat(request.privateData().asText()).startsWith(HELLO.asText());
        request.accept(passive.endpoint());
        requireEstablished(active, passive);
        carry(active, passive);
        carry(passive, active);
    }

    @Tests(value = "SVP-01", twin = true)
    void areRefusedWhereTheyAreNotAdvertised(Environment env) {
        Party here = env.here();
        EventDispatcher requests = here.requestQueue();
        Endpoint endpoint = here.link(RAW).endpoint();
        Expect.refused(() -> common(here, requests), DatType.MODEL_NOT_SUPPORTED);
        Expect.refused(
                () -> endpoint.commonConnect(here.local(1), Environment.PATIENTLY),
                DatType.MODEL_NOT_SUPPORTED);
    }

    @Tests("SVP-02")
    void listenAloneUntilTheyAreClosed(Environment env) throws InterruptedException {
        Party here = env.here();
        EventDispatcher requests = here.requestQueue();
        CommonServicePoint point = common(here, requests);
        Expect.refused(
                () -> here.adapter().createCommonServicePoint(point.localAddress(), requests),
                DatType.CONN_QUAL_IN_USE);
        Link early = env.open().link(RAW);
        early.endpoint().commonConnect(point.localAddress(), Environment.PATIENTLY);
        ConnectionRequest request = request(here, requests);

        point.close();
        Link late = env.open().link(RAW);
        late.endpoint().commonConnect(point.localAddress(), Environment.PATIENTLY);
        late.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        requireQuiet(here, requests);
        Link passive = here.link(RAW);
        request.accept(passive.endpoint());
        requireEstablished(early, passive);
    }

    // ---- to where another one is

    @Tests("SVP-03")
    void connectToWhereAnotherIs(Environment env) throws InterruptedException {
        Party here = env.here();
        RemoteListener listener = env.there().listen();
        Link first = here.link(LinkShape.PLAIN);
        Link second = here.link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        Expect.refused(
                () -> second.endpoint().duplicateConnect(first.endpoint(), patiently(HELLO)),
                DatType.INVALID_STATE);
        assertThat(second.state()).isEqualTo(EndpointState.UNCONNECTED);

        first.endpoint().connect(listener.address(), Environment.PATIENTLY);
        listener.request().accept(far);
        requireEstablished(first);
        far.connectionEvent();
        RemoteLink other = env.there().link(LinkShape.PLAIN);
        second.endpoint().duplicateConnect(first.endpoint(), patiently(HELLO));
        RemoteListener.Request request = listener.request();
        assertThat(request.data()).isEqualTo(HELLO);
        request.accept(other);
        requireEstablished(second);
        other.connectionEvent();
        assertThat(second.endpoint().connection().orElseThrow().remote())
                .isEqualTo(listener.address());
        new Pair(here, env.there(), second, other).exchange();
        new Pair(here, env.there(), first, far).exchange();
    }

    // ---- hand-off

    /** Has the peer ask for a connection. */
    private static ConnectionRequest asked(
            Environment env, Party.Listening listening, RemoteLink far)
            throws InterruptedException {
        far.connect(listening.address(), Bound.TEST, HELLO);
        return env.request(env.here(), listening);
    }

    @Tests("SVP-04")
    void goOnElsewhere(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening first = here.listen();
        Party.Listening second = here.listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = asked(env, first, far);
        request.handoff(second.point());
        assertThat(request.isClosed()).isTrue();
        Link link = here.link(LinkShape.PLAIN);
        Expect.refused(() -> request.accept(link.endpoint()), DatType.INVALID_STATE);

        ConnectionRequest again = env.request(here, second);
        assertThat(again.servicePoint()).isEqualTo(second.point());
        assertThat(again.localAddress()).isEqualTo(first.address());
        assertThat(again.remoteAddress()).isEqualTo(request.remoteAddress());
        assertThat(again.privateData()).isEqualTo(HELLO);
        assertThat(again.endpoint()).isNull();
        again.accept(link.endpoint(), REPLY);
        requireEstablished(link);
        assertThat(far.connectionEvent().require(ConnectionEvent.Established.class).data())
                .isEqualTo(REPLY);
        new Pair(here, env.there(), link, far).exchange();
        requireQuiet(here, first.requests());
    }

    @Tests(value = "SVP-04", twin = true)
    void stayWhereHandOffIsNotAdvertised(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening first = here.listen();
        Party.Listening second = here.listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = asked(env, first, far);
        Expect.refused(() -> request.handoff(second.point()), DatType.MODEL_NOT_SUPPORTED);
        Link link = here.link(LinkShape.PLAIN);
        request.accept(link.endpoint());
        requireEstablished(link);
        far.connectionEvent().require(ConnectionEvent.Established.class);
    }

    @Tests("SVP-05")
    void goOnAtReservedServicePoints(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening listening = here.listen();
        Link reserved = here.link(LinkShape.PLAIN);
        EventDispatcher requests = here.requestQueue();
        ReservedServicePoint point =
                here.adapter()
                        .createReservedServicePoint(here.local(0), reserved.endpoint(), requests);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        RemoteLink second = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = asked(env, listening, far);
        request.handoff(point);
        ConnectionRequest again = request(here, requests);
        assertThat(reserved.endpoint()).isEqualTo(again.endpoint());
        assertThat(reserved.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);

        ConnectionRequest late = asked(env, listening, second);
        Expect.refused(() -> late.handoff(point), DatType.INVALID_STATE);
        assertThat(late.isClosed()).isFalse();

        again.accept(null, PrivateData.EMPTY);
        requireEstablished(reserved);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        new Pair(here, env.there(), reserved, far).exchange();
        late.reject();
        second.connectionEvent().require(ConnectionEvent.PeerRejected.class);
    }

    @Tests("SVP-06")
    void stayValidWhereTheyAreNotTaken(Environment env) throws InterruptedException {
        Party here = env.here();
        Party other = env.open();
        Party.Listening listening = here.listen();
        Party.Listening foreign = other.listen();
        EventDispatcher small =
                here.adapter()
                        .createEventDispatcher(
                                1, EventStream.CONNECTION_REQUEST, EventStream.SOFTWARE);
        PublicServicePoint full = here.adapter().createPublicServicePoint(here.local(0), small);
        int posted = fill(small);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = asked(env, listening, far);

        Expect.refused(() -> request.handoff(full), DatType.QUEUE_FULL);
        full.close();
        Expect.refused(() -> request.handoff(full), DatType.INVALID_HANDLE);
        Expect.refused(() -> request.handoff(foreign.point()), DatType.INVALID_HANDLE);
        assertThat(request.isClosed()).isFalse();
        Link link = here.link(LinkShape.PLAIN);
        request.accept(link.endpoint());
        requireEstablished(link);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        Expect.refused(() -> request.handoff(listening.point()), DatType.INVALID_STATE);
        for (int i = 0; i < posted; i++) {
            assertThat(small.dequeue()).isNotNull();
        }
        assertThat(small.dequeue()).isNull();
    }

    /** Posts until there is no room. */
    private static int fill(EventDispatcher dispatcher) {
        int posted = 0;
        while (true) {
            try {
                dispatcher.post(posted);
                posted++;
            } catch (DatException e) {
                assertThat(e.type()).isEqualTo(DatType.QUEUE_FULL);
                return posted;
            }
        }
    }

    @Tests("SVP-07")
    void mayBeOfRequestersThatHaveGone(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening first = here.listen();
        Party.Listening second = here.listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = asked(env, first, far);
        far.close();
        requireQuiet(here, first.requests());
        request.handoff(second.point());
        Link link = here.link(LinkShape.PLAIN);
        env.request(here, second).accept(link.endpoint());
        env.requireAllowed(Expect.lateAccept(link::connectionEvent));
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Tests("SVP-08")
    void leaveTheirEndpointBehind(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening target = here.listen();
        Link reserved = here.link(LinkShape.PLAIN);
        EventDispatcher requests = here.requestQueue();
        ReservedServicePoint point =
                here.adapter()
                        .createReservedServicePoint(here.local(0), reserved.endpoint(), requests);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        far.connect(point.localAddress());
        request(here, requests).handoff(target.point());
        assertThat(reserved.state()).isEqualTo(EndpointState.UNCONNECTED);
        env.request(here, target).accept(reserved.endpoint());
        requireEstablished(reserved);
        far.connectionEvent().require(ConnectionEvent.Established.class);

        Party.Listening making =
                here.listen(here.local(0), EndpointCreation.PROVIDER, PrivateDataFraming.FRAMED);
        RemoteLink other = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = asked(env, making, other);
        Endpoint made = Objects.requireNonNull(request.endpoint());
        request.handoff(target.point());
        assertThat(made.isClosed()).isTrue();
        env.request(here, target).reject();
        other.connectionEvent().require(ConnectionEvent.PeerRejected.class);
    }

    // ---- with a wait

    @Tests("SVP-09")
    void canBeWaitedFor(Environment env) throws Exception {
        Party here = env.here();
        Party other = env.open();
        Party.Listening listening = here.listen();
        Link active = other.link(LinkShape.PLAIN);
        Link passive = here.link(LinkShape.PLAIN);
        Running<ConnectionEvent.Established> connecting =
                env.start(
                        () ->
                                active.endpoint()
                                        .connectAndWait(listening.address(), patiently(HELLO)));
        ConnectionRequest request = env.request(here, listening);
        assertThat(request.privateData()).isEqualTo(HELLO);
        ConnectionEvent.Established accepted =
                request.acceptAndWait(passive.endpoint(), REPLY, Bound.EVENT.duration());
        assertThat(accepted.endpoint()).isEqualTo(passive.endpoint());
        ConnectionEvent.Established connected =
                Objects.requireNonNull(connecting.result(Bound.EVENT));
        assertThat(connected.privateData()).isEqualTo(REPLY);
        assertThat(connected.endpoint()).isEqualTo(active.endpoint());
        Expect.quiet(active, Link.Queue.CONNECTIONS);
        Expect.quiet(passive, Link.Queue.CONNECTIONS);
        carry(active, passive);
    }

    @Tests("SVP-10")
    void sayWhyTheyFailed(Environment env) throws Exception {
        Party here = env.here();
        Party other = env.open();
        Party.Listening listening = here.listen();
        Link active = other.link(LinkShape.PLAIN);
        Running<ConnectionEvent.Established> connecting = connecting(env, active, listening);
        env.request(here, listening).reject(REPLY);
        DatException refusal = refusal(env, connecting);
        assertThat(refusal.type()).isEqualTo(DatType.INVALID_STATE);
        assertThat(refusal).hasMessageContaining("is not connected: the peer rejected the request");
        Expect.quiet(active, Link.Queue.CONNECTIONS);
        assertThat(active.state()).isEqualTo(EndpointState.DISCONNECTED);

        listening.point().close();
        Link late = other.link(LinkShape.PLAIN);
        assertThat(refusal(env, connecting(env, late, listening)))
                .hasMessageContaining("is not connected: ");
        Expect.quiet(late, Link.Queue.CONNECTIONS);
    }

    private static Running<ConnectionEvent.Established> connecting(
            Environment env, Link link, Party.Listening listening) {
        return env.start(
                () -> link.endpoint().connectAndWait(listening.address(), Bound.EVENT.duration()));
    }

    /** Waits for the refusal; this side may have to be driven for it. */
    private static DatException refusal(Environment env, Running<?> running)
            throws InterruptedException {
        long start = env.time().now();
        while (!running.isDone() && env.time().since(start) < Bound.EVENT.nanos()) {
            env.here().progress();
            env.time().sleep(1_000_000);
        }
        return Expect.refusal(() -> running.result(Bound.NOW));
    }
}
