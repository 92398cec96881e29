package org.jdapl.conformance.rules.wr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.Link;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seen;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group WR. */
final class WrTests {

    private static final int MIB = 1 << 20;
    private static final int[] SIZES = {1, 7, 4_096, 65_537, MIB};
    private static final int SEED = 13;
    private static final int BLANK = 14;
    private static final int UNKNOWN = 0x5555_0000;

    @Tests("WR-01")
    void changesExactlyItsTarget(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB + 8, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(MIB + 8, Party.ALL_RIGHTS, BLANK);
        RemoteRegion whole = theirs.region();
        int offset = 0;
        for (int size : SIZES) {
            RemoteRegion target = new RemoteRegion(whole.address() + offset, size, whole.key());

            pair.link().endpoint().write(mine.slice(3, size), target, size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_WRITE, size);
            pair.exchange(); // a message comes behind the write
            theirs.requireContents(offset, size, SEED, 3);
            theirs.requireOnlyChanged(offset, size);
            theirs.fill(BLANK);
            offset++;
        }
    }

    @Tests("WR-05")
    void failsWithAnUnknownKey(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, BLANK);
        RemoteRegion right = theirs.region();
        RemoteRegion wrong = new RemoteRegion(right.address(), 64, right.key() ^ UNKNOWN);

        pair.link().endpoint().write(mine.slice(0, 64), wrong, 1);

