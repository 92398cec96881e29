package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint that is brought into a state with a peer, and held there: the peer does not answer,
 * or does not move. The peer's adapters have no thread of their own, so that they can be frozen.
 */
final class Situation {

    private static final LinkShape SHAPE = LinkShape.PLAIN.withFraming(PrivateDataFraming.RAW);

    /** Long enough for every test; the tests that want it to run out put the clock forward. */
    static final ConnectOptions PATIENTLY = ConnectOptions.within(Duration.ofSeconds(60));

    /** Runs out before the transport's own limit does. */
    static final ConnectOptions NINE_SECONDS = ConnectOptions.within(Duration.ofSeconds(9));

    final Party here;
    final MovableClock clock;

    /** The peer of the endpoint. */
    final RemoteParty there;

    /** Another adapter in the peer process, which is never frozen. */
    final RemoteParty other;

    final EventDispatcher requests;

    /** The endpoint. */
    Link link;

    /** The other end of its connection, where there is one. */
    @Nullable RemoteLink far;

    /** The peer's request that brought this endpoint, used up or not. */
    @Nullable ConnectionRequest own;

    /** This endpoint's request, which the peer holds unanswered. */
    RemoteListener.@Nullable Request held;

    /** A request of a former attempt of this endpoint, which the peer holds still. */
    RemoteListener.@Nullable Request former;

    /** The service point that the endpoint is or was reserved for, or that made it. */
    @Nullable ReservedServicePoint reserved;

    Party.@Nullable Listening maker;

    /** Whether the read that holds up a graceful end has a key that the peer does not know. */
    boolean wrongKey;

    Situation(Party here, MovableClock clock, RemoteParty there, RemoteParty other) {
        this.here = here;
        this.clock = clock;
        this.there = there;
        this.other = other;
        this.requests = here.requestQueue();
        this.link = here.link(SHAPE);
    }

    // ---- what went before

    /**
     * The endpoint was reserved, and its request rejected: the service point is there still, and
     * the request is used up.
     */
    void afterARejectedReservation() throws InterruptedException {
        reserve();
        RemoteLink requester = other.link(SHAPE);
        requester.connect(address());
        takeOwnRequest().reject();
        requester.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        expect(EndpointState.UNCONNECTED);
    }

