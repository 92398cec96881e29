package org.jdapl.conformance.rules.eps;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.PrivateData;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.ReservedServicePoint;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group EPS. */
final class EpsTests {

    private static final int SEED = 51;
    private static final int BLANK = 52;
    private static final long UNKNOWN = 0x5555_0000L;
    private static final ConnectOptions BRIEFLY = ConnectOptions.within(Bound.GIVE_UP.duration());

    private static void breakConnection(Pair pair, Guarded mine, RemoteMemory theirs)
            throws InterruptedException {
        RemoteRegion right = theirs.region();
        pair.link()
                .endpoint()
                .read(
                        mine.slice(0, 8),
                        new RemoteRegion(right.address(), 8, right.key() ^ UNKNOWN),
                        9);
        assertThat(pair.link().done().cookie()).isEqualTo(9);
    }

    // ---- states

    @Tests("EPS-01")
    void isUnconnectedAtFirst(Environment env) {
        Link link = env.here().link(LinkShape.PLAIN);

        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        EndpointAttributes asked = env.here().attributes(LinkShape.PLAIN);
        EndpointAttributes given = link.endpoint().attributes();
        assertThat(given.maxReceives()).isGreaterThanOrEqualTo(asked.maxReceives());
        assertThat(given.maxRequests()).isGreaterThanOrEqualTo(asked.maxRequests());
        assertThat(given.maxRequestSegments()).isGreaterThanOrEqualTo(asked.maxRequestSegments());
        assertThat(given.maxReceiveSegments()).isGreaterThanOrEqualTo(asked.maxReceiveSegments());
        assertThat(given.maxReadsIn()).isGreaterThanOrEqualTo(asked.maxReadsIn());
        assertThat(given.maxReadsOut()).isGreaterThanOrEqualTo(asked.maxReadsOut());
    }

    @Tests("EPS-02")
    void goesThroughItsStatesInOrder(Environment env) throws InterruptedException {
        RemoteParty there = env.openThere(ProgressMode.MANUAL);
        RemoteListener listener = there.listen();
        Link link = Stalled.link(env, LinkShape.PLAIN);
        RemoteLink far = there.link(LinkShape.PLAIN);
        List<EndpointState> states = new ArrayList<>();
        List<String> events = new ArrayList<>();

        states.add(link.state());
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
        states.add(link.state());
        listener.request().accept(far);
        events.add(link.connectionEvent().kind());
        far.connectionEvent().require(ConnectionEvent.Established.class);
        states.add(link.state());
        // What is outstanding keeps a graceful disconnect from finishing.
        Stalled stalled = Stalled.of(env, new Pair(env.here(), there, link, far));
        stalled.post(1, 1, CompletionFlags.DEFAULT);
        link.endpoint().disconnect(DisconnectMode.GRACEFUL);
        states.add(link.state());
        Expect.quiet(link, Link.Queue.CONNECTIONS);
        stalled.letGo();
        link.done().requireSuccess(1, stalled.kind(), 1);
        events.add(link.connectionEvent().kind());
        states.add(link.state());

        Expect.quiet(link, Link.Queue.CONNECTIONS);
        Expect.end(far.connectionEvent());
        assertThat(states)
                .containsExactly(
                        EndpointState.UNCONNECTED,
                        EndpointState.ACTIVE_CONNECTION_PENDING,
                        EndpointState.CONNECTED,
                        EndpointState.DISCONNECT_PENDING,
                        EndpointState.DISCONNECTED);
        assertThat(events)
                .containsExactly(
                        ConnectionEvent.Established.class.getSimpleName(),
                        ConnectionEvent.Disconnected.class.getSimpleName());
    }

