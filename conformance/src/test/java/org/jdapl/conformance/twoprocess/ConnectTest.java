package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConnectTest extends TwoProcessTest {

    /**
     * What the header of framed private data takes, and the C provider's word in its rejections.
     */
    private static final int FRAME_BYTES = 4;

    static Stream<Arguments> framingsAndModes() {
        return Stream.of(ProgressMode.values())
                .flatMap(
                        mode ->
                                Stream.of(PrivateDataFraming.FRAMED, PrivateDataFraming.RAW)
                                        .map(framing -> Arguments.of(mode, framing)));
    }

    static Stream<Arguments> allFramingsAndModes() {
        return Stream.of(ProgressMode.values())
                .flatMap(
                        mode ->
                                Stream.of(PrivateDataFraming.values())
                                        .map(framing -> Arguments.of(mode, framing)));
    }

    static PrivateData data(int size, int seed) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 7 + seed);
        }
        return PrivateData.of(bytes);
    }

    static int maximum(Party party, PrivateDataFraming framing) {
        int raw = party.adapter().attributes().maxPrivateDataBytes();
        return framing == PrivateDataFraming.RAW ? raw : raw - FRAME_BYTES;
    }

    static int[] sizes(Party party, PrivateDataFraming framing) {
        return new int[] {
            0, 1, 31, PrivateDataFraming.FRAMED_PORTABLE_MAX, maximum(party, framing)
        };
    }

    /** Exactly the bytes; behind raw ones there may be padding where the adapter says so. */
    static void assertArrived(
            Party party, PrivateDataFraming framing, PrivateData sent, PrivateData got) {
        if (framing != PrivateDataFraming.FRAMED
                && party.adapter().attributes().privateDataPadded()) {
            assertThat(got.toByteArray()).startsWith(sent.toByteArray());
        } else {
            assertThat(got.toByteArray()).isEqualTo(sent.toByteArray());
        }
    }

    @ParameterizedTest
    @MethodSource("allFramingsAndModes")
    void shouldCarryPrivateDataOfEverySizeBothWaysWhenTheRequesterIsHere(
            ProgressMode mode, PrivateDataFraming framing) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener listener = there.listen(loopback(0), EndpointCreation.CONSUMER, framing);
        for (int size : sizes(here, framing)) {
            PrivateData asked = data(size, 1);
            PrivateData answered = data(size, 2);
            Link link = here.link(LinkShape.PLAIN.withFraming(framing));
            RemoteLink far = there.link(LinkShape.PLAIN.withFraming(framing));

            link.endpoint().connect(listener.address(), with(asked));
            RemoteListener.Request request = listener.request();
            assertArrived(here, framing, asked, request.data());
            request.accept(far, answered);

            Seen established = link.connectionEvent().require(ConnectionEvent.Established.class);
            assertArrived(here, framing, answered, established.data());
            assertThat(
                            far.connectionEvent()
                                    .require(ConnectionEvent.Established.class)
                                    .data()
                                    .size())
                    .isZero();
            assertThat(link.endpoint().connection().orElseThrow().privateData())
                    .isEqualTo(established.data());
        }
    }

    @ParameterizedTest
    @MethodSource("allFramingsAndModes")
    void shouldCarryPrivateDataOfEverySizeBothWaysWhenTheRequesterIsThePeer(
            ProgressMode mode, PrivateDataFraming framing) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen(loopback(0), EndpointCreation.CONSUMER, framing);
        for (int size : sizes(here, framing)) {
            PrivateData asked = data(size, 3);
            PrivateData answered = data(size, 4);
            Link link = here.link(LinkShape.PLAIN.withFraming(framing));
            RemoteLink far = there.link(LinkShape.PLAIN.withFraming(framing));

            far.connect(listening.address(), Bound.TEST, asked);
            ConnectionRequest request = request(here, listening);
            assertArrived(here, framing, asked, request.privateData());
            request.accept(link.endpoint(), answered);

            Seen established = far.connectionEvent().require(ConnectionEvent.Established.class);
            assertArrived(here, framing, answered, established.data());
            assertThat(
                            link.connectionEvent()
                                    .require(ConnectionEvent.Established.class)
                                    .data()
                                    .size())
                    .isZero();
            assertThat(link.endpoint().connection().orElseThrow().privateData())
                    .isEqualTo(request.privateData());
        }
    }

    @ParameterizedTest
    @MethodSource("framingsAndModes")
    void shouldRefusePrivateDataOverTheMaximumBeforeAnythingIsSent(
            ProgressMode mode, PrivateDataFraming framing) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        int tooLong = maximum(here, framing) + 1;
        RemoteListener listener = there.listen(loopback(0), EndpointCreation.CONSUMER, framing);
        Party.Listening listening = here.listen(loopback(0), EndpointCreation.CONSUMER, framing);
        Link link = here.link(LinkShape.PLAIN.withFraming(framing));
        RemoteLink far = there.link(LinkShape.PLAIN.withFraming(framing));

        assertRefused(
                () -> link.endpoint().connect(listener.address(), with(data(tooLong, 1))),
                DatType.INVALID_PARAMETER);
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);

        far.connect(listening.address(), Bound.TEST, PrivateData.EMPTY);
        ConnectionRequest request = request(here, listening);
        assertRefused(
                () -> request.accept(link.endpoint(), data(tooLong, 1)), DatType.INVALID_PARAMETER);
        assertRefused(() -> request.reject(data(tooLong, 1)), DatType.INVALID_PARAMETER);
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        assertThat(request.isClosed()).as("request after a refused answer").isFalse();

        // The request is as good as before.
        request.accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellBothSidesTheSameAddresses(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(listening.address());
        ConnectionRequest request = request(here, listening);
        assertThat(request.servicePoint()).isSameAs(listening.point());
        assertThat(request.localAddress()).isEqualTo(listening.address());
        assertThat(request.endpoint()).isNull();
        Link link = here.link(LinkShape.PLAIN);
        request.accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);

        Connection connection = link.endpoint().connection().orElseThrow();
        assertThat(connection.local()).isEqualTo(listening.address());
        assertThat(connection.remote()).isEqualTo(request.remoteAddress());
        assertThat(far.connection())
                .containsEntry("remote", text(connection.local()))
                .containsEntry("local", text(connection.remote()));

        // It stays readable after the end, until the endpoint is reset.
        far.disconnect(DisconnectMode.ABRUPT);
        far.connectionEvent();
        link.connectionEvent();
        assertThat(link.endpoint().connection()).contains(connection);
        link.endpoint().reset();
        assertThat(link.endpoint().connection()).isEmpty();
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + "/" + address.getPort();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldConnectOverIpv6WhereItIsAdvertised(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        assumeTrue(here.adapter().attributes().has(Capability.IPV6), "not advertised: IPV6");
        InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral("::1"), 0);
        RemoteListener listener =
                there.listen(any, EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED);
        Link link = here.link(LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        link.endpoint().connect(listener.address(), PATIENTLY);
        listener.request().accept(far);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);

        exchange(new Pair(here, there, link, far));
        assertThat(link.endpoint().connection().orElseThrow().remote())
                .isEqualTo(listener.address());
    }

    /** One message each way. */
    static void exchange(Pair pair) throws InterruptedException {
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, 1);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, 2);
        pair.far().mustReceive(1, theirs.part(50, 50));
        pair.link().endpoint().receive(mine.slice(50, 50), 2);
        pair.link().endpoint().send(mine.slice(0, 50), 3);
        pair.far().mustSend(4, theirs.part(0, 50));
        pair.link().done().requireSuccess(3, OperationKind.SEND, 50);
        pair.link().received().requireSuccess(2, OperationKind.RECEIVE, 50);
        pair.far().done().requireSuccess(4, OperationKind.SEND, 50);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 50);
        mine.requireContents(50, 50, 2, 0);
        theirs.requireContents(50, 50, 1, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLetEitherSideSendAsSoonAsItIsEstablished(ProgressMode mode)
            throws InterruptedException {
        // The accepting side sends first, and the requester has not said anything.
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(10, Party.LOCAL_RIGHTS, 1);
        RemoteMemory theirs = pair.there().memory(10, Party.LOCAL_RIGHTS, 2);
        pair.link().endpoint().receive(mine.slice(0, 10), 1);

        pair.far().mustSend(2, theirs.whole());

        pair.link().received().requireSuccess(1, OperationKind.RECEIVE, 10);
        pair.far().done().requireSuccess(2, OperationKind.SEND, 10);
        mine.requireContents(0, 10, 2, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellOfTheConnectionBeforeItsFirstMessage(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Guarded mine = here.memory(10, Party.LOCAL_RIGHTS, 1);
        RemoteMemory theirs = there.memory(10, Party.LOCAL_RIGHTS, 2);
        for (int i = 0; i < 10; i++) {
            // Everything goes to one dispatcher, and the peer sends at once.
            Link link = here.link(LinkShape.PLAIN.withOneDispatcher());
            RemoteLink far = there.link(LinkShape.PLAIN);
            link.endpoint().receive(mine.slice(0, 10), i);
            RemoteListener listener = there.listen();
            link.endpoint().connect(listener.address(), PATIENTLY);
            listener.request().accept(far);
            far.connectionEvent().require(ConnectionEvent.Established.class);
            far.mustSend(i, theirs.whole());
            far.done().requireSuccess(i, OperationKind.SEND, 10);

            link.connectionEvent().require(ConnectionEvent.Established.class);
            link.received().requireSuccess(i, OperationKind.RECEIVE, 10);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTellWhichPortItChoseAndRefuseOneThatIsTaken(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener theirs = there.listen();
        Party.Listening mine = here.listen();
        assertThat(mine.address().getPort()).isPositive();

        assertRefused(
                () ->
                        here.listen(
                                theirs.address(),
                                EndpointCreation.CONSUMER,
                                PrivateDataFraming.FRAMED),
                DatType.CONN_QUAL_IN_USE);
        assertRefused(
                () ->
                        here.listen(
                                mine.address(),
                                EndpointCreation.CONSUMER,
                                PrivateDataFraming.FRAMED),
                DatType.CONN_QUAL_IN_USE);
        assertRefused(
                () ->
                        here.adapter()
                                .createReservedServicePoint(
                                        mine.address(),
                                        here.link(LinkShape.PLAIN).endpoint(),
                                        here.requestQueue()),
                DatType.CONN_QUAL_IN_USE);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldBindAFreedPortAnewAlsoWhenItHadConnections(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening first = here.listen();
        InetSocketAddress address = first.address();
        Link link = here.link(LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        far.connect(address);
        request(here, first).accept(link.endpoint());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        // This side ends it: on TCP, its port is then in TIME_WAIT.
        link.endpoint().disconnect(DisconnectMode.ABRUPT);
        link.connectionEvent();
        far.connectionEvent();
        first.point().close();

        Party.Listening second =
                here.listen(address, EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED);

        assertThat(second.address()).isEqualTo(address);
        RemoteLink again = there.link(LinkShape.PLAIN);
        again.connect(address);
        Link other = here.link(LinkShape.PLAIN);
        request(here, second).accept(other.endpoint());
        other.connectionEvent().require(ConnectionEvent.Established.class);
        again.connectionEvent().require(ConnectionEvent.Established.class);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseToListenOnAnAddressThatIsNotThisMachines(ProgressMode mode) {
        Party here = open(mode);
        InetSocketAddress elsewhere =
                new InetSocketAddress(InetAddress.ofLiteral("198.51.100.7"), 0);

        assertRefused(
                () -> here.listen(elsewhere, EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED),
                DatType.INVALID_ADDRESS);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldBringAnEndpointWithTheRequestWhereTheServicePointMakesIt(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        assertThat(here.adapter().providerAttributes().endpointCreator()).isTrue();
        Party.Listening listening =
                here.listen(loopback(0), EndpointCreation.PROVIDER, PrivateDataFraming.RAW);
        RemoteLink far = there.link(LinkShape.PLAIN.withFraming(PrivateDataFraming.RAW));
        far.connect(listening.address());
        ConnectionRequest request = request(here, listening);
        Endpoint made = Objects.requireNonNull(request.endpoint());
        assertThat(made.state()).isEqualTo(EndpointState.TENTATIVE_CONNECTION_PENDING);
        Link parts = here.link(LinkShape.PLAIN);

        assertRefused(
                () -> request.accept(null, PrivateData.EMPTY),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_NOTREADY);
        made.modify(
                EndpointChange.parts(
                        here.zone(), parts.receives(), parts.requests(), parts.connections()));
        assertRefused(
                () -> request.accept(parts.endpoint()),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP);
        request.accept(null, PrivateData.EMPTY);

        Link link = new Link(here, made, parts.receives(), parts.requests(), parts.connections());
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        exchange(new Pair(here, there, link, far));
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTakeOneRequestForAReservedEndpointAndRefuseTheNext(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Link link = here.link(LinkShape.PLAIN);
        var requests = here.requestQueue();
        var reserved =
                here.adapter().createReservedServicePoint(loopback(0), link.endpoint(), requests);
        assertThat(link.state()).isEqualTo(EndpointState.RESERVED);
        RemoteLink far = there.link(LinkShape.PLAIN);
        RemoteLink late = there.link(LinkShape.PLAIN);
        far.connect(reserved.localAddress());
        var event = (org.jdapl.api.ConnectionRequestEvent) here.await(requests, Bound.EVENT);
        ConnectionRequest request = Objects.requireNonNull(event).request();
        assertThat(request.endpoint()).isSameAs(link.endpoint());
        assertThat(link.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);

        late.connect(reserved.localAddress());
        late.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        request.accept(null, PrivateData.EMPTY);

        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        reserved.close();
        assertThat(link.state()).isEqualTo(EndpointState.CONNECTED);
        exchange(new Pair(here, there, link, far));
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldNotLetAnOldReservedServicePointFreeAnEndpointThatANewOneHolds(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Link link = here.link(LinkShape.PLAIN);
        var requests = here.requestQueue();
        var old = here.adapter().createReservedServicePoint(loopback(0), link.endpoint(), requests);
        RemoteLink first = there.link(LinkShape.PLAIN);
        first.connect(old.localAddress());
        ((org.jdapl.api.ConnectionRequestEvent)
                        Objects.requireNonNull(here.await(requests, Bound.EVENT)))
                .request()
                .reject();
        first.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        var fresh =
                here.adapter().createReservedServicePoint(loopback(0), link.endpoint(), requests);

        old.close();

        assertThat(link.state()).isEqualTo(EndpointState.RESERVED);
        RemoteLink second = there.link(LinkShape.PLAIN);
        second.connect(fresh.localAddress());
        ((org.jdapl.api.ConnectionRequestEvent)
                        Objects.requireNonNull(here.await(requests, Bound.EVENT)))
                .request()
                .accept(null, PrivateData.EMPTY);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        second.connectionEvent().require(ConnectionEvent.Established.class);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldConnectTwoEndpointsOfOneProcess(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        assumeTrue(
                here.adapter().attributes().has(Capability.SELF_CONNECTION),
                "not advertised: SELF_CONNECTION");
        Party.Listening listening = here.listen();
        Link a = here.link(LinkShape.PLAIN);
        Link b = here.link(LinkShape.PLAIN);
        a.endpoint().connect(listening.address(), PATIENTLY);
        request(here, listening).accept(b.endpoint());
        a.connectionEvent().require(ConnectionEvent.Established.class);
        b.connectionEvent().require(ConnectionEvent.Established.class);

        Guarded from = here.memory(100_000, Party.ALL_RIGHTS, 1);
        Guarded to = here.memory(100_000, Party.ALL_RIGHTS, 2);
        b.endpoint().receive(to.slice(0, 50_000), 1);
        a.endpoint().send(from.slice(0, 50_000), 2);
        a.endpoint().write(from.slice(50_000, 50_000), to.region().remoteRegion(50_000, 50_000), 3);
        a.done().requireSuccess(2, OperationKind.SEND, 50_000);
        a.done().requireSuccess(3, OperationKind.RDMA_WRITE, 50_000);
        b.received().requireSuccess(1, OperationKind.RECEIVE, 50_000);
        b.endpoint().read(to.slice(0, 10), from.region().remoteRegion(90_000, 10), 4);
        b.done().requireSuccess(4, OperationKind.RDMA_READ, 10);
        // The read's answer came behind the write, so the write is there too.
        to.requireContents(0, 10, 1, 90_000);
        to.requireContents(10, 99_990, 1, 10);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldConnectAgainToWhereAnotherEndpointIsConnected(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener listener = there.listen();
        Link first = here.link(LinkShape.PLAIN);
        Link second = here.link(LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        assertRefused(
                () -> second.endpoint().duplicateConnect(first.endpoint(), PATIENTLY),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_UNCONNECTED);
        first.endpoint().connect(listener.address(), PATIENTLY);
        listener.request().accept(far);
        first.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);

        second.endpoint().duplicateConnect(first.endpoint(), with(data(5, 1)));

        RemoteLink again = there.link(LinkShape.PLAIN);
        RemoteListener.Request request = listener.request();
        assertThat(request.data()).isEqualTo(data(5, 1));
        request.accept(again);
        second.connectionEvent().require(ConnectionEvent.Established.class);
        again.connectionEvent().require(ConnectionEvent.Established.class);
        exchange(new Pair(here, there, second, again));
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldConnectBothWaysAtOnce(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener theirs = there.listen();
        Party.Listening mine = here.listen();
        Link out = here.link(LinkShape.PLAIN);
        Link in = here.link(LinkShape.PLAIN);
        RemoteLink farOut = there.link(LinkShape.PLAIN);
        RemoteLink farIn = there.link(LinkShape.PLAIN);

        farOut.connect(mine.address());
        out.endpoint().connect(theirs.address(), PATIENTLY);
        theirs.request().accept(farIn);
        request(here, mine).accept(in.endpoint());

        for (Link link : List.of(out, in)) {
            link.connectionEvent().require(ConnectionEvent.Established.class);
        }
        for (RemoteLink link : List.of(farOut, farIn)) {
            link.connectionEvent().require(ConnectionEvent.Established.class);
        }
        exchange(new Pair(here, there, out, farIn));
        exchange(new Pair(here, there, in, farOut));
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldConnectAndCloseAHundredTimesOnOnePort(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        RemoteListener listener = there.listen();
        RemoteMemory theirs = there.memory(10, Party.LOCAL_RIGHTS, 2);
        Guarded mine = here.memory(10, Party.LOCAL_RIGHTS, 1);
        Link parts = here.link(LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        parts.endpoint().close();

        for (int i = 0; i < 100; i++) {
            Endpoint endpoint =
                    here.adapter()
                            .createEndpoint(
                                    here.zone(),
                                    parts.receives(),
                                    parts.requests(),
                                    parts.connections(),
                                    LinkShape.PLAIN.attributes());
            Link link =
                    new Link(
                            here,
                            endpoint,
                            parts.receives(),
                            parts.requests(),
                            parts.connections());
            endpoint.connect(listener.address(), PATIENTLY);
            listener.request().accept(far);
            link.connectionEvent().require(ConnectionEvent.Established.class);
            far.connectionEvent().require(ConnectionEvent.Established.class);
            far.mustReceive(i, theirs.whole());
            endpoint.send(mine.slice(0, 10), i);
            link.done().requireSuccess(i, OperationKind.SEND, 10);
            far.received().requireSuccess(i, OperationKind.RECEIVE, 10);
            // Here the endpoint is closed, there it is used again.
            endpoint.close();
            Faults.expectEnd(far.connectionEvent());
            far.reset();
        }

        assertThat(here.adapter().census().outstandingRequests()).isZero();
        assertThat(here.adapter().census().count(org.jdapl.api.HandleKind.ENDPOINT)).isZero();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldHoldABacklogOfRequestsAndTakeTheAnswersInAnyOrder(ProgressMode mode)
            throws InterruptedException {
        int requesters = 32;
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Party.Listening listening = here.listen();
        List<RemoteLink> far = new ArrayList<>();
        for (int i = 0; i < requesters; i++) {
            RemoteLink link = there.link(LinkShape.PLAIN);
            link.connect(listening.address(), Bound.TEST, data(1, i));
            far.add(link);
        }
        List<ConnectionRequest> requests = new ArrayList<>();
        for (int i = 0; i < requesters; i++) {
            requests.add(request(here, listening));
        }
        assertThat(requests.stream().map(r -> (int) r.privateData().toByteArray()[0]))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, requesters).boxed().toList());

        for (int i = requesters - 1; i >= 0; i--) {
            int who = requests.get(i).privateData().toByteArray()[0];
            if (i % 2 == 0) {
                Link link = here.link(LinkShape.PLAIN);
                requests.get(i).accept(link.endpoint());
                link.connectionEvent().require(ConnectionEvent.Established.class);
                far.get(who).connectionEvent().require(ConnectionEvent.Established.class);
            } else {
                requests.get(i).reject(data(3, who));
                Seen rejected =
                        far.get(who).connectionEvent().require(ConnectionEvent.PeerRejected.class);
                assertThat(rejected.data()).isEqualTo(data(3, who));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldUseAnEndpointAgainAfterAReset(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        Link link = here.link(LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        for (int i = 0; i < 5; i++) {
            Pair pair = connect(here, there, link, far);
            exchange(pair);
            if (i % 2 == 0) {
                link.endpoint().disconnect(DisconnectMode.ABRUPT);
            } else {
                far.disconnect(DisconnectMode.ABRUPT);
            }
            Faults.expectEnd(link);
            Faults.expectEnd(far.connectionEvent());
            link.endpoint().reset();
            far.reset();
            assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        }
        assertQuiet(link, Link.Queue.CONNECTIONS);
    }
}
