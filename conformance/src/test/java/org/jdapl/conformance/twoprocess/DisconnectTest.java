package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DisconnectTest extends TwoProcessTest {

    private static final int SEED = 51;
    private static final int BLANK = 52;

    static Stream<Arguments> modesAndWays() {
        return Stream.of(ProgressMode.values())
                .flatMap(
                        mode ->
                                Stream.of(DisconnectMode.values())
                                        .map(way -> Arguments.of(mode, way)));
    }

    @ParameterizedTest
    @MethodSource("modesAndWays")
    void shouldTellEachSideExactlyOnceWhenThisSideDisconnects(ProgressMode mode, DisconnectMode way)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);

        pair.link().endpoint().disconnect(way);

        assertThat(
                        pair.link()
                                .connectionEvent()
                                .require(ConnectionEvent.Disconnected.class)
                                .byPeer())
                .isFalse();
        assertThat(
                        pair.far()
                                .connectionEvent()
                                .require(ConnectionEvent.Disconnected.class)
                                .byPeer())
                .isTrue();
        assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        assertThat(pair.far().state()).isEqualTo(EndpointState.DISCONNECTED);
        // Once more does nothing.
        pair.link().endpoint().disconnect(way);
        pair.far().disconnect(way);
        assertQuiet(pair.link(), Link.Queue.CONNECTIONS);
        assertThat(pair.far().poll(Link.Queue.CONNECTIONS, Bound.QUIET)).isNull();
    }

    @ParameterizedTest
    @MethodSource("modesAndWays")
    void shouldTellEachSideExactlyOnceWhenThePeerDisconnects(ProgressMode mode, DisconnectMode way)
            throws InterruptedException {
        Pair pair = connectBack(open(mode), openThere(mode), LinkShape.PLAIN);

        pair.far().disconnect(way);

        assertThat(
                        pair.link()
                                .connectionEvent()
                                .require(ConnectionEvent.Disconnected.class)
                                .byPeer())
                .isTrue();
        assertThat(
                        pair.far()
                                .connectionEvent()
                                .require(ConnectionEvent.Disconnected.class)
                                .byPeer())
                .isFalse();
        assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        assertQuiet(pair.link(), Link.Queue.CONNECTIONS);
        assertThat(pair.far().poll(Link.Queue.CONNECTIONS, Bound.QUIET)).isNull();
    }

    @ParameterizedTest
    @MethodSource("modesAndWays")
    void shouldEndCleanlyWhenBothSidesDisconnectAtOnce(ProgressMode mode, DisconnectMode way)
            throws InterruptedException {
        Party here = open(mode);
        var there = openThere(mode);
        for (int i = 0; i < 10; i++) {
            Pair pair = connect(here, there, LinkShape.PLAIN);

            Runnable theirs = pair.far().startToDisconnect(way);
            pair.link().endpoint().disconnect(way);
            theirs.run();

            pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
            pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
            assertThat(pair.link().state()).isEqualTo(EndpointState.DISCONNECTED);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldFinishWhatWasPostedBeforeAGracefulDisconnectAndTakeNothingMore(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withOneDispatcher());
        int sends = 20;
        int size = 40_000;
        Guarded mine = pair.here().memory(sends * (long) size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(sends * (long) size, Party.ALL_RIGHTS, BLANK);
        IntStream.range(0, sends)
                .forEach(i -> pair.far().mustReceive(i, theirs.part((long) i * size, size)));
        for (int i = 0; i < sends; i++) {
            pair.link().endpoint().send(mine.slice((long) i * size, size), i);
        }

        pair.link().endpoint().disconnect(DisconnectMode.GRACEFUL);
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 1, 99, CompletionFlags.DEFAULT))
                .isIn(
                        PostStatus.INVALID_STATE,
                        PostStatus.OK); // OK where the end came already: then it is flushed

        for (int i = 0; i < sends; i++) {
            pair.link().done().requireSuccess(i, OperationKind.SEND, size);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, size);
        }
        Seen next = pair.link().done();
        if (next.isCompletion()) {
            assertThat(next.status()).isEqualTo(CompletionStatus.FLUSHED);
            next = pair.link().done();
        }
        next.require(ConnectionEvent.Disconnected.class);
        pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        theirs.requireContents(0, theirs.length(), SEED, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldFinishReadsBeforeAGracefulDisconnect(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(800_000, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(800_000, Party.ALL_RIGHTS, SEED);
        for (int i = 0; i < 8; i++) {
            pair.link()
                    .endpoint()
                    .read(
                            mine.slice(i * 100_000L, 100_000),
                            theirs.region().slice(i * 100_000L, 100_000),
                            i);
        }

        pair.link().endpoint().disconnect(DisconnectMode.GRACEFUL);

        for (int i = 0; i < 8; i++) {
            pair.link().done().requireSuccess(i, OperationKind.RDMA_READ, 100_000);
        }
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        mine.requireContents(0, 800_000, SEED, 0);
    }

    @ParameterizedTest
    @MethodSource("modesAndWays")
    void shouldFlushReceivesInOrderBeforeTheTerminalEvent(ProgressMode mode, DisconnectMode way)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withOneDispatcher());
        Guarded mine = pair.here().memory(1000, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(1000, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < 10; i++) {
            pair.link().endpoint().receive(mine.slice(i * 100L, 100), i);
            pair.far().mustReceive(i, theirs.part(i * 100L, 100));
        }

        pair.link().endpoint().disconnect(way);

        for (int i = 0; i < 10; i++) {
            assertFlushed(pair.link().received(), i);
            assertFlushed(pair.far().received(), i);
        }
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        mine.requireUntouched();
        theirs.requireUntouched();
        assertThat(pair.here().adapter().census().outstandingReceives()).isZero();
    }

    private static void assertFlushed(Seen seen, long cookie) {
        assertThat(seen.status()).as(seen.toString()).isEqualTo(CompletionStatus.FLUSHED);
        assertThat(seen.cookie()).isEqualTo(cookie);
        assertThat(seen.operation()).isEqualTo(OperationKind.RECEIVE);
    }

    @ParameterizedTest
    @EnumSource(value = ProgressMode.class, names = "MANUAL")
    void shouldAccountForEveryRequestOnceInOrderWhenThisSideEndsAbruptly(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withOneDispatcher());
        Guarded mine = pair.here().memory(100_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100_000, Party.ALL_RIGHTS, BLANK);
        pair.there().freeze();
        for (int i = 0; i < 40; i++) {
            if (i % 2 == 0) {
                pair.link().endpoint().read(mine.slice(0, 1000), theirs.region().slice(0, 1000), i);
            } else {
                pair.link()
                        .endpoint()
                        .write(mine.slice(1000, 99_000), theirs.region().slice(1000, 99_000), i);
            }
        }

        long start = System.nanoTime();
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);
        assertThat(System.nanoTime() - start).isLessThan(Bound.LOCAL.nanos());

        boolean flushed = false;
        for (int i = 0; i < 40; i++) {
            Seen done = pair.link().done();
            assertThat(done.cookie()).isEqualTo(i);
            assertThat(done.status())
                    .as(done.toString())
                    .isIn(CompletionStatus.SUCCESS, CompletionStatus.FLUSHED);
            assertThat(done.operation())
                    .isEqualTo(i % 2 == 0 ? OperationKind.RDMA_READ : OperationKind.RDMA_WRITE);
            assertThat(flushed && done.status() == CompletionStatus.SUCCESS)
                    .as("success behind a flush")
                    .isFalse();
            flushed |= done.status() == CompletionStatus.FLUSHED;
        }
        assertThat(flushed).as("a frozen peer answers no read").isTrue();
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        mine.requireUntouched();
        pair.there().thaw();
        Faults.expectEnd(pair.far().connectionEvent());
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldFlushWhatIsPostedAfterTheEndBehindEverythingEarlier(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        pair.link().endpoint().receive(mine.slice(0, 10), 0);
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);

        pair.link().endpoint().receive(mine.slice(0, 10), 1);
        pair.link().endpoint().send(mine.slice(0, 10), 2);
        // Suppressed or not: what is flushed is told.
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 10, 3, CompletionFlags.SUPPRESS))
                .isEqualTo(PostStatus.OK);

        for (Seen seen : Faults.expectInOrder(pair.link(), Link.Queue.RECEIVES, 0, 2)) {
            assertThat(seen.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        for (Seen seen : Faults.expectInOrder(pair.link(), Link.Queue.REQUESTS, 2, 2)) {
            assertThat(seen.status()).isEqualTo(CompletionStatus.FLUSHED);
        }
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        Faults.expectEnd(pair.far().connectionEvent());
        mine.requireUntouched();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLeaveThisSidesMemoryAloneAfterTheEnd(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded target = pair.here().memory(200_000, Party.ALL_RIGHTS, BLANK);
        RemoteMemory source = pair.there().memory(200_000, Party.LOCAL_RIGHTS, SEED);
        pair.far().flood(target.region().remoteRegion(), source.whole());
        long start = System.nanoTime();
        while (target.mismatch(0, 8, SEED, 0) >= 0) {
            pair.here().progress();
            assertThat(System.nanoTime() - start)
                    .as("no write has come")
                    .isLessThan(Bound.EVENT.nanos());
        }

        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);

        target.fill(BLANK);
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        assertQuiet(pair.link(), Link.Queue.CONNECTIONS);
        target.requireUntouched();
        Faults.expectEnd(pair.far().connectionEvent());
        allowLeftovers(); // the completions of the peer's writes
    }

    @ParameterizedTest
    @MethodSource("modesAndWays")
    void shouldEndAnAttemptWithOneEventHereAndNoneThere(ProgressMode mode, DisconnectMode way)
            throws InterruptedException {
        Party here = open(mode);
        var there = openThere(mode);
        var listener = there.listen();
        Link link = here.link(LinkShape.PLAIN);
        link.endpoint().connect(listener.address(), PATIENTLY);
        var request = listener.request();

        link.endpoint().disconnect(way);

        assertThat(link.connectionEvent().require(ConnectionEvent.Disconnected.class).byPeer())
                .isFalse();
        assertThat(link.state()).isEqualTo(EndpointState.DISCONNECTED);
        request.close();
        assertQuiet(link, Link.Queue.CONNECTIONS);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldKeepWhatHadArrivedBeforeThePeerDisconnected(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withOneDispatcher());
        Guarded mine = pair.here().memory(100_000, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(100_000, Party.LOCAL_RIGHTS, SEED);
        pair.here().freeze();
        for (int i = 0; i < 10; i++) {
            pair.link().endpoint().receive(mine.slice(i * 10_000L, 10_000), i);
            pair.far().mustSend(i, theirs.part(i * 10_000L, 10_000));
        }
        for (int i = 0; i < 10; i++) {
            pair.far().done().requireSuccess(i, OperationKind.SEND, 10_000);
        }

        pair.far().disconnect(DisconnectMode.GRACEFUL);

        pair.here().thaw();
        for (int i = 0; i < 10; i++) {
            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, 10_000);
        }
        pair.link().connectionEvent().require(ConnectionEvent.Disconnected.class);
        pair.far().connectionEvent().require(ConnectionEvent.Disconnected.class);
        mine.requireContents(0, 100_000, SEED, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldEndConnectionsOfOneAdapterIndependently(ProgressMode mode)
            throws InterruptedException {
        Party here = open(mode);
        var there = openThere(mode);
        List<Pair> pairs =
                List.of(
                        connect(here, there, LinkShape.PLAIN),
                        connect(here, there, LinkShape.PLAIN),
                        connectBack(here, there, LinkShape.PLAIN));

        pairs.get(1).link().endpoint().disconnect(DisconnectMode.ABRUPT);

        Faults.expectEnd(pairs.get(1).link());
        Faults.expectEnd(pairs.get(1).far().connectionEvent());
        ConnectTest.exchange(pairs.get(0));
        ConnectTest.exchange(pairs.get(2));
    }
}
