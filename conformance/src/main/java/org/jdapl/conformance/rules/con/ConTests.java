package org.jdapl.conformance.rules.con;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Connection;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.HandleKind;
import org.jdapl.api.PrivateData;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group CON. */
final class ConTests {

    /** No connection goes there: the system says so without asking anybody. */
    private static final InetSocketAddress NOWHERE =
            new InetSocketAddress(InetAddress.ofLiteral("255.255.255.255"), 9);

    /** Bytes that the framing takes of what the transport carries. */
    private static final int FRAME_BYTES = 4;

    private static final ConnectOptions BRIEFLY = ConnectOptions.within(Bound.GIVE_UP.duration());
    private static final int CYCLES = 100;
    private static final int EAGER = 12;
    private static final int ANSWER = 23;
    private static final int CROWD = 64;
    private static final int STORM = 200;

    // ---- what most tests need

    /** Has the other side connect to here. */
    private static ConnectionRequest requestFrom(
            Environment env, RemoteLink far, Party.Listening listening)
            throws InterruptedException {
        far.connect(listening.address());
        return env.request(env.here(), listening);
    }

    private static void requireEstablished(Link link, RemoteLink far) throws InterruptedException {
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
    }

    /** Demands that the other side connects to here, and that messages go through. */
    private static void requireWorks(Environment env, Party.Listening listening)
            throws InterruptedException {
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        requestFrom(env, far, listening).accept(link.endpoint());
        requireEstablished(link, far);
        new Pair(env.here(), env.there(), link, far).exchange();
    }

    private static Party.Listening listen(Party party, InetSocketAddress local) {
        return party.listen(local, EndpointCreation.CONSUMER, PrivateDataFraming.FRAMED);
    }

    private static String text(InetSocketAddress address) {
        return address.getAddress().getHostAddress() + "/" + address.getPort();
    }

    /** An endpoint at the other side that can be connected: the same one where that is possible. */
    private static RemoteLink usableAgain(Environment env, RemoteLink used) {
        if (env.attributes().has(Capability.ENDPOINT_RESET)) {
            used.reset();
            return used;
        }
        used.close();
        return env.there().link(LinkShape.PLAIN);
    }

    // ---- the way to a connection

    @Tests("CON-01")
    void connectsBothWays(Environment env) throws InterruptedException {
        for (Pair pair : List.of(env.connect(), env.connectBack(LinkShape.PLAIN))) {
            assertThat(pair.link().state()).isEqualTo(EndpointState.CONNECTED);
            assertThat(pair.far().state()).isEqualTo(EndpointState.CONNECTED);
            pair.exchange();
        }
    }

    @Tests("CON-02")
    void namesBothSidesOfARequest(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        Link link = env.here().link(LinkShape.PLAIN);

        ConnectionRequest request = requestFrom(env, far, listening);

        assertThat(request.servicePoint()).isEqualTo(listening.point());
        assertThat(request.localAddress()).isEqualTo(listening.address());
        String from = text(request.remoteAddress());
        request.accept(link.endpoint());
        requireEstablished(link, far);
        assertThat(far.connection())
                .containsEntry("local", from)
                .containsEntry("remote", text(listening.address()));
    }

    @Tests("CON-03")
    void refusesAPortInUse(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        Party other = env.open();

        for (Party party : List.of(env.here(), other)) {
            Expect.refused(() -> listen(party, listening.address()), DatType.CONN_QUAL_IN_USE);
        }

        requireWorks(env, listening);
    }

    @Tests("CON-04")
    void findsAFreePort(Environment env) throws InterruptedException {
        List<Party.Listening> all =
                List.of(env.here().listen(), env.here().listen(), env.here().listen());

        assertThat(all.stream().map(l -> l.address().getPort()).distinct())
                .hasSize(all.size())
                .allMatch(port -> port > 0);
        for (Party.Listening listening : all) {
            requireWorks(env, listening);
        }
    }

