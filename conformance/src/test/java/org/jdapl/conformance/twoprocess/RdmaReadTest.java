package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RdmaReadTest extends TwoProcessTest {

    private static final int SEED = 31;
    private static final int BLANK = 32;
    private static final int MIB = 1 << 20;

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldFillExactlyTheSinkAtEveryAlignmentAndLength(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(64, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(64, Party.ALL_RIGHTS, SEED);
        for (int to = 0; to < 8; to++) {
            for (int from = 0; from < 8; from++) {
                int length = 1 + (to * 5 + from * 3) % 24;
                pair.link()
                        .endpoint()
                        .read(mine.slice(to, length), theirs.region().slice(from, length), to);
                pair.link().done().requireSuccess(to, OperationKind.RDMA_READ, length);
                mine.requireContents(to, length, SEED, from);
                mine.requireOnlyChanged(to, length);
                mine.fill(BLANK);
            }
        }
        theirs.requireUntouched();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldReadUpToTheVeryEndForEverySize(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(MIB + 16, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(MIB, Party.ALL_RIGHTS, SEED);
        for (int length : List.of(0, 1, 3, 1_441, 1_442, 65_483, 65_536, 300_001, MIB)) {
            long offset = (long) MIB - length;
            pair.link()
                    .endpoint()
                    .read(mine.slice(5, length), theirs.region().slice(offset, length), length);
            pair.link().done().requireSuccess(length, OperationKind.RDMA_READ, length);
            mine.requireContents(5, length, SEED, offset);
            mine.requireOnlyChanged(5, length);
            mine.fill(BLANK);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldQueueMoreReadsThanTheAgreedDepthAndFinishThemInOrder(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withReads(2, 2));
        int reads = 40;
        Guarded mine = pair.here().memory(reads * 5000L, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(reads * 5000L, Party.ALL_RIGHTS, SEED);

        for (int i = 0; i < reads; i++) {
            pair.link()
                    .endpoint()
                    .read(mine.slice(i * 5000L, 5000), theirs.region().slice(i * 5000L, 5000), i);
        }

        for (int i = 0; i < reads; i++) {
            pair.link().done().requireSuccess(i, OperationKind.RDMA_READ, 5000);
            mine.requireContents(i * 5000L, 5000, SEED, i * 5000L);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldAgreeOnReadDepthsThatFitBothSides(ProgressMode mode) throws InterruptedException {
        Party here = open(mode);
        var there = openThere(mode);
        Pair pair =
                connect(
                        here,
                        there,
                        here.link(LinkShape.PLAIN.withReads(3, 8)),
                        there.link(LinkShape.PLAIN.withReads(5, 2)));

        var connection = pair.link().endpoint().connection().orElseThrow();
        var far = pair.far().connection();

        assertThat(connection.readsOut()).isBetween(1, 5);
        assertThat(connection.readsIn()).isBetween(1, 3);
        assertThat(Integer.parseInt(far.get("readsOut"))).isBetween(1, 2);
        assertThat(connection.readsOut()).isLessThanOrEqualTo(Integer.parseInt(far.get("readsIn")));
        assertThat(Integer.parseInt(far.get("readsOut"))).isLessThanOrEqualTo(connection.readsIn());
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseReadsAtDepthZeroAtOnceAndCarryEverythingElse(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withReads(0, 0));
        Guarded mine = pair.here().memory(64, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(64, Party.ALL_RIGHTS, SEED);
        RemoteRegion from = theirs.region();
        assertThat(pair.link().endpoint().connection().orElseThrow().readsOut()).isZero();

        assertThat(
                        pair.link()
                                .endpoint()
                                .postRead(
                                        mine.region(),
                                        0,
                                        64,
                                        from.address(),
                                        from.key(),
                                        1,
                                        CompletionFlags.DEFAULT))
                .isNotEqualTo(PostStatus.OK);

        mine.requireUntouched();
        pair.far().mustReceive(2, theirs.whole());
        pair.link().endpoint().send(mine.slice(0, 8), 3);
        pair.link().done().requireSuccess(3, OperationKind.SEND, 8);
        pair.far().received().requireSuccess(2, OperationKind.RECEIVE, 8);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldStartAFencedSendOnlyWhenEarlierReadsHaveFinished(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        int size = 600_000;
        Guarded mine = pair.here().memory(size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(size, Party.ALL_RIGHTS, SEED);
        RemoteMemory inbox = pair.there().memory(size, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, inbox.whole());
        RemoteRegion from = theirs.region();

        // What the send carries is what the read brings: without the fence it would carry the old
        // bytes.
        assertThat(
                        pair.link()
                                .endpoint()
                                .postRead(
                                        mine.region(),
                                        0,
                                        size,
                                        from.address(),
                                        from.key(),
                                        2,
                                        CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, size, 3, CompletionFlags.BARRIER_FENCE))
                .isEqualTo(PostStatus.OK);

        pair.link().done().requireSuccess(2, OperationKind.RDMA_READ, size);
        pair.link().done().requireSuccess(3, OperationKind.SEND, size);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, size);
        inbox.requireContents(0, size, SEED, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldReadInBothDirectionsAtFullDepth(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        int reads = 12;
        int size = 30_000;
        Guarded source = pair.here().memory(reads * (long) size, Party.ALL_RIGHTS, SEED);
        Guarded sink = pair.here().memory(reads * (long) size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(reads * (long) size, Party.ALL_RIGHTS, SEED + 1);
        RemoteMemory theirSink =
                pair.there().memory(reads * (long) size, Party.LOCAL_RIGHTS, BLANK);

        for (int i = 0; i < reads; i++) {
            long at = (long) i * size;
            assertThat(
                            pair.far()
                                    .read(
                                            i,
                                            source.region().remoteRegion(at, size),
                                            theirSink.part(at, size)))
                    .isEqualTo(PostStatus.OK);
            pair.link().endpoint().read(sink.slice(at, size), theirs.region().slice(at, size), i);
        }

        for (int i = 0; i < reads; i++) {
            pair.link().done().requireSuccess(i, OperationKind.RDMA_READ, size);
            pair.far().done().requireSuccess(i, OperationKind.RDMA_READ, size);
        }
        sink.requireContents(0, sink.length(), SEED + 1, 0);
        theirSink.requireContents(0, theirSink.length(), SEED, 0);
    }

    @ParameterizedTest
    @EnumSource(value = ProgressMode.class, names = "MANUAL")
    void shouldServeAReadOnlyWhenATargetWithoutAThreadMakesProgress(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(64, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(64, Party.ALL_RIGHTS, SEED);
        pair.there().freeze();
        pair.link().endpoint().read(mine.slice(0, 64), theirs.region(), 1);

        assertThat(pair.link().poll(Link.Queue.REQUESTS, Bound.QUIET))
                .as("completion of a frozen target")
                .isNull();
        mine.requireUntouched();

        pair.there().thaw();
        pair.link().done().requireSuccess(1, OperationKind.RDMA_READ, 64);
        mine.requireContents(0, 64, SEED, 0);
    }
}