    @Tests("EPS-03")
    void isPendingAtOnce(Environment env) throws InterruptedException {
        RemoteParty there = env.openThere(ProgressMode.MANUAL);
        RemoteListener listener = there.listen();
        Party.Listening listening = env.here().listen();
        Link out = env.here().link(LinkShape.PLAIN);
        Link in = env.here().link(LinkShape.PLAIN);
        RemoteLink farOut = there.link(LinkShape.PLAIN);
        farOut.connect(listening.address());
        ConnectionRequest request = env.request(env.here(), listening);
        there.freeze();

        out.endpoint().connect(listener.address(), Environment.PATIENTLY);
        assertThat(out.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);
        request.accept(in.endpoint());
        if (env.mode() == ProgressMode.MANUAL) {
            assertThat(in.state()).isEqualTo(EndpointState.COMPLETION_PENDING);
        } else { // a driver in the kernel answers for the peer, and this one's thread may have
            // heard
            assertThat(in.state()).isIn(EndpointState.COMPLETION_PENDING, EndpointState.CONNECTED);
        }

        there.thaw();
        listener.request().reject(PrivateData.EMPTY);
        out.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        in.connectionEvent().require(ConnectionEvent.Established.class);
        farOut.connectionEvent().require(ConnectionEvent.Established.class);
    }

    // ---- states before the connection

    /** What no state between a reservation and the connection allows; nothing changes. */
    private static void requireNoOtherStart(Environment env, Endpoint endpoint)
            throws InterruptedException {
        Party here = env.here();
        EndpointState state = endpoint.state();
        Party.Listening elsewhere = here.listen();
        Link requester = env.open().link(LinkShape.PLAIN); // the peer may be frozen
        requester.endpoint().connect(elsewhere.address(), Environment.PATIENTLY);
        ConnectionRequest another = env.request(here, elsewhere);
        EventDispatcher queue = here.requestQueue();
        requireRefused(
                endpoint,
                List.of(
                        () -> endpoint.connect(elsewhere.address(), Environment.PATIENTLY),
                        () -> another.accept(endpoint),
                        () ->
                                here.adapter()
                                        .createReservedServicePoint(here.local(0), endpoint, queue),
                        endpoint::reset));
        Guarded mine = here.memory(8, Party.LOCAL_RIGHTS, BLANK);
        assertThat(endpoint.postSend(mine.region(), 0, 8, 1, CompletionFlags.DEFAULT))
                .as("send while %s", state)
                .isEqualTo(PostStatus.INVALID_STATE);
        assertThat(endpoint.state()).isEqualTo(state);
        another.reject();
        requester.connectionEvent().require(ConnectionEvent.PeerRejected.class);
    }

    /** An endpoint that a service point holds can be neither ended nor closed. */
    private static void requireHeld(Endpoint endpoint) {
        requireRefused(
                endpoint,
                List.of(
                        () -> endpoint.disconnect(DisconnectMode.ABRUPT),
                        () -> endpoint.disconnect(DisconnectMode.GRACEFUL),
                        endpoint::close));
        assertThat(endpoint.isClosed()).isFalse();
    }

    private static void requireZoneKept(Environment env, Endpoint endpoint) {
        EndpointChange change =
                new EndpointChange(
                        env.here().adapter().createProtectionZone(), null, null, null, null);
        requireRefused(endpoint, List.of(() -> endpoint.modify(change)));
    }

    private static EndpointChange otherDispatcher(Environment env) {
        return new EndpointChange(
                null,
                null,
                env.here().adapter().createEventDispatcher(8, EventStream.DTO),
                null,
                null);
    }

    private static void requireTakesDispatcher(Environment env, Endpoint endpoint) {
        EndpointState state = endpoint.state();
        EndpointChange change = otherDispatcher(env);
        Expect.accepted(() -> endpoint.modify(change));
        assertThat(endpoint.requests()).isEqualTo(change.requests());
        assertThat(endpoint.state()).isEqualTo(state);
    }

    /** Demands that calls are refused with the subtype of the endpoint's state. */
    private static void requireRefused(Endpoint endpoint, List<Expect.Attempt> calls) {
        EndpointState state = endpoint.state();
        calls.forEach(call -> Expect.refused(call, DatType.INVALID_STATE, state.subtype()));
    }