    @Tests("CON-05")
    void listensAgainOnAFreedPort(Environment env) throws InterruptedException {
        Party.Listening first = env.here().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        requestFrom(env, far, first).accept(link.endpoint());
        requireEstablished(link, far);
        // This side ends the connection: on TCP, its port is then in TIME_WAIT.
        link.endpoint().disconnect(DisconnectMode.ABRUPT);
        link.connectionEvent().require(ConnectionEvent.Disconnected.class);
        Expect.end(far.connectionEvent());
        first.point().close();

        Party.Listening second = Expect.given(() -> listen(env.here(), first.address()));

        assertThat(second.address()).isEqualTo(first.address());
        requireWorks(env, second);
    }

    // ---- ways to no connection

    @Tests("CON-06")
    void tellsOnceThatNobodyListens(Environment env) throws InterruptedException {
        RemoteListener listener = env.there().listen();
        listener.close();
        Link link = env.here().link(LinkShape.PLAIN);

        link.endpoint().connect(listener.address(), Environment.PATIENTLY);

        link.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        Expect.quiet(link, Link.Queue.CONNECTIONS);
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Tests("CON-07")
    void tellsOnceThatAnAddressIsOutOfReach(Environment env) throws InterruptedException {
        Link link = env.here().link(LinkShape.PLAIN);

        Expect.accepted(() -> link.endpoint().connect(NOWHERE, Environment.PATIENTLY));

        link.connectionEvent().require(ConnectionEvent.Unreachable.class);
        Expect.quiet(link, Link.Queue.CONNECTIONS);
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Tests("CON-08")
    void givesUpWhenItsTimeIsOver(Environment env) throws InterruptedException {
        RemoteListener listener = env.there().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        long start = env.time().now();
        link.endpoint().connect(listener.address(), BRIEFLY);
        RemoteListener.Request request = listener.request();

        link.connectionEvent().require(ConnectionEvent.TimedOut.class);

        assertThat(env.time().since(start))
                .isBetween(Bound.GIVE_UP.nanos(), Bound.GIVE_UP.nanos() + Bound.LOCAL.nanos());
        request.accept(far);
        env.requireAllowed(Expect.lateAccept(far::connectionEvent));
        Expect.quiet(link, Link.Queue.CONNECTIONS);
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
    }

    @Tests("CON-09")
    void closesWhileItConnects(Environment env) throws InterruptedException {
        RemoteListener listener = env.there().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
        RemoteListener.Request request = listener.request();

        Expect.accepted(() -> link.endpoint().close());

        request.accept(far);
        env.requireAllowed(Expect.lateAccept(far::connectionEvent));
        Expect.quiet(link, Link.Queue.CONNECTIONS);
    }

    @Tests("CON-10")
    void keepsARequestUntilItIsClosed(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        RemoteLink accepted = env.there().link(LinkShape.PLAIN);
        RemoteLink closed = env.there().link(LinkShape.PLAIN);
        ConnectionRequest toAccept = requestFrom(env, accepted, listening);
        ConnectionRequest toClose = requestFrom(env, closed, listening);
        Link link = env.here().link(LinkShape.PLAIN);

        env.time().sleep(Bound.QUIET);
        toClose.close();
        Expect.accepted(() -> toAccept.accept(link.endpoint()));

        closed.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        requireEstablished(link, accepted);
    }

    @Tests("CON-11")
    void tellsARejectionBehindTheFlushedReceives(Environment env) throws InterruptedException {
        RemoteListener listener = env.there().listen();
        Link link = env.here().link(LinkShape.PLAIN.withOneDispatcher());
        Guarded mine = env.here().memory(30, Party.LOCAL_RIGHTS, 1);
        for (int i = 0; i < 3; i++) {
            link.endpoint().receive(mine.slice(10L * i, 10), i);
        }
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);

        listener.request().reject(PrivateData.EMPTY);

        for (Seen flushed : Expect.inOrder(link, Link.Queue.RECEIVES, 0, 3)) {
            assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        link.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        Expect.quiet(link, Link.Queue.CONNECTIONS);
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
        mine.requireUntouched();
    }

    // ---- answers

    @Tests("CON-12")
    void answersARequestOnce(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        RemoteLink rejected = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = requestFrom(env, far, listening);
        ConnectionRequest toReject = requestFrom(env, rejected, listening);
        Link link = env.here().link(LinkShape.PLAIN);
        Link other = env.here().link(LinkShape.PLAIN);

        request.accept(link.endpoint());
        toReject.reject();

        for (ConnectionRequest used : List.of(request, toReject)) {
            Expect.refused(
                    () -> used.accept(other.endpoint()),
                    DatType.INVALID_STATE,
                    DatType.INVALID_HANDLE);
            Expect.refused(used::reject, DatType.INVALID_STATE, DatType.INVALID_HANDLE);
        }
        requireEstablished(link, far);
        rejected.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        assertThat(other.state()).isEqualTo(EndpointState.UNCONNECTED);
    }

    @Tests("CON-28")
    void refusesAnEndpointOfAnotherAdapter(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        Link foreign = env.open().link(LinkShape.PLAIN);
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = requestFrom(env, far, listening);

        Expect.refused(
                () -> request.accept(foreign.endpoint()),
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_EP);

        assertThat(foreign.state()).isEqualTo(EndpointState.UNCONNECTED);
        request.accept(link.endpoint());
        requireEstablished(link, far);
    }

    @Tests("CON-25")
    void refusesToConnectTwice(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        RemoteListener listener = env.there().listen();

        Expect.refused(
                () -> pair.link().endpoint().connect(listener.address(), Environment.PATIENTLY),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EP_CONNECTED);

        pair.exchange();
    }

    // ---- private data

    private static int maximum(Environment env) {
        return env.attributes().maxPrivateDataBytes() - FRAME_BYTES;
    }

    private static PrivateData counting(int size) {
        byte[] bytes = new byte[size];
        for (int i = 0; i < size; i++) {
            bytes[i] = (byte) (i * 7 + size);
        }
        return PrivateData.of(bytes);
    }

    private static PrivateData zeros(int size) {
        return PrivateData.of(new byte[size]);
    }

    private static int[] sizes(Environment env) {
        int most = Math.min(maximum(env), env.there().maxPrivateDataBytes() - FRAME_BYTES);
        return new int[] {0, 1, 31, PrivateDataFraming.FRAMED_PORTABLE_MAX, most};
    }

    private static void requireRequestData(
            Environment env, int[] sizes, IntFunction<PrivateData> data)
            throws InterruptedException {
        RemoteListener theirs = env.there().listen();
        Party.Listening mine = env.here().listen();
        for (int size : sizes) {
            PrivateData sent = data.apply(size);
            Link link = env.here().link(LinkShape.PLAIN);
            RemoteLink far = env.there().link(LinkShape.PLAIN);

            link.endpoint().connect(theirs.address(), Environment.PATIENTLY.withPrivateData(sent));
            far.connect(mine.address(), Bound.TEST, sent);

            RemoteListener.Request there = theirs.request();
            ConnectionRequest here = env.request(env.here(), mine);
            requireSame(sent, there.data());
            requireSame(sent, here.privateData());
            there.reject(PrivateData.EMPTY);
            here.reject();
            link.connectionEvent().require(ConnectionEvent.PeerRejected.class);
            far.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        }
    }

    private static void requireAnswerData(
            Environment env, boolean accept, int[] sizes, IntFunction<PrivateData> data)
            throws InterruptedException {
        RemoteListener theirs = env.there().listen();
        Party.Listening mine = env.here().listen();
        for (int size : sizes) {
            PrivateData sent = data.apply(size);
            Link out = env.here().link(LinkShape.PLAIN);
            Link in = env.here().link(LinkShape.PLAIN);
            RemoteLink farOut = env.there().link(LinkShape.PLAIN);
            RemoteLink farIn = env.there().link(LinkShape.PLAIN);
            out.endpoint().connect(theirs.address(), Environment.PATIENTLY);
            RemoteListener.Request there = theirs.request();
            ConnectionRequest here = requestFrom(env, farOut, mine);

            if (accept) {
                there.accept(farIn, sent);
                here.accept(in.endpoint(), sent);
                farIn.connectionEvent().require(ConnectionEvent.Established.class);
                in.connectionEvent().require(ConnectionEvent.Established.class);
            } else {
                there.reject(sent);
                here.reject(sent);
            }

            for (Seen event : List.of(out.connectionEvent(), farOut.connectionEvent())) {
                event.require(
                        accept
                                ? ConnectionEvent.Established.class
                                : ConnectionEvent.PeerRejected.class);
                requireSame(sent, event.data());
            }
        }
    }

    private static void requireSame(PrivateData sent, PrivateData got) {
        assertThat(got.toByteArray()).isEqualTo(sent.toByteArray());
    }

    @Tests("CON-13")
    void carriesDataWithARequest(Environment env) throws InterruptedException {
        requireRequestData(env, sizes(env), ConTests::counting);
    }

    @Tests("CON-14")
    void carriesDataWithAnAccept(Environment env) throws InterruptedException {
        requireAnswerData(env, true, sizes(env), ConTests::counting);
    }

    @Tests("CON-15")
    void carriesDataWithARejection(Environment env) throws InterruptedException {
        requireAnswerData(env, false, sizes(env), ConTests::counting);
    }

    @Tests("CON-16")
    void refusesTooMuchPrivateData(Environment env) throws InterruptedException {
        PrivateData tooLong = counting(maximum(env) + 1);
        RemoteListener theirs = env.there().listen();
        Party.Listening mine = env.here().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);

        Expect.refused(
                () ->
                        link.endpoint()
                                .connect(
                                        theirs.address(),
                                        Environment.PATIENTLY.withPrivateData(tooLong)),
                DatType.INVALID_PARAMETER);
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);

        ConnectionRequest request = requestFrom(env, far, mine);
        Expect.refused(() -> request.accept(link.endpoint(), tooLong), DatType.INVALID_PARAMETER);
        Expect.refused(() -> request.reject(tooLong), DatType.INVALID_PARAMETER);
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        request.accept(link.endpoint());
        requireEstablished(link, far);
    }

