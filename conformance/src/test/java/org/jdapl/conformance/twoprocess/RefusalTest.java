package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class RefusalTest extends TwoProcessTest {

    private static final ConnectOptions BRIEFLY = ConnectOptions.within(Bound.GIVE_UP.duration());

    private static void assertOver(Link link) throws InterruptedException {
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
        assertQuiet(link, Link.Queue.CONNECTIONS);
        link.endpoint().reset();
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellOnceThatNobodyListens(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener listener = there.listen();
        listener.close();
        Link link = here.link(LinkShape.PLAIN);

        link.endpoint().connect(listener.address(), PATIENTLY);

        link.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        assertOver(link);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellOnceThatAnAddressCannotBeReached(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);

        link.endpoint().connect(unreachable(), PATIENTLY);

        link.connectionEvent().require(ConnectionEvent.Unreachable.class);
        assertOver(link);
    }

    /** No connection can go there: the system says so without asking anybody. */
    static InetSocketAddress unreachable() {
        return new InetSocketAddress(InetAddress.ofLiteral("255.255.255.255"), 9);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGiveUpAfterItsTimeLimitOnAPeerThatSaysNothing(ProgressMode mode)
            throws IOException, InterruptedException {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);
        try (ServerSocket mute = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            long start = System.nanoTime();
            link.endpoint()
                    .connect(
                            new InetSocketAddress(mute.getInetAddress(), mute.getLocalPort()),
                            BRIEFLY);

            link.connectionEvent().require(ConnectionEvent.TimedOut.class);

            long took = System.nanoTime() - start;
            assertThat(took)
                    .isBetween(Bound.GIVE_UP.nanos(), Bound.GIVE_UP.nanos() + Bound.LOCAL.nanos());
            assertOver(link);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGiveUpAfterItsTimeLimitWhereNotEvenTheSystemAnswers(ProgressMode mode)
            throws IOException, InterruptedException {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);
        List<Socket> queued = new ArrayList<>();
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            InetSocketAddress address =
                    new InetSocketAddress(full.getInetAddress(), full.getLocalPort());
            fill(address, queued);

            link.endpoint().connect(address, BRIEFLY);

            link.connectionEvent().require(ConnectionEvent.TimedOut.class);
            assertOver(link);
        } finally {
            for (Socket socket : queued) {
                socket.close();
            }
        }
    }

    /** Connects until the system does not take any more. */
    private static void fill(InetSocketAddress address, List<Socket> queued) throws IOException {
        for (int i = 0; i < 16; i++) {
            Socket socket = new Socket();
            queued.add(socket);
            try {
                socket.connect(address, (int) Bound.QUIET.millis());
            } catch (java.net.SocketTimeoutException _) {
                return;
            }
        }
        throw new AssertionError("the backlog does not fill up");
    }

    /** What a stranger answers to a connection request; an empty answer closes the stream. */
    static List<byte[]> nonsense() {
        return List.of(
                new byte[0],
                "HTTP/1.1 400 Bad Request\r\n\r\n"
                        .getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                new byte[2000]);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTakeNonsenseOrAClosedStreamForARejectionByNoPeer(ProgressMode mode)
            throws IOException, InterruptedException {
        Party here = open(mode);
        for (byte[] answer : nonsense()) {
            Link link = here.link(LinkShape.PLAIN);
            try (ServerSocket stranger = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
                link.endpoint()
                        .connect(
                                new InetSocketAddress(
                                        stranger.getInetAddress(), stranger.getLocalPort()),
                                PATIENTLY);
                here.progress();
                try (Socket socket = stranger.accept()) {
                    socket.getOutputStream().write(answer);
                    socket.shutdownOutput();
                    link.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
                }
            }
            assertOver(link);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldNotBotherTheConsumerWithStrangersThatTalkNonsenseToAServicePoint(ProgressMode mode)
            throws IOException, InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        for (byte[] text : nonsense()) {
            try (Socket socket =
                    new Socket(listening.address().getAddress(), listening.address().getPort())) {
                socket.getOutputStream().write(text);
                assertThat(here.poll(listening.requests(), Bound.QUIET))
                        .as("request of a stranger")
                        .isNull();
            }
        }

        // The service point goes on.
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        Link link = here.link(LinkShape.PLAIN);
        request(here, listening).accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
    }

    @ParameterizedTest
    @MethodSource("org.jdapl.conformance.twoprocess.ConnectTest#allFramingsAndModes")
    void shouldCarryTheRejectionsPrivateDataExactlyWhenThePeerRejects(
            ProgressMode mode, PrivateDataFraming framing) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener listener = there.listen(loopback(0), EndpointCreation.CONSUMER, framing);
        Link link = here.link(LinkShape.PLAIN.withFraming(framing));
        for (int size : ConnectTest.sizes(here, framing)) {
            PrivateData why = ConnectTest.data(size, 9);
            link.endpoint().connect(listener.address(), PATIENTLY);

            listener.request().reject(why);

            Seen rejected = link.connectionEvent().require(ConnectionEvent.PeerRejected.class);
            ConnectTest.assertArrived(here, framing, why, rejected.data());
            assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
            link.endpoint().reset();
        }
    }

    @ParameterizedTest
    @MethodSource("org.jdapl.conformance.twoprocess.ConnectTest#allFramingsAndModes")
    void shouldCarryTheRejectionsPrivateDataExactlyWhenThisSideRejects(
            ProgressMode mode, PrivateDataFraming framing) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen(loopback(0), EndpointCreation.CONSUMER, framing);
        RemoteLink far = there.link(LinkShape.PLAIN.withFraming(framing));
        for (int size : ConnectTest.sizes(here, framing)) {
            PrivateData why = ConnectTest.data(size, 8);
            far.connect(listening.address());

            request(here, listening).reject(why);

            Seen rejected = far.connectionEvent().require(ConnectionEvent.PeerRejected.class);
            ConnectTest.assertArrived(here, framing, why, rejected.data());
            assertThat(far.state()).isEqualTo(EndpointState.DISCONNECTED);
            far.reset();
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellTheRequesterOfARequestThatWasClosedUnanswered(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener theirs = there.listen();
        Link link = here.link(LinkShape.PLAIN);
        link.endpoint().connect(theirs.address(), PATIENTLY);
        theirs.request().close();
        link.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        assertOver(link);

        Party.Listening mine = here.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(mine.address());
        request(here, mine).close();
        far.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        assertThat(far.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellAnAcceptThatTheRequesterIsGone(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        ConnectionRequest request = request(here, listening);
        far.disconnect(DisconnectMode.ABRUPT);
        far.connectionEvent().require(ConnectionEvent.Disconnected.class);
        Link link = here.link(LinkShape.PLAIN);
        // The request knows by now, or the accept finds out: both are one event.
        assertThat(here.poll(listening.requests(), Bound.QUIET)).isNull();

        request.accept(link.endpoint());

        link.connectionEvent().require(ConnectionEvent.AcceptCompletionError.class);
        assertOver(link);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellAnAcceptInTheSameMomentThatTheRequesterGoes(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        for (int i = 0; i < 10; i++) {
            RemoteLink far = there.link(LinkShape.PLAIN);
            far.connect(listening.address());
            ConnectionRequest request = request(here, listening);
            Link link = here.link(LinkShape.PLAIN);

            Runnable gone = far.startToDisconnect(DisconnectMode.ABRUPT);
            request.accept(link.endpoint());

            gone.run();
            // Whoever was first: at the end nothing is left, and each side knows.
            Seen first = link.connectionEvent();
            if (first.kind().equals(ConnectionEvent.Established.class.getSimpleName())) {
                Faults.expectEnd(link);
            } else {
                first.require(ConnectionEvent.AcceptCompletionError.class);
            }
            Seen theirs = far.connectionEvent();
            if (theirs.kind().equals(ConnectionEvent.Established.class.getSimpleName())) {
                theirs = far.connectionEvent();
            }
            theirs.require(ConnectionEvent.Disconnected.class);
            assertOver(link);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLetALateAnswerToAnAttemptThatTimedOutFindNobody(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener listener = there.listen();
        Link link = here.link(LinkShape.PLAIN);
        link.endpoint().connect(listener.address(), BRIEFLY);
        RemoteListener.Request request = listener.request();
        link.connectionEvent().require(ConnectionEvent.TimedOut.class);
        RemoteLink far = there.link(LinkShape.PLAIN);

        request.accept(far);

        far.connectionEvent().require(ConnectionEvent.AcceptCompletionError.class);
        assertOver(link);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseASecondAnswerToARequest(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        Link link = here.link(LinkShape.PLAIN);
        Link other = here.link(LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        ConnectionRequest accepted = request(here, listening);
        accepted.accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        RemoteLink farOther = there.link(LinkShape.PLAIN);
        farOther.connect(listening.address());
        ConnectionRequest rejected = request(here, listening);
        rejected.reject();
        farOther.connectionEvent().require(ConnectionEvent.PeerRejected.class);

        for (ConnectionRequest request : List.of(accepted, rejected)) {
            assertThat(request.isClosed()).isTrue();
            assertRefused(() -> request.accept(other.endpoint()), DatType.INVALID_STATE);
            assertRefused(request::reject, DatType.INVALID_STATE);
            request.close();
        }
        assertThat(other.state()).isEqualTo(EndpointState.UNCONNECTED);
        ConnectTest.exchange(new Pair(here, there, link, far));
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldKeepRequestsValidWhenTheirServicePointIsClosed(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        ConnectionRequest request = request(here, listening);

        // Whatever the adapter's own thread waits for at this moment.
        long start = System.nanoTime();
        listening.point().close();
        assertThat(System.nanoTime() - start).isLessThan(Bound.LOCAL.nanos());

        RemoteLink late = there.link(LinkShape.PLAIN);
        late.connect(listening.address());
        late.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        Link link = here.link(LinkShape.PLAIN);
        request.accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseRequestsThatTheDispatcherHasNoRoomFor(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        var requests = here.adapter().createEventDispatcher(1, EventStream.CONNECTION_REQUEST);
        int depth = requests.depth();
        var point =
                here.adapter()
                        .createPublicServicePoint(
                                loopback(0),
                                requests,
                                EndpointCreation.CONSUMER,
                                PrivateDataFraming.FRAMED);
        List<RemoteLink> far = new ArrayList<>();
        for (int i = 0; i < depth; i++) {
            RemoteLink link = there.link(LinkShape.PLAIN);
            link.connect(point.localAddress());
            far.add(link);
        }
        awaitSize(here, requests, depth);

        RemoteLink tooMany = there.link(LinkShape.PLAIN);
        tooMany.connect(point.localAddress());

        tooMany.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        for (RemoteLink link : far) {
            ((ConnectionRequestEvent) java.util.Objects.requireNonNull(requests.dequeue()))
                    .request()
                    .reject();
            link.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        }
    }

    private static void awaitSize(Party party, org.jdapl.api.EventDispatcher dispatcher, int size)
            throws InterruptedException {
        long start = System.nanoTime();
        while (dispatcher.size() < size) {
            party.progress();
            assertThat(System.nanoTime() - start)
                    .as("only " + dispatcher.size())
                    .isLessThan(Bound.EVENT.nanos());
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLeakNothingInAStormOfRejections(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        for (int i = 0; i < 60; i++) {
            far.connect(listening.address());
            request(here, listening).reject();
            far.connectionEvent().require(ConnectionEvent.PeerRejected.class);
            far.reset();
        }
        assertThat(here.adapter().census().count(org.jdapl.api.HandleKind.CONNECTION_REQUEST))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseWrongArgumentsOfConnectBeforeAnythingHappens(ProgressMode mode) {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);
        InetSocketAddress somewhere = loopback(9);

        assertRefused(
                () -> link.endpoint().connect(somewhere, ConnectOptions.within(Duration.ZERO)),
                DatType.INVALID_PARAMETER);
        assertRefused(
                () ->
                        link.endpoint()
                                .connect(somewhere, ConnectOptions.within(Duration.ofMillis(-1))),
                DatType.INVALID_PARAMETER);
        assertRefused(
                () ->
                        link.endpoint()
                                .connect(
                                        InetSocketAddress.createUnresolved("nowhere.invalid", 9),
                                        PATIENTLY),
                DatType.INVALID_ADDRESS);
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
    }
}