    private static ReservedServicePoint reserve(
            Environment env, Link link, EventDispatcher requests) {
        Party here = env.here();
        return here.adapter().createReservedServicePoint(here.local(0), link.endpoint(), requests);
    }

    private static ConnectionRequest requested(
            Environment env, EventDispatcher requests, RemoteLink far, InetSocketAddress address)
            throws InterruptedException {
        far.connect(address);
        @Nullable Event event = env.here().await(requests, Bound.EVENT);
        if (event instanceof ConnectionRequestEvent request) {
            return request.request();
        }
        throw new AssertionError("expected a connection request, got " + event);
    }

    @Tests("EPS-15")
    void isHeldByItsReservedServicePoint(Environment env) throws InterruptedException {
        Link link = env.here().link(LinkShape.PLAIN);
        ReservedServicePoint point = reserve(env, link, env.here().requestQueue());
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);

        requireTakesDispatcher(env, link.endpoint());
        takesReceive(link, mine, 1, EndpointState.RESERVED);
        requireNoOtherStart(env, link.endpoint());
        requireHeld(link.endpoint());
        requireZoneKept(env, link.endpoint());
        assertThat(link.state()).isEqualTo(EndpointState.RESERVED);

        point.close();
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        Expect.accepted(link.endpoint()::close);
        assertThat(link.received().status()).isEqualTo(CompletionStatus.FLUSHED);
    }

    @Tests("EPS-16")
    void isHeldByItsRequest(Environment env) throws InterruptedException {
        Link link = env.here().link(LinkShape.PLAIN);
        EventDispatcher requests = env.here().requestQueue();
        ReservedServicePoint point = reserve(env, link, requests);
        RemoteLink refused = env.there().link(LinkShape.PLAIN);
        requested(env, requests, refused, point.localAddress()).reject();
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        refused.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        point.close();

        ReservedServicePoint again = reserve(env, link, requests);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = requested(env, requests, far, again.localAddress());
        assertThat(request.endpoint()).isEqualTo(link.endpoint());
        assertThat(link.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);
        requireNoOtherStart(env, link.endpoint());
        requireHeld(link.endpoint());
        requireZoneKept(env, link.endpoint());
        requireTakesDispatcher(env, link.endpoint());
        again.close();
        assertThat(link.state()).isEqualTo(EndpointState.PASSIVE_CONNECTION_PENDING);
        connectHeld(env, request, link, far);
    }

    /** A receive that was posted before the answer takes the first message. */
    private static void connectHeld(
            Environment env, ConnectionRequest request, Link link, RemoteLink far)
            throws InterruptedException {
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(8, Party.LOCAL_RIGHTS, SEED);
        takesReceive(link, mine, 1, link.state());
        request.accept(null, PrivateData.EMPTY);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        assertThat(link.state()).isEqualTo(EndpointState.CONNECTED);
        far.mustSend(2, theirs.whole());
        link.received().requireSuccess(1, OperationKind.RECEIVE, 8);
        far.done().requireSuccess(2, OperationKind.SEND, 8);
        mine.requireContents(0, 8, SEED, 0);
    }

    @Tests("EPS-17")
    void isHeldByTheRequestThatItWasMadeFor(Environment env) throws InterruptedException {
        Party here = env.here();
        Party.Listening making =
                here.listen(here.local(0), EndpointCreation.PROVIDER, PrivateDataFraming.FRAMED);
        RemoteLink refused = env.there().link(LinkShape.PLAIN);
        ConnectionRequest first = requested(env, making.requests(), refused, making.address());
        Endpoint gone = Objects.requireNonNull(first.endpoint());
        first.reject();
        assertThat(gone.isClosed()).isTrue();
        refused.connectionEvent().require(ConnectionEvent.PeerRejected.class);

        RemoteLink far = env.there().link(LinkShape.PLAIN);
        ConnectionRequest request = requested(env, making.requests(), far, making.address());
        Endpoint made = Objects.requireNonNull(request.endpoint());
        assertThat(made.state()).isEqualTo(EndpointState.TENTATIVE_CONNECTION_PENDING);
        Link parts = here.link(LinkShape.PLAIN);
        Expect.accepted(
                () ->
                        made.modify(
                                EndpointChange.parts(
                                        here.zone(),
                                        parts.receives(),
                                        parts.requests(),
                                        parts.connections())));
        requireNoOtherStart(env, made);
        requireHeld(made);
        assertThat(made.state()).isEqualTo(EndpointState.TENTATIVE_CONNECTION_PENDING);
        connectHeld(
                env,
                request,
                new Link(here, made, parts.receives(), parts.requests(), parts.connections()),
                far);
    }

    @Tests("EPS-18")
    void isBusyWhileItAccepts(Environment env) throws InterruptedException {
        if (env.profile() == Profile.IWARP) {
            throw new NotApplicableException(
                    "a kernel's connection manager of iWARP is connected when it has answered");
        }
        RemoteParty there = env.openThere(ProgressMode.MANUAL);
        Party.Listening listening = env.here().listen();
        List<DisconnectMode> ways = List.of(DisconnectMode.ABRUPT, DisconnectMode.GRACEFUL);
        for (int i = 0; i <= ways.size(); i++) {
            Link link = env.here().link(LinkShape.PLAIN);
            there.link(LinkShape.PLAIN).connect(listening.address());
            ConnectionRequest request = env.request(env.here(), listening);
            there.freeze();
            request.accept(link.endpoint());
            assertThat(link.state()).isEqualTo(EndpointState.COMPLETION_PENDING);
            requireNoOtherStart(env, link.endpoint());
            requireZoneKept(env, link.endpoint());
            EndpointChange change = otherDispatcher(env);
            requireRefused(link.endpoint(), List.of(() -> link.endpoint().modify(change)));
            assertThat(link.state()).isEqualTo(EndpointState.COMPLETION_PENDING);
            if (i < ways.size()) {
                link.endpoint().disconnect(ways.get(i));
                link.connectionEvent().require(ConnectionEvent.Disconnected.class);
                assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
            } else {
                Expect.accepted(link.endpoint()::close);
            }
            Expect.quiet(link, Link.Queue.CONNECTIONS);
            there.thaw();
        }
        env.allowLeftovers(); // what the requesters are told depends on how far they were
    }

    @Tests(value = "EPS-12", needs = Capability.RDMA_READ)
    void isInTheStateThatTheEventTells(Environment env) throws InterruptedException {
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(8, Party.ALL_RIGHTS, SEED);
        RemoteListener listener = env.there().listen();

        Pair ended = env.connect();
        assertThat(ended.link().state()).isEqualTo(EndpointState.CONNECTED);
        ended.far().disconnect(DisconnectMode.ABRUPT);
        Expect.end(ended.link());
        assertThat(ended.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        Expect.end(ended.far().connectionEvent());

        Pair broken = env.connect();
        breakConnection(broken, mine, theirs);
        Expect.end(broken.link());
        assertThat(broken.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        Expect.end(broken.far().connectionEvent());

        Link rejected = env.here().link(LinkShape.PLAIN);
        rejected.endpoint().connect(listener.address(), Environment.PATIENTLY);
        listener.request().reject(PrivateData.EMPTY);
        rejected.connectionEvent().require(ConnectionEvent.PeerRejected.class);
        assertThat(rejected.state()).isEqualTo(EndpointState.DISCONNECTED);

        Link late = env.here().link(LinkShape.PLAIN);
        late.endpoint().connect(listener.address(), BRIEFLY);
        RemoteListener.Request unanswered = listener.request();
        late.connectionEvent().require(ConnectionEvent.TimedOut.class);
        assertThat(late.state()).isEqualTo(EndpointState.DISCONNECTED);
        unanswered.close();
    }

    @Tests("EPS-13")
    void cannotBeChangedWhileConnected(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Endpoint endpoint = pair.link().endpoint();
        EventDispatcher dispatcher =
                env.here().adapter().createEventDispatcher(128, EventStream.DTO);
        EndpointAttributes attributes = endpoint.attributes();
        EndpointAttributes others = attributes.toBuilder().maxReceives(8).build();
        List<EndpointChange> changes =
                List.of(
                        new EndpointChange(env.here().zone(), null, null, null, null),
                        new EndpointChange(null, dispatcher, null, null, null),
                        new EndpointChange(null, null, dispatcher, null, null),
                        new EndpointChange(null, null, null, null, others));

        for (EndpointChange change : changes) {
            Expect.refused(() -> endpoint.modify(change), DatType.INVALID_STATE);
        }

        assertThat(endpoint.attributes()).isEqualTo(attributes);
        assertThat(endpoint.receives()).isEqualTo(pair.link().receives());
        assertThat(endpoint.requests()).isEqualTo(pair.link().requests());
        pair.exchange();
    }

    // ---- posting

    @Tests("EPS-04")
    void maySendAsSoonAsItIsEstablished(Environment env) throws InterruptedException {
        // Once the connecting side is the first to speak, once the accepting side.
        for (Pair pair : List.of(env.connect(), env.connectBack(LinkShape.PLAIN))) {
            Guarded mine = env.here().memory(61, Party.LOCAL_RIGHTS, SEED);
            RemoteMemory theirs = env.there().memory(61, Party.LOCAL_RIGHTS, BLANK);
            pair.far().mustReceive(1, theirs.whole());

            pair.link().endpoint().send(mine.slice(0, 61), 2);

            pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 61);
            pair.link().done().requireSuccess(2, OperationKind.SEND, 61);
            theirs.requireContents(0, 61, SEED, 0);
        }
        for (Pair pair : List.of(env.connect(), env.connectBack(LinkShape.PLAIN))) {
            Guarded mine = env.here().memory(61, Party.LOCAL_RIGHTS, SEED);
            RemoteMemory theirs = env.there().memory(61, Party.LOCAL_RIGHTS, BLANK);
            pair.link().endpoint().receive(mine.slice(0, 61), 1);

            pair.far().mustSend(2, theirs.whole());

            pair.link().received().requireSuccess(1, OperationKind.RECEIVE, 61);
            pair.far().done().requireSuccess(2, OperationKind.SEND, 61);
            mine.requireContents(0, 61, BLANK, 0);
        }
    }

    @Tests(value = "EPS-05", needs = Capability.RDMA_READ)
    void takesReceivesAtAnyTime(Environment env) throws InterruptedException {
        RemoteParty there = env.openThere(ProgressMode.MANUAL);
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = there.memory(8, Party.ALL_RIGHTS, SEED);
        RemoteListener listener = there.listen();
        Party.Listening listening = env.here().listen();
        Link out = Stalled.link(env, LinkShape.PLAIN);
        Link in = env.here().link(LinkShape.PLAIN);
        RemoteLink farIn = there.link(LinkShape.PLAIN);
        RemoteLink farOut = there.link(LinkShape.PLAIN);

        takesReceive(out, mine, 0, EndpointState.UNCONNECTED);
        out.endpoint().connect(listener.address(), Environment.PATIENTLY);
        takesReceive(out, mine, 1, EndpointState.ACTIVE_CONNECTION_PENDING);
        listener.request().accept(farIn);
        out.connectionEvent().require(ConnectionEvent.Established.class);
        farIn.connectionEvent().require(ConnectionEvent.Established.class);
        takesReceive(out, mine, 2, EndpointState.CONNECTED);

        farOut.connect(listening.address());
        ConnectionRequest request = env.request(env.here(), listening);
        there.freeze();
        request.accept(in.endpoint());
        takesReceive(in, mine, 0, EndpointState.COMPLETION_PENDING);
        Stalled stalled = Stalled.of(env, new Pair(env.here(), there, out, farIn));
        stalled.post(1, 7, CompletionFlags.DEFAULT);
        out.endpoint().disconnect(DisconnectMode.GRACEFUL);
        takesReceive(out, mine, 3, EndpointState.DISCONNECT_PENDING);

        there.thaw();
        stalled.letGo();
        in.connectionEvent().require(ConnectionEvent.Established.class);
        farOut.connectionEvent().require(ConnectionEvent.Established.class);
        farOut.mustSend(1, theirs.whole());
        in.received().requireSuccess(0, OperationKind.RECEIVE, 8);
        farOut.done().requireSuccess(1, OperationKind.SEND, 8);
        out.done().requireSuccess(7, stalled.kind(), 1);
        for (Seen flushed : Expect.inOrder(out, Link.Queue.RECEIVES, 0, 4)) {
            assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        Expect.end(out);
        Expect.end(farIn.connectionEvent());
    }

    private static void takesReceive(Link link, Guarded mine, long cookie, EndpointState state) {
        assertThat(link.state()).isEqualTo(state);
        assertThat(link.endpoint().postReceive(mine.region(), 0, 8, cookie))
                .as("%s", state)
                .isEqualTo(PostStatus.OK);
    }

    private static List<Integer> requests(Link link, Guarded memory) {
        return List.of(
                link.endpoint().postSend(memory.region(), 0, 8, 1, CompletionFlags.DEFAULT),
                link.endpoint().postWrite(memory.region(), 0, 8, 1, 1, 2, CompletionFlags.DEFAULT),
                link.endpoint().postRead(memory.region(), 0, 8, 1, 1, 3, CompletionFlags.DEFAULT));
    }

    @Tests(value = "EPS-06", needs = Capability.RDMA_READ)
    void takesNoRequestBeforeItIsConnected(Environment env) throws InterruptedException {
        RemoteListener listener = env.there().listen();
        Link link = env.here().link(LinkShape.PLAIN);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        Guarded memory = env.here().memory(8, Party.LOCAL_RIGHTS, 1);

        assertThat(requests(link, memory)).containsOnly(PostStatus.INVALID_STATE);
        assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
        link.endpoint().connect(listener.address(), Environment.PATIENTLY);
        RemoteListener.Request request = listener.request();
        assertThat(requests(link, memory)).containsOnly(PostStatus.INVALID_STATE);
        assertThat(link.state()).isEqualTo(EndpointState.ACTIVE_CONNECTION_PENDING);

        request.accept(far);
        link.connectionEvent().require(ConnectionEvent.Established.class);
        far.connectionEvent().require(ConnectionEvent.Established.class);
        Expect.quiet(link, Link.Queue.REQUESTS);
        new Pair(env.here(), env.there(), link, far).exchange();
    }

    @Tests(value = "EPS-07", needs = Capability.RDMA_READ)
    void breaksOnce(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(8, Party.ALL_RIGHTS, SEED);

        breakConnection(pair, mine, theirs);

        pair.link()
                .next(Link.Queue.CONNECTIONS, Bound.BROKEN)
                .require(ConnectionEvent.Broken.class);
        assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        Expect.end(pair.far().connectionEvent());
        Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
        assertThat(pair.far().poll(Link.Queue.CONNECTIONS, Bound.QUIET)).isNull();
    }

    @Tests(value = "EPS-08", needs = Capability.RDMA_READ)
    void flushesWhatIsPostedAfterTheEnd(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        pair.far().disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());

        assertThat(requests(pair.link(), mine)).containsOnly(PostStatus.OK);
        for (int i = 1; i <= 3; i++) {
            assertThat(pair.link().endpoint().postReceive(mine.region(), 0, 8, i))
                    .isEqualTo(PostStatus.OK);
        }

        List<Seen> flushed =
                new ArrayList<>(Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 1, 3));
        flushed.addAll(Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 1, 3));
        assertThat(flushed).extracting(Seen::status).containsOnly(CompletionStatus.FLUSHED);
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        mine.requireUntouched();
    }

    @Tests("EPS-09")
    void takesNothingOnceItIsClosed(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Link fresh = env.here().link(LinkShape.PLAIN);
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        pair.link().endpoint().close();
        fresh.endpoint().close();

        for (Link closed : List.of(pair.link(), fresh)) {
            assertThat(requests(closed, mine)).containsOnly(PostStatus.CLOSED);
            assertThat(closed.endpoint().postReceive(mine.region(), 0, 8, 1))
                    .isEqualTo(PostStatus.CLOSED);
            Expect.refused(
                    () -> closed.endpoint().send(mine.slice(0, 8), 1), DatType.INVALID_HANDLE);
            Expect.quiet(closed, Link.Queue.REQUESTS);
            Expect.quiet(closed, Link.Queue.RECEIVES);
        }
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("EPS-14")
    void keepsReceivesThatWerePostedBefore(Environment env) throws InterruptedException {
        int receives = 4;
        int size = 71;
        Link link = env.here().link(LinkShape.PLAIN);
        Guarded mine = env.here().memory((long) receives * size, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < receives; i++) {
            link.endpoint().receive(mine.slice((long) i * size, size), i);
        }
        Pair pair = env.connect(env.here(), env.there(), link, env.there().link(LinkShape.PLAIN));
        RemoteMemory theirs = env.there().memory((long) receives * size, Party.LOCAL_RIGHTS, SEED);

        for (int i = 0; i < receives; i++) {
            pair.far().mustSend(i, theirs.part((long) i * size, size - i));
        }

        for (int i = 0; i < receives; i++) {
            link.received().requireSuccess(i, OperationKind.RECEIVE, size - i);
            mine.requireContents((long) i * size, size - i, SEED, (long) i * size);
            pair.far().done().requireSuccess(i, OperationKind.SEND, size - i);
        }
    }

    // ---- another life

    @Tests("EPS-10")
    void canBeUsedAgain(Environment env) throws InterruptedException {
        Link link = env.here().link(LinkShape.PLAIN);
        for (int i = 0; i < 4; i++) {
            RemoteLink far = env.there().link(LinkShape.PLAIN);
            Pair pair = env.connect(env.here(), env.there(), link, far);
            pair.exchange();
            if (i % 2 == 0) {
                link.endpoint().disconnect(DisconnectMode.ABRUPT);
            } else {
                far.disconnect(DisconnectMode.ABRUPT);
            }
            Expect.end(link);
            Expect.end(far.connectionEvent());

            Expect.accepted(() -> link.endpoint().reset());

            assertThat(link.state()).isEqualTo(EndpointState.UNCONNECTED);
            assertThat(link.endpoint().connection()).isEmpty();
        }
        Expect.quiet(link, Link.Queue.CONNECTIONS);
    }

    @Tests("EPS-11")
    void leavesItsFormerLifeBehind(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        Link link = pair.link();
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, BLANK);
        link.endpoint().receive(mine.slice(0, 8), 1);
        stalled.post(1, 2, CompletionFlags.DEFAULT);

        Expect.refused(() -> link.endpoint().reset(), DatType.INVALID_STATE);
        assertThat(link.state()).isEqualTo(EndpointState.CONNECTED);
        link.endpoint().disconnect(DisconnectMode.ABRUPT);
        assertThat(link.received().status()).isEqualTo(CompletionStatus.FLUSHED);
        assertThat(link.done().status()).isEqualTo(CompletionStatus.FLUSHED);
        Expect.end(link);
        link.endpoint().reset();

        stalled.letGoAfterwards(); // what it has still to say comes now
        Expect.end(pair.far().connectionEvent());
        for (Link.Queue queue : Link.Queue.values()) {
            Expect.quiet(link, queue);
        }
        mine.requireUntouched();
        stalled.requireUntouched();
        env.connect(env.here(), pair.there(), link, pair.there().link(LinkShape.PLAIN)).exchange();
    }
}