    @Tests("CON-17")
    void showsNoPadding(Environment env) throws InterruptedException {
        int[] sizes = {1, 3, 20};
        requireRequestData(env, sizes, ConTests::zeros);
        requireAnswerData(env, true, sizes, ConTests::zeros);
        requireAnswerData(env, false, sizes, ConTests::zeros);
    }

    // ---- what is known of a connection

    @Tests(value = "CON-18", needs = Capability.RDMA_READ)
    void agreesOnReadDepths(Environment env) throws InterruptedException {
        Pair pair =
                env.connect(
                        env.here(),
                        env.there(),
                        env.here().link(LinkShape.PLAIN.withReads(3, 8)),
                        env.there().link(LinkShape.PLAIN.withReads(5, 2)));

        Connection here = pair.link().endpoint().connection().orElseThrow();
        int farIn =
                Integer.parseInt(Objects.requireNonNull(pair.far().connection().get("readsIn")));
        int farOut =
                Integer.parseInt(Objects.requireNonNull(pair.far().connection().get("readsOut")));
        assertThat(here.readsOut()).isBetween(1, 5).isLessThanOrEqualTo(farIn);
        assertThat(farOut).isBetween(1, 2).isLessThanOrEqualTo(here.readsIn());
        assertThat(here.readsIn()).isBetween(1, 3);
        assertThat(farIn).isBetween(1, 8);
    }

