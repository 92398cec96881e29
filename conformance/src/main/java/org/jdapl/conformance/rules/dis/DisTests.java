package org.jdapl.conformance.rules.dis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.Peer;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteListener;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group DIS. */
final class DisTests {

    private static final int SEED = 31;
    private static final int BLANK = 32;
    private static final long UNKNOWN = 0x5555_0000L;

    // ---- who is told what

    @Tests(value = "DIS-01", needs = Capability.RDMA_READ)
    void finishesWhatWasPostedBefore(Environment env) throws InterruptedException {
        int requests = 20;
        int size = 40_000;
        Pair pair = env.connect(LinkShape.PLAIN.withOneDispatcher());
        Guarded mine = env.here().memory((long) requests * size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory inbox = env.there().memory((long) requests * size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory source = env.there().memory(size, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < requests; i += 2) {
            pair.far().mustReceive(i, inbox.part((long) i * size, size));
        }
        for (int i = 0; i < requests; i += 2) {
            pair.link().endpoint().send(mine.slice((long) i * size, size), i);
            pair.link().endpoint().read(mine.slice((i + 1L) * size, size), source.region(), i + 1L);
        }

        pair.link().endpoint().disconnect(DisconnectMode.GRACEFUL);

        for (Seen done : Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, requests)) {
            assertThat(done.status()).as("%s", done).isEqualTo(CompletionStatus.SUCCESS);
        }
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        for (int i = 0; i < requests; i += 2) {
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, size);
            inbox.requireContents((long) i * size, size, SEED, (long) i * size);
            mine.requireContents((i + 1L) * size, size, BLANK, 0);
        }
        pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
    }