        Seen done = pair.link().done();
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(done.status(), true));
        theirs.requireUntouched();
        pair.link().endpoint().send(mine.slice(0, 1), 2);
        assertThat(pair.link().done().status()).isEqualTo(CompletionStatus.FLUSHED);
    }

    @Tests("WR-02")
    void writesNothingAnywhere(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, BLANK);
        RemoteRegion right = theirs.region();
        List<RemoteRegion> targets =
                List.of(
                        right.slice(0, 0),
                        right.slice(64, 0),
                        new RemoteRegion(0x1234, 0, UNKNOWN),
                        new RemoteRegion(-1, 0, right.key() ^ UNKNOWN));
        for (RemoteRegion target : targets) {
            pair.link().endpoint().write(mine.slice(5, 0), target, target.address());

            pair.link().done().requireSuccess(target.address(), OperationKind.RDMA_WRITE, 0);
        }
        pair.exchange();
        theirs.requireUntouched();
    }

    @Tests("WR-03")
    void showsItsDataWithALaterMessage(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(2_003, Party.ALL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(2_003, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < 20; i++) {
            mine.fill(SEED + i);
            pair.far().mustReceive(i, theirs.part(0, 0));
            pair.link().endpoint().write(mine.slice(0, 2_003), theirs.region(), i);
            pair.link().endpoint().send(mine.slice(0, 0), 100 + i);

            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 0);
            theirs.requireContents(0, 2_003, SEED + i, 0);
            pair.link().done().requireSuccess(i, OperationKind.RDMA_WRITE, 2_003);
            pair.link().done().requireSuccess(100 + i, OperationKind.SEND, 0);

            theirs.fill(BLANK + i);
            pair.link().endpoint().receive(mine.slice(0, 0), i);
            RemoteRegion back = mine.region().remoteRegion();
            assertThat(pair.far().write(i, back, theirs.whole())).isEqualTo(PostStatus.OK);
            pair.far().mustSend(100 + i, theirs.part(0, 0));

            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, 0);
            mine.requireContents(0, 2_003, BLANK + i, 0);
            pair.far().done().requireSuccess(i, OperationKind.RDMA_WRITE, 2_003);
            pair.far().done().requireSuccess(100 + i, OperationKind.SEND, 0);
        }
    }

    @Tests("WR-04")
    void gathersSegments(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        int limit = pair.link().endpoint().attributes().maxWriteSegments();
        Guarded mine = env.here().memory(20_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(20_000, Party.ALL_RIGHTS, BLANK);
        RemoteRegion target = theirs.region();
        for (int segments = 1; segments <= limit; segments++) {
            Work work = env.here().adapter().createWork(limit);
            int length = 0;
            for (int i = 0; i < segments; i++) {
                // The second of four is empty.
                int piece = segments == 4 && i == 1 ? 0 : 1_000 * (i + 1) + 1;
                work.addSegment(mine.region(), length, piece);
                length += piece;
            }
            work.write(target.address() + 3, target.key()).cookie(segments);

            assertThat(pair.link().endpoint().post(work)).isEqualTo(PostStatus.OK);

            pair.link().done().requireSuccess(segments, OperationKind.RDMA_WRITE, length);
            pair.exchange();
            theirs.requireContents(3, length, SEED, 0);
            theirs.requireOnlyChanged(3, length);
            theirs.fill(BLANK);
        }
    }

    @Tests("WR-06")
    void givesTheTargetNoEvent(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(55, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(55, Party.ALL_RIGHTS, BLANK);
        RemoteMemory inbox = env.there().memory(55, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, inbox.whole());

        pair.link().endpoint().write(mine.slice(0, 55), theirs.region(), 2);

        assertThat(pair.far().poll(Link.Queue.RECEIVES, Bound.QUIET)).isNull();
        assertThat(pair.far().poll(Link.Queue.REQUESTS, Bound.NOW)).isNull();
        assertThat(pair.far().poll(Link.Queue.CONNECTIONS, Bound.NOW)).isNull();
        pair.link().done().requireSuccess(2, OperationKind.RDMA_WRITE, 55);
        pair.link().endpoint().send(mine.slice(0, 5), 3);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 5);
        pair.link().done().requireSuccess(3, OperationKind.SEND, 5);
        inbox.requireOnlyChanged(0, 5);
        theirs.requireContents(0, 55, SEED, 0);
    }

    @Tests("WR-07")
    void keepsConnectionsApart(Environment env) throws InterruptedException {
        int writes = 20;
        int size = 4_099;
        List<Pair> pairs = List.of(env.connect(), env.connect());
        List<Guarded> sources = new ArrayList<>();
        List<RemoteMemory> targets = new ArrayList<>();
        for (int p = 0; p < pairs.size(); p++) {
            sources.add(env.here().memory((long) writes * size, Party.LOCAL_RIGHTS, SEED + p));
            targets.add(env.there().memory((long) writes * size, Party.ALL_RIGHTS, BLANK + 10));
        }
        for (int i = 0; i < writes; i++) {
            for (int p = 0; p < pairs.size(); p++) {
                pairs.get(p)
                        .link()
                        .endpoint()
                        .write(
                                sources.get(p).slice((long) i * size, size),
                                targets.get(p).region().slice((long) i * size, size),
                                i);
            }
        }
        for (int p = 0; p < pairs.size(); p++) {
            Link link = pairs.get(p).link();
            for (Seen done : Expect.inOrder(link, Link.Queue.REQUESTS, 0, writes)) {
                assertThat(done.status()).isEqualTo(CompletionStatus.SUCCESS);
            }
            pairs.get(p).exchange();
            targets.get(p).requireContents(0, (long) writes * size, SEED + p, 0);
        }
    }

    @Tests("WR-09")
    void failsWhereItsRangeWraps(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(1_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(1_000, Party.ALL_RIGHTS, BLANK);

        int status =
                pair.link()
                        .endpoint()
                        .postWrite(
                                mine.region(),
                                0,
                                1_000,
                                -500,
                                theirs.region().key(),
                                1,
                                CompletionFlags.DEFAULT);

        if (status == PostStatus.OK) {
            Seen done = pair.link().done();
            boolean ended = pair.link().poll(Link.Queue.CONNECTIONS, Bound.BROKEN) != null;
            env.requireAllowed(Outcome.of(done.status(), ended));
            Expect.end(pair.far().connectionEvent());
        } else {
            env.requireAllowed(Outcome.REFUSED);
            pair.exchange();
        }
        theirs.requireUntouched();
    }

    @Tests("WR-10")
    void reachesTheVeryEnd(Environment env) throws InterruptedException {
        int length = 70_000;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(length, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(length, Party.ALL_RIGHTS, BLANK);
        for (int size : new int[] {1, 777, length}) {
            pair.link()
                    .endpoint()
                    .write(mine.slice(0, size), theirs.region().slice(length - size, size), size);

            pair.link().done().requireSuccess(size, OperationKind.RDMA_WRITE, size);
            pair.exchange();
            theirs.requireContents(length - size, size, SEED, 0);
            theirs.requireOnlyChanged(length - size, size);
            theirs.fill(BLANK);
        }
    }

    @Tests("WR-11")
    void leavesTheLastOnesData(Environment env) throws InterruptedException {
        int writes = 20;
        int size = 1_009;
        Pair pair = env.connect();
        Guarded mine = env.here().memory((long) writes * size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(size, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < writes; i++) {
            long from = (long) i * size;
            pair.link().endpoint().write(mine.slice(from, size), theirs.region(), i);
        }
        for (Seen done : Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, writes)) {
            assertThat(done.status()).isEqualTo(CompletionStatus.SUCCESS);
        }
        pair.exchange();
        theirs.requireContents(0, size, SEED, (writes - 1L) * size);
    }

    @Tests("WR-12")
    void endsWhereTheTargetIsClosed(Environment env) throws InterruptedException {
        int writes = 12;
        int size = 100_000;
        Guarded mine = env.here().memory(size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(size, Party.ALL_RIGHTS, BLANK);
        for (int round = 0; round < 5; round++) {
            Pair pair = env.connect(LinkShape.PLAIN.withQueues(2, 21));
            for (int i = 0; i < writes; i++) {
                pair.link().endpoint().write(mine.slice(0, size), theirs.region(), i);
            }

            pair.far().close();

            boolean failed = false;
            for (Seen done : Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, writes)) {
                boolean succeeded = done.status() == CompletionStatus.SUCCESS;
                assertThat(failed && succeeded).as("success behind a failure").isFalse();
                failed = !succeeded;
            }
            Expect.end(pair.link());
        }
    }
}