    @Tests("CON-30")
    void remembersAConnection(Environment env) throws InterruptedException {
        RemoteListener listener = env.there().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
        listener.request().accept(far, counting(9));
        requireEstablished(link, far);
        Connection connection = link.endpoint().connection().orElseThrow();
        assertThat(connection.remote()).isEqualTo(listener.address());
        requireSame(counting(9), connection.privateData());

        far.disconnect(DisconnectMode.ABRUPT);

        Expect.end(link);
        Expect.end(far.connectionEvent());
        assertThat(link.endpoint().connection()).contains(connection);
    }

    // ---- special pairs

    @Tests("CON-24")
    void connectsCrosswise(Environment env) throws InterruptedException {
        RemoteListener theirs = env.there().listen();
        Party.Listening mine = env.here().listen();
        Link out = env.here().link(LinkShape.PLAIN);
        Link in = env.here().link(LinkShape.PLAIN);
        RemoteLink farOut = env.there().link(LinkShape.PLAIN);
        RemoteLink farIn = env.there().link(LinkShape.PLAIN);

        farOut.connect(mine.address());
        ConnectionRequest request = env.request(env.here(), mine);
        Expect.accepted(() -> out.endpoint().connect(theirs.address(), Environment.PATIENTLY));
        theirs.request().accept(farIn);
        request.accept(in.endpoint());

        requireEstablished(out, farIn);
        requireEstablished(in, farOut);
        new Pair(env.here(), env.there(), out, farIn).exchange();
        new Pair(env.here(), env.there(), in, farOut).exchange();
    }

