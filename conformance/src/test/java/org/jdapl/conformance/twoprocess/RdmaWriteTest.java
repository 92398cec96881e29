package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pattern;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.peer.RemoteMemory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RdmaWriteTest extends TwoProcessTest {

    private static final int SEED = 21;
    private static final int BLANK = 22;
    private static final int MIB = 1 << 20;

    /** Has everything that was written before be there: a message behind it has arrived. */
    private static void barrier(Pair pair, Guarded mine, RemoteMemory inbox)
            throws InterruptedException {
        pair.far().mustReceive(900, inbox.whole());
        pair.link().endpoint().send(mine.slice(0, 0), 901);
        pair.far().received().requireSuccess(900, OperationKind.RECEIVE, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldChangeExactlyTheTargetRangeAtEveryAlignmentAndLength(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(64, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = pair.there().memory(8, Party.LOCAL_RIGHTS, BLANK);
        for (int to = 0; to < 8; to++) {
            for (int from = 0; from < 8; from += 3) {
                int length = 1 + (to * 5 + from * 3) % 24;
                pair.link()
                        .endpoint()
                        .write(mine.slice(from, length), theirs.region().slice(to, length), 1);
                pair.link().done().requireSuccess(1, OperationKind.RDMA_WRITE, length);
                barrier(pair, mine, inbox);
                pair.link().done().requireSuccess(901, OperationKind.SEND, 0);
                theirs.requireContents(to, length, SEED, from);
                theirs.requireOnlyChanged(to, length);
                theirs.fill(BLANK);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldWriteUpToTheVeryEndAndNothingElseForEverySize(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(MIB, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(MIB, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = pair.there().memory(8, Party.LOCAL_RIGHTS, BLANK);
        for (int length : List.of(1, 2, 1_441, 1_442, 65_483, 65_536, 300_001, MIB)) {
            long offset = (long) MIB - length;
            pair.link()
                    .endpoint()
                    .write(mine.slice(0, length), theirs.region().slice(offset, length), length);
            pair.link().done().requireSuccess(length, OperationKind.RDMA_WRITE, length);
            barrier(pair, mine, inbox);
            pair.link().done().requireSuccess(901, OperationKind.SEND, 0);
            theirs.requireContents(offset, length, SEED, 0);
            theirs.requireOnlyChanged(offset, length);
            theirs.fill(BLANK);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldCheckNeitherKeyNorAddressOfAnEmptyWrite(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(64, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = pair.there().memory(8, Party.LOCAL_RIGHTS, BLANK);

        pair.link().endpoint().write(mine.slice(5, 0), new RemoteRegion(0x1234, 0, 0x77), 1);
        pair.link().endpoint().write(mine.slice(64, 0), new RemoteRegion(-1, 0, 0), 2);

        pair.link().done().requireSuccess(1, OperationKind.RDMA_WRITE, 0);
        pair.link().done().requireSuccess(2, OperationKind.RDMA_WRITE, 0);
        barrier(pair, mine, inbox);
        pair.link().done().requireSuccess(901, OperationKind.SEND, 0);
        theirs.requireUntouched();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGatherSegmentsIntoOneContiguousRange(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded one = pair.here().memory(70_000, Party.LOCAL_RIGHTS, SEED);
        LocalMemoryRegion two = pair.here().allocate(100, Party.LOCAL_RIGHTS);
        Pattern.fill(two.segment(), SEED, 66_001);
        RemoteMemory theirs = pair.there().memory(80_000, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = pair.there().memory(8, Party.LOCAL_RIGHTS, BLANK);
        RemoteRegion to = theirs.region().slice(3, 66_051);

        int status =
                pair.link()
                        .endpoint()
                        .post(
                                pair.here()
                                        .adapter()
                                        .createWork(4)
                                        .addSegment(one.region(), 0, 1)
                                        .addSegment(one.region(), 1, 0)
                                        .addSegment(one.region(), 1, 66_000)
                                        .addSegment(two, 0, 50)
                                        .write(to.address(), to.key())
                                        .cookie(4));

        assertThat(status).isEqualTo(PostStatus.OK);
        pair.link().done().requireSuccess(4, OperationKind.RDMA_WRITE, 66_051);
        barrier(pair, one, inbox);
        pair.link().done().requireSuccess(901, OperationKind.SEND, 0);
        theirs.requireContents(3, 66_051, SEED, 0);
        theirs.requireOnlyChanged(3, 66_051);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLeaveTheLastOfOverlappingWritesAndGiveThePeerNoEvent(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(20 * 1000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(1000, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = pair.there().memory(8, Party.LOCAL_RIGHTS, BLANK);

        for (int i = 0; i < 20; i++) {
            pair.link().endpoint().write(mine.slice(i * 1000L, 1000), theirs.region(), i);
        }

        Faults.expectInOrder(pair.link(), Link.Queue.REQUESTS, 0, 20)
                .forEach(
                        done -> done.requireSuccess(done.cookie(), OperationKind.RDMA_WRITE, 1000));
        assertThat(pair.far().poll(Link.Queue.RECEIVES, org.jdapl.conformance.base.Bound.QUIET))
                .as("event of the target")
                .isNull();
        barrier(pair, mine, inbox);
        pair.link().done().requireSuccess(901, OperationKind.SEND, 0);
        theirs.requireContents(0, 1000, SEED, 19_000);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldCarryWritesInBothDirectionsAtOnce(ProgressMode mode) throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        int size = 200_000;
        Guarded mine = pair.here().memory(size, Party.ALL_RIGHTS, SEED);
        Guarded inbox = pair.here().memory(size, Party.ALL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(size, Party.ALL_RIGHTS, SEED + 1);
        RemoteMemory theirInbox = pair.there().memory(size, Party.ALL_RIGHTS, BLANK);

        for (int i = 0; i < 8; i++) {
            int part = size / 8;
            assertThat(
                            pair.link()
                                    .endpoint()
                                    .postWrite(
                                            mine.region(),
                                            (long) i * part,
                                            part,
                                            theirInbox.region().address() + (long) i * part,
                                            theirInbox.region().key(),
                                            i,
                                            CompletionFlags.DEFAULT))
                    .isEqualTo(PostStatus.OK);
            assertThat(
                            pair.far()
                                    .write(
                                            i,
                                            inbox.region().remoteRegion((long) i * part, part),
                                            theirs.part((long) i * part, part)))
                    .isEqualTo(PostStatus.OK);
        }

        Faults.expectInOrder(pair.link(), Link.Queue.REQUESTS, 0, 8);
        for (int i = 0; i < 8; i++) {
            pair.far().done().requireSuccess(i, OperationKind.RDMA_WRITE, size / 8);
        }
        pair.far().mustReceive(50, theirs.part(0, 0));
        pair.link().endpoint().receive(mine.slice(0, 0), 51);
        pair.link().endpoint().send(mine.slice(0, 0), 52);
        pair.far().mustSend(53, theirs.part(0, 0));
        pair.far().received().requireSuccess(50, OperationKind.RECEIVE, 0);
        pair.link().received().requireSuccess(51, OperationKind.RECEIVE, 0);
        pair.link().done().requireSuccess(52, OperationKind.SEND, 0);
        pair.far().done().requireSuccess(53, OperationKind.SEND, 0);
        inbox.requireContents(0, size, SEED + 1, 0);
        theirInbox.requireContents(0, size, SEED, 0);
    }
}