    @Tests("DIS-02")
    void tellsTheSideThatDoesNothing(Environment env) throws InterruptedException {
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect(LinkShape.PLAIN.withQueues(7, 7));

            pair.far().disconnect(way);

            Seen event = pair.link().connectionEvent();
            event.require(ConnectionEvent.Disconnected.class);
            assertThat(event.byPeer()).isTrue();
            assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        }
    }

    @Tests("DIS-03")
    void tellsTheSideThatDisconnects(Environment env) throws InterruptedException {
        Guarded mine = env.here().memory(10, Party.LOCAL_RIGHTS, BLANK);
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect(LinkShape.PLAIN.withQueues(3, 3));
            pair.link().endpoint().receive(mine.slice(0, 10), 1);

            pair.link().endpoint().disconnect(way);

            assertThat(pair.link().received().status()).isEqualTo(CompletionStatus.FLUSHED);
            pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
            assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
            // Only now the peer's consumer looks at what happened.
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        }
    }

    @Tests("DIS-04")
    void tellsTheEndOnce(Environment env) throws InterruptedException {
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect(LinkShape.PLAIN.withQueues(4, 4));

            pair.link().endpoint().disconnect(way);

            pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
            pair.link().endpoint().disconnect(way);
            Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
            assertThat(pair.far().poll(Link.Queue.CONNECTIONS, Bound.QUIET)).isNull();
        }
    }

    @Tests("DIS-05")
    void endsFromBothSidesAtOnce(Environment env) throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            for (DisconnectMode way : DisconnectMode.values()) {
                Pair pair = env.connect(LinkShape.PLAIN.withQueues(5, 5));

                Runnable theirs = pair.far().startToDisconnect(way);
                pair.link().endpoint().disconnect(way);
                theirs.run();

                pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
                pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
                assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
                assertThat(pair.far().state()).isEqualTo(EndpointState.DISCONNECTED);
            }
        }
    }

    @Tests("DIS-06")
    void disconnectsTwice(Environment env) throws InterruptedException {
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect();
            pair.link().endpoint().disconnect(way);
            pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);

            for (DisconnectMode again : DisconnectMode.values()) {
                Expect.accepted(() -> pair.link().endpoint().disconnect(again));
                Expect.accepted(() -> pair.far().disconnect(again));
            }

            assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
            Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
        }
    }

    @Tests(value = "DIS-13", needs = Capability.RDMA_READ)
    void tellsReasonsApart(Environment env) throws InterruptedException {
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(8, Party.ALL_RIGHTS, BLANK);
        RemoteRegion right = theirs.region();
        for (DisconnectMode way : DisconnectMode.values()) {
            Pair pair = env.connect();
            pair.link().endpoint().disconnect(way);
            Seen here = pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
            Seen there = pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
            assertThat(here.byPeer()).isFalse();
            assertThat(there.byPeer()).isTrue();
        }

        Pair pair = env.connect(LinkShape.PLAIN.withQueues(13, 13));
        // A read, since a write with a wrong key need not fail here.
        pair.link()
                .endpoint()
                .read(
                        mine.slice(0, 8),
                        new RemoteRegion(right.address(), 8, right.key() ^ UNKNOWN),
                        1);
        assertThat(pair.link().done().status()).isNotEqualTo(CompletionStatus.SUCCESS);
        pair.link().connectionEvent().require(ConnectionEvent.Broken.class);
        Expect.end(pair.far().connectionEvent());
    }

    // ---- at any time

    @Tests("DIS-07")
    void endsWithoutThePeersHelp(Environment env) throws InterruptedException {
        int requests = 10;
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN.withOneDispatcher());
        Pair pair = stalled.pair();
        stalled.post(requests, 0, CompletionFlags.DEFAULT);

        long start = env.time().now();
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);
        for (Seen done : Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, requests)) {
            assertThat(done.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        assertThat(env.time().since(start)).isLessThan(Bound.LOCAL.nanos());

        stalled.requireUntouched();
        stalled.letGoAfterwards();
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("DIS-08")
    void endsAnAttempt(Environment env) throws InterruptedException {
        for (DisconnectMode way : DisconnectMode.values()) {
            RemoteListener listener = env.there().listen();
            Link link = env.here().link(LinkShape.PLAIN);
            RemoteLink far = env.there().link(LinkShape.PLAIN);
            link.endpoint().connect(listener.address(), Environment.PATIENTLY);
            RemoteListener.Request request = listener.request();

            link.endpoint().disconnect(way);

            Seen event = link.connectionEvent().require(ConnectionEvent.Disconnected.class);
            assertThat(event.byPeer()).isFalse();
            assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
            request.accept(far);
            env.requireAllowed(Expect.lateAccept(far::connectionEvent));
            Expect.quiet(link, Link.Queue.CONNECTIONS);
        }
    }

    @Tests("DIS-09")
    void leavesMemoryAloneAfterTheEnd(Environment env) throws InterruptedException {
        int writes = 60;
        int size = 200_000;
        Pair pair =
                env.connect(
                        env.here(),
                        env.there(),
                        env.here().link(LinkShape.PLAIN.withQueues(9, 9)),
                        env.there().link(LinkShape.PLAIN));
        Guarded target = env.here().memory(size, Party.ALL_RIGHTS, BLANK);
        RemoteMemory source = env.there().memory(size, Party.LOCAL_RIGHTS, SEED);
        RemoteRegion region = target.region().remoteRegion();
        for (int i = 0; i < writes; i++) {
            assertThat(pair.far().write(i, region, source.whole())).isEqualTo(PostStatus.OK);
        }
        awaitFirstBytes(env, target);

        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);

        target.fill(BLANK);
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);
        target.requireUntouched();
        for (int i = 0; i < writes; i++) {
            assertThat(pair.far().done().cookie()).isEqualTo(i);
        }
        Expect.end(pair.far().connectionEvent());
    }

    private static void awaitFirstBytes(Environment env, Guarded target)
            throws InterruptedException {
        long start = env.time().now();
        while (target.mismatch(0, 8, SEED, 0) >= 0) {
            env.here().progress();
            assertThat(env.time().since(start)).as("no write").isLessThan(Bound.EVENT.nanos());
            env.time().sleep(10_000);
        }
    }

    @Tests("DIS-14")
    void disconnectsInACallback(Environment env) throws InterruptedException {
        Party here = env.here();
        AtomicReference<@Nullable Endpoint> toEnd = new AtomicReference<>();
        AtomicInteger called = new AtomicInteger();
        NotificationObject notification =
                here.adapter()
                        .createNotificationObject(
                                dispatcher -> {
                                    called.incrementAndGet();
                                    @Nullable Endpoint endpoint = toEnd.getAndSet(null);
                                    if (endpoint != null) {
                                        endpoint.disconnect(DisconnectMode.ABRUPT);
                                    }
                                });
        EventDispatcher watched =
                here.adapter().createEventDispatcher(16, Set.of(EventStream.DTO), notification);
        Link model = here.link(LinkShape.PLAIN);
        Link link =
                new Link(
                        here,
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        watched,
                                        model.requests(),
                                        model.connections(),
                                        here.attributes(LinkShape.PLAIN)),
                        watched,
                        model.requests(),
                        model.connections());
        Pair pair = env.connect(here, env.there(), link, env.there().link(LinkShape.PLAIN));
        Guarded mine = here.memory(20, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(10, Party.LOCAL_RIGHTS, SEED);
        link.endpoint().receive(mine.slice(0, 10), 1);
        link.endpoint().receive(mine.slice(10, 10), 2);
        toEnd.set(link.endpoint());

        pair.far().mustSend(1, theirs.whole());

        link.connectionEvent().require(ConnectionEvent.Disconnected.class);
        assertThat(called.get()).isPositive();
        link.received().requireSuccess(1, OperationKind.RECEIVE, 10);
        assertThat(link.received().status()).isEqualTo(CompletionStatus.FLUSHED);
        pair.far().done();
        Expect.end(pair.far().connectionEvent());
    }

    // ---- a peer that dies

    @Tests(value = "DIS-10", needs = Capability.RDMA_READ)
    void givesUpOnALostPeer(Environment env) throws InterruptedException {
        Duration promised = env.attributes().livenessBound();
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(10, 10));
        Guarded sink = env.here().memory(8, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory source = env.there().memory(8, Party.ALL_RIGHTS, BLANK);
        pair.link().endpoint().receive(sink.slice(0, 4), 1);

        env.cutTheWay();

        pair.link().endpoint().read(sink.slice(4, 4), source.region(), 2);
        Event event =
                env.here()
                        .await(
                                pair.link().connections(),
                                promised.isZero()
                                        ? Bound.SILENCE.nanos()
                                        : promised.toNanos() + Bound.LOCAL.nanos());
        assertThat(event).as("the end of the connection").isNotNull();
        Seen.of(Objects.requireNonNull(event)).require(ConnectionEvent.Broken.class);
        assertThat(pair.link().done().status()).isNotEqualTo(CompletionStatus.SUCCESS);
        assertThat(pair.link().received().status()).isEqualTo(CompletionStatus.FLUSHED);
        sink.requireUntouched();
    }

    @Tests("DIS-12")
    void givesUpOnALostPeerThoughNothingIsOutstanding(Environment env) throws InterruptedException {
        Duration bound = Bound.EVENT.duration();
        Party here = env.here();
        EventDispatcher all =
                here.adapter().createEventDispatcher(8, EventStream.DTO, EventStream.CONNECTION);
        Endpoint endpoint =
                here.adapter().createEndpoint(here.zone(), all, all, all, keepAlive(here, bound));
        Link link = new Link(here, endpoint, all, all, all);
        env.connect(here, env.there(), link, env.there().link(LinkShape.PLAIN));

        env.cutTheWay();

        here.next(all, Bound.BROKEN).require(ConnectionEvent.Broken.class);
    }

    @Tests(value = "DIS-12", twin = true)
    void refusesAKeepAliveThatItDoesNotHave(Environment env) throws InterruptedException {
        Party here = env.here();
        Expect.refused(
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        null,
                                        null,
                                        null,
                                        keepAlive(here, Bound.EVENT.duration())),
                DatType.MODEL_NOT_SUPPORTED);
        env.connect().exchange(); // which does without
    }

    /** Attributes of an endpoint that looks after its peer twice within a bound. */
    private static EndpointAttributes keepAlive(Party here, Duration bound) {
        return here.attributes(LinkShape.PLAIN).toBuilder()
                .keepAlive(bound.dividedBy(2))
                .livenessBound(bound)
                .build();
    }

    @Tests("DIS-11")
    void noticesTheDeathOfThePeer(Environment env) throws InterruptedException {
        Peer victim = env.ownPeer();
        RemoteParty there = victim.open(env.peerAdapterName(), ProgressMode.AUTO);
        Pair idle =
                env.connect(
                        env.here(),
                        there,
                        env.here().link(LinkShape.PLAIN.withQueues(11, 11)),
                        there.link(LinkShape.PLAIN));
        Pair bystander = env.connect();

        victim.kill();

        Expect.end(idle.link());
        assertThat(idle.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        Expect.quiet(idle.link(), Link.Queue.CONNECTIONS);
        bystander.exchange();
    }
}