    @Tests("CON-26")
    void connectsToItself(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening listening = here.listen();
        Link a = here.link(LinkShape.PLAIN);
        Link b = here.link(LinkShape.PLAIN);

        Expect.accepted(() -> a.endpoint().connect(listening.address(), Environment.PATIENTLY));
        env.request(here, listening).accept(b.endpoint());

        a.connectionEvent().require(ConnectionEvent.Established.class);
        b.connectionEvent().require(ConnectionEvent.Established.class);
        Guarded memory = here.memory(200, Party.LOCAL_RIGHTS, 1);
        memory.fill(100, 50, 2, 0);
        a.endpoint().receive(memory.slice(0, 50), 1);
        b.endpoint().receive(memory.slice(50, 50), 2);
        a.endpoint().send(memory.slice(100, 50), 3);
        b.endpoint().send(memory.slice(100, 50), 4);
        a.done().requireSuccess(3, OperationKind.SEND, 50);
        b.done().requireSuccess(4, OperationKind.SEND, 50);
        a.received().requireSuccess(1, OperationKind.RECEIVE, 50);
        b.received().requireSuccess(2, OperationKind.RECEIVE, 50);
        memory.requireContents(0, 50, 2, 0);
        memory.requireContents(50, 50, 2, 0);
    }

    @Tests("CON-29")
    void connectsOverIpv6(Environment env) throws InterruptedException {
        InetAddress local =
                env.attributes().addresses().stream()
                        .filter(a -> a instanceof Inet6Address && !a.isLinkLocalAddress())
                        .findFirst()
                        .orElseThrow(() -> new AssertionError("no IPv6 address to listen on"));

        Party.Listening listening =
                Expect.given(() -> listen(env.here(), new InetSocketAddress(local, 0)));

        requireWorks(env, listening);
    }

    // ---- many of them