    /** The endpoint has tried to connect and given up; the peer holds the request still. */
    void afterAnAbandonedAttempt(ConnectOptions options) throws InterruptedException {
        RemoteListener listener =
                other.listen(Party.loopback(0), EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
        link.endpoint().connect(listener.address(), options);
        former = listener.request();
        abandon();
    }

    /**
     * The endpoint had a connection and ended it; what the peer had still to say about it comes
     * late.
     */
    RemoteLink afterAFormerConnection(boolean broken) throws InterruptedException {
        RemoteListener listener =
                other.listen(Party.loopback(0), EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
        RemoteLink end = other.link(SHAPE);
        link.endpoint().connect(listener.address(), PATIENTLY);
        listener.request().accept(end);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        end.connectionEvent().require(ConnectionEvent.Established.class);
        other.freeze();
        if (broken) {
            // The peer will find fault with this, and says so to a connection that is not there any
            // more.
            Guarded mine = here.memory(16, Party.LOCAL_RIGHTS, 1);
            assertThat(
                            link.endpoint()
                                    .postWrite(
                                            mine.region(), 0, 16, 0, 1, 7, CompletionFlags.DEFAULT))
                    .isEqualTo(PostStatus.OK);
        }
        link.endpoint().disconnect(DisconnectMode.ABRUPT);
        if (broken) {
            assertThat(link.done().cookie()).isEqualTo(7);
        }
        link.connectionEvent().require(ConnectionEvent.Disconnected.class);
        link.endpoint().reset();
        expect(EndpointState.UNCONNECTED);
        return end;
    }

    private void abandon() throws InterruptedException {
        link.endpoint().disconnect(DisconnectMode.ABRUPT);
        link.connectionEvent().require(ConnectionEvent.Disconnected.class);
        link.endpoint().reset();
        expect(EndpointState.UNCONNECTED);
    }

    // ---- into the states

    /** Brings the endpoint, which is unconnected, into a state. */
    void enter(EndpointState state, boolean byReservation, ConnectOptions options)
            throws InterruptedException {
        switch (state) {
            case UNCONNECTED -> {
                // It is.
            }
            case RESERVED -> reserve();
            case PASSIVE_CONNECTION_PENDING -> {
                reserve();
                requestFrom(there);
            }
            case ACTIVE_CONNECTION_PENDING -> tryToConnect(options);
            case TENTATIVE_CONNECTION_PENDING -> letServicePointMakeIt();
            case COMPLETION_PENDING -> {
                if (byReservation) {
                    reserve();
                    requestFrom(there);
                    there.freeze();
                    own().accept(null, PrivateData.EMPTY);
                } else {
                    ConnectionRequest request = anotherRequest(there);
                    there.freeze();
                    request.accept(link.endpoint());
                }
            }
            case CONNECTED -> connect(byReservation);
            case DISCONNECT_PENDING -> {
                connect(byReservation);
                endGracefully(wrongKey);
            }
            case DISCONNECTED -> {
                connect(byReservation);
                link.endpoint().disconnect(DisconnectMode.ABRUPT);
                link.connectionEvent().require(ConnectionEvent.Disconnected.class);
            }
            default -> throw new IllegalArgumentException("not a state of this runtime: " + state);
        }
        expect(state);
    }

    void expect(EndpointState state) {
        assertThat(link.state()).isEqualTo(state);
    }

    void reserve() {
        reserved =
                here.adapter()
                        .createReservedServicePoint(Party.loopback(0), link.endpoint(), requests);
    }

    InetSocketAddress address() {
        return Objects.requireNonNull(reserved).localAddress();
    }

    ConnectionRequest own() {
        return Objects.requireNonNull(own);
    }

    RemoteListener.Request held() {
        return Objects.requireNonNull(held);
    }

    RemoteListener.Request former() {
        return Objects.requireNonNull(former);
    }

    RemoteLink far() {
        return Objects.requireNonNull(far);
    }

    /** The peer asks to connect to the reserved endpoint. */
    void requestFrom(RemoteParty requester) throws InterruptedException {
        far = requester.link(SHAPE);
        far.connect(address());
        takeOwnRequest();
    }

    private ConnectionRequest takeOwnRequest() throws InterruptedException {
        own =
                ((ConnectionRequestEvent) Objects.requireNonNull(here.await(requests, Bound.EVENT)))
                        .request();
        return own;
    }

    /** This side asks to connect, and the peer does not answer. */
    void tryToConnect(ConnectOptions options) {
        RemoteListener listener =
                there.listen(Party.loopback(0), EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
        link.endpoint().connect(listener.address(), options);
        held = listener.request();
    }

    private void letServicePointMakeIt() throws InterruptedException {
        maker = here.listen(Party.loopback(0), EndpointCreation.PROVIDER, PrivateDataFraming.RAW);
        far = there.link(SHAPE);
        far.connect(maker.address());
        own =
                ((ConnectionRequestEvent)
                                Objects.requireNonNull(here.await(maker.requests(), Bound.EVENT)))
                        .request();
        Endpoint made = Objects.requireNonNull(own.endpoint());
        made.modify(
                EndpointChange.parts(
                        here.zone(), link.receives(), link.requests(), link.connections()));
        link.endpoint().close();
        link = new Link(here, made, link.receives(), link.requests(), link.connections());
    }

    /** A request of a peer that brings no endpoint. */
    ConnectionRequest anotherRequest(RemoteParty requester) throws InterruptedException {
        Party.Listening listening =
                here.listen(Party.loopback(0), EndpointCreation.CONSUMER, PrivateDataFraming.RAW);
        far = requester.link(SHAPE);
        far.connect(listening.address());
        return TwoProcessTest.request(here, listening);
    }

    private void connect(boolean byReservation) throws InterruptedException {
        if (byReservation) {
            reserve();
            requestFrom(there);
            own().accept(null, PrivateData.EMPTY);
        } else {
            tryToConnect(PATIENTLY);
            far = there.link(SHAPE);
            held().accept(far);
        }
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far().connectionEvent().require(ConnectionEvent.Established.class);
    }

    /**
     * Disconnects gracefully, while a read is outstanding that a frozen peer does not serve; a
     * wrong key will break it later.
     */
    private void endGracefully(boolean withWrongKey) {
        RemoteMemory theirs = there.memory(16, Party.ALL_RIGHTS, 2);
        Guarded mine = here.memory(16, Party.LOCAL_RIGHTS, 1);
        RemoteRegion from = theirs.region();
        there.freeze();
        long key = withWrongKey ? from.key() ^ 0xFF00 : from.key();
        assertThat(
                        link.endpoint()
                                .postRead(
                                        mine.region(),
                                        0,
                                        16,
                                        from.address(),
                                        key,
                                        8,
                                        CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);
        link.endpoint().disconnect(DisconnectMode.GRACEFUL);
    }
}