    @Tests("CON-31")
    void answersTheFirstMessageAtOnce(Environment env) throws Exception {
        Party here = env.here();
        Party other = env.open();
        Party.Listening listening = here.listen();
        Guarded mine = here.memory(2 * ANSWER, Party.LOCAL_RIGHTS, 1);
        Guarded theirs = other.memory(2 * ANSWER, Party.LOCAL_RIGHTS, 2);
        for (int i = 0; i < EAGER; i++) {
            Link passive = here.link(LinkShape.PLAIN);
            Link active = other.link(LinkShape.PLAIN);
            passive.endpoint().receive(mine.slice(0, ANSWER), 1);
            active.endpoint().receive(theirs.slice(0, ANSWER), 2);
            Running<ConnectionEvent.Established> sending =
                    env.start(
                            () -> {
                                ConnectionEvent.Established connected =
                                        active.endpoint()
                                                .connectAndWait(
                                                        listening.address(),
                                                        Bound.EVENT.duration());
                                active.endpoint().send(theirs.slice(ANSWER, ANSWER), 3);
                                return connected;
                            });
            env.request(here, listening).accept(passive.endpoint());
            passive.received().requireSuccess(1, OperationKind.RECEIVE, ANSWER);
            int answered =
                    passive.endpoint()
                            .postSend(mine.region(), ANSWER, ANSWER, 4, CompletionFlags.DEFAULT);
            assertThat(PostStatus.describe(answered)).isEqualTo(PostStatus.describe(PostStatus.OK));
            assertThat(sending.result(Bound.EVENT)).isNotNull();
            active.received().requireSuccess(2, OperationKind.RECEIVE, ANSWER);
            active.done().requireSuccess(3, OperationKind.SEND, ANSWER);
            passive.done().requireSuccess(4, OperationKind.SEND, ANSWER);
            passive.connectionEvent().require(ConnectionEvent.Established.class);
        }
    }

    @Tests("CON-19")
    void connectsAgainAndAgain(Environment env) throws InterruptedException {
        Party here = env.here();
        RemoteListener listener = env.there().listen();
        Guarded mine = here.memory(10, Party.LOCAL_RIGHTS, 1);
        RemoteMemory theirs = env.there().memory(10, Party.LOCAL_RIGHTS, 2);
        Link parts = here.link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        for (int i = 0; i < CYCLES; i++) {
            Link link = another(here, parts);
            Expect.accepted(
                    () -> link.endpoint().connect(listener.address(), Environment.PATIENTLY));
            listener.request().accept(far);
            requireEstablished(link, far);
            far.mustReceive(i, theirs.whole());
            link.endpoint().send(mine.slice(0, 10), i);
            link.done().requireSuccess(i, OperationKind.SEND, 10);
            far.received().requireSuccess(i, OperationKind.RECEIVE, 10);
            link.endpoint().close();
            Expect.end(far.connectionEvent());
            far = usableAgain(env, far);
        }
        assertThat(here.adapter().census().count(HandleKind.ENDPOINT)).isEqualTo(1);
    }

    /** An endpoint with the dispatchers of another. */
    private static Link another(Party party, Link parts) {
        Endpoint endpoint =
                party.adapter()
                        .createEndpoint(
                                party.zone(),
                                parts.receives(),
                                parts.requests(),
                                parts.connections(),
                                party.attributes(LinkShape.PLAIN));
        return new Link(party, endpoint, parts.receives(), parts.requests(), parts.connections());
    }

    @Tests("CON-20")
    void takesManyRequestsAtOnce(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < CROWD; i++) {
            links.add(env.here().link(LinkShape.PLAIN));
        }
        List<RemoteLink> far = crowd(env, CROWD, listening.point());
        Set<Integer> callers = new HashSet<>();
        for (Link link : links) {
            ConnectionRequest request = env.request(env.here(), listening);
            callers.add((int) request.privateData().toByteArray()[0]);
            request.accept(link.endpoint());
        }
        assertThat(callers).containsAll(IntStream.range(0, CROWD).boxed().toList());
        for (int i = 0; i < CROWD; i++) {
            links.get(i).connectionEvent().require(ConnectionEvent.Established.class);
            far.get(i).connectionEvent().require(ConnectionEvent.Established.class);
        }
    }

    /**
     * Endpoints of the other side that connect to here, each with its number. All are made before:
     * some transports wait for an answer for seconds only.
     */
    private static List<RemoteLink> crowd(Environment env, int size, PublicServicePoint to) {
        List<RemoteLink> far = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            far.add(env.there().link(LinkShape.PLAIN));
        }
        for (int i = 0; i < size; i++) {
            far.get(i).connect(to.localAddress(), Bound.TEST, PrivateData.of((byte) i));
        }
        return far;
    }

    @Tests("CON-21")
    void refusesRequestsThatItHasNoRoomFor(Environment env) throws InterruptedException {
        Party here = env.here();
        EventDispatcher requests =
                here.adapter().createEventDispatcher(1, EventStream.CONNECTION_REQUEST);
        PublicServicePoint point =
                here.adapter()
                        .createPublicServicePoint(
                                here.local(0),
                                requests,
                                EndpointCreation.CONSUMER,
                                PrivateDataFraming.FRAMED);
        List<RemoteLink> fit = crowd(env, requests.depth(), point);
        awaitSize(env, requests, requests.depth());

        for (RemoteLink tooMany : crowd(env, 3, point)) {
            tooMany.connectionEvent().require(ConnectionEvent.NonPeerRejected.class);
        }

        for (RemoteLink link : fit) {
            next(here, requests).reject();
            link.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        }
        RemoteLink after = crowd(env, 1, point).getFirst();
        next(here, requests).reject();
        after.connectionEvent().require(ConnectionEvent.PeerRejected.class);
    }

    private static void awaitSize(Environment env, EventDispatcher dispatcher, int size)
            throws InterruptedException {
        long start = env.time().now();
        while (dispatcher.size() < size) {
            env.here().progress();
            assertThat(env.time().since(start))
                    .as("only %s requests", dispatcher.size())
                    .isLessThan(Bound.EVENT.nanos());
            env.time().sleep(1_000_000);
        }
    }

    private static ConnectionRequest next(Party party, EventDispatcher requests)
            throws InterruptedException {
        @Nullable Event event = party.await(requests, Bound.EVENT);
        assertThat(event).isInstanceOf(ConnectionRequestEvent.class);
        return ((ConnectionRequestEvent) Objects.requireNonNull(event)).request();
    }

    @Tests("CON-22")
    void tellsAllRequestersWhenItStopsListening(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        List<RemoteLink> far = crowd(env, 16, listening.point());
        List<ConnectionRequest> open = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            open.add(env.request(env.here(), listening));
        }

        listening.point().close();

        for (@Nullable Event event = env.here().await(listening.requests(), Bound.QUIET);
                event != null;
                event = env.here().await(listening.requests(), Bound.QUIET)) {
            open.add(((ConnectionRequestEvent) event).request());
        }
        open.forEach(ConnectionRequest::reject);
        List<String> kinds = new ArrayList<>();
        for (RemoteLink link : far) {
            kinds.add(link.connectionEvent().kind());
        }
        String rejected = ConnectionEvent.PeerRejected.class.getSimpleName();
        // Streams that the transport had taken, and nobody else had, may be reset.
        assertThat(kinds)
                .isSubsetOf(
                        rejected,
                        ConnectionEvent.NonPeerRejected.class.getSimpleName(),
                        ConnectionEvent.Unreachable.class.getSimpleName());
        assertThat(kinds).filteredOn(rejected::equals).hasSize(open.size());
    }

    @Tests("CON-23")
    void rejectsAgainAndAgain(Environment env) throws InterruptedException {
        Party.Listening listening = env.here().listen();
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        for (int i = 0; i < STORM; i++) {
            requestFrom(env, far, listening).reject();
            far.connectionEvent().require(ConnectionEvent.PeerRejected.class);
            far = usableAgain(env, far);
        }
        assertThat(env.here().adapter().census().count(HandleKind.CONNECTION_REQUEST)).isZero();
    }
}
