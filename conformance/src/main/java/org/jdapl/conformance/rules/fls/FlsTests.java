package org.jdapl.conformance.rules.fls;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointState;
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
import org.jdapl.conformance.kit.Pair;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Stalled;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;

/** Tests the rules of group FLS. */
final class FlsTests {

    private static final int RECEIVES = 16;

    /** First cookie of receives that the peer ends with nothing else outstanding. */
    static final long ALONE = 1000;

    /** First cookie of receives whose order counts. */
    static final long IN_ORDER = 2000;

    /** First cookie of reads that are outstanding when the peer disconnects. */
    static final long BY_PEER = 5000;

    static final int REQUESTS = 16;
    private static final int FULL = 200;
    private static final long FIRST = 99;
    private static final int LENGTH = 64;
    private static final int SEED = 1;
    private static final int BLANK = 2;
    private static final int ROUNDS = 10;
    private static final int POSTS_AFTER_THE_END = 20;

    // ---- the situations

    private static void postReceives(Pair pair, int count, long firstCookie) {
        Guarded memory = pair.here().memory(count, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < count; i++) {
            pair.link().endpoint().receive(memory.slice(i, 1), firstCookie + i);
        }
    }

    private static Pair endedWithReceives(Environment env, long firstCookie)
            throws InterruptedException {
        Pair pair = env.connect();
        postReceives(pair, RECEIVES, firstCookie);
        pair.far().disconnect(DisconnectMode.ABRUPT);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        return pair;
    }

    /** Ends the connection from here, while the peer still does nothing. */
    private static void end(Stalled stalled) throws InterruptedException {
        stalled.pair().link().endpoint().disconnect(DisconnectMode.ABRUPT);
        stalled.letGoAfterwards();
        Expect.end(stalled.pair().far().connectionEvent());
    }

    private static void requireFlushed(List<Seen> completions) {
        assertThat(completions)
                .allSatisfy(seen -> assertThat(seen.status()).isEqualTo(CompletionStatus.FLUSHED));
    }

    // ---- the rules

    @Tests("FLS-01")
    void flushesEveryRequestOnce(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        stalled.post(REQUESTS, 0, CompletionFlags.DEFAULT);
        end(stalled);
        requireRequestsEnded(stalled.pair());

        Stalled byPeer = Stalled.connect(env, LinkShape.PLAIN);
        byPeer.post(REQUESTS, BY_PEER, CompletionFlags.DEFAULT);
        byPeer.pair().far().disconnect(DisconnectMode.ABRUPT);
        byPeer.letGoAfterwards();
        Expect.end(byPeer.pair().far().connectionEvent());
        requireRequestsEnded(byPeer.pair());
    }

    /** Each of the requests has one completion, whatever it says. */
    private static void requireRequestsEnded(Pair pair) throws InterruptedException {
        Expect.end(pair.link());
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < REQUESTS; i++) {
            Seen done = pair.link().done();
            assertThat(seen.add(done.cookie())).as("first completion of %s", done).isTrue();
        }
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        assertThat(pair.here().adapter().census().outstandingRequests()).isZero();
    }

    @Tests("FLS-02")
    void flushesEveryReceiveOnce(Environment env) throws InterruptedException {
        Pair pair = endedWithReceives(env, ALONE);

        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < RECEIVES; i++) {
            Seen flushed = pair.link().received();
            assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
            assertThat(seen.add(flushed.cookie())).as("first completion of %s", flushed).isTrue();
        }
        Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        assertThat(env.here().adapter().census().outstandingReceives()).isZero();
    }

    @Tests("FLS-03")
    void callsItFlushed(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        postReceives(pair, RECEIVES, 0);
        stalled.post(REQUESTS, 0, CompletionFlags.DEFAULT);
        end(stalled);

        Expect.end(pair.link());
        requireFlushed(Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, RECEIVES));
        List<Seen> requests = Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, REQUESTS);
        assertThat(requests)
                .extracting(Seen::status)
                .doesNotContain(CompletionStatus.SUCCESS)
                .containsOnly(CompletionStatus.FLUSHED);
    }

    @Tests("FLS-04")
    void tellsTheFaultFirst(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded inbox = env.here().memory(4L * LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(2L * LENGTH, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < 4; i++) {
            pair.link().endpoint().receive(inbox.slice((long) i * LENGTH, LENGTH), i);
        }

        pair.far().mustSend(9, theirs.part(0, 2L * LENGTH));

        List<Seen> received = Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, 4);
        assertThat(received.getFirst().status())
                .isIn(
                        CompletionStatus.LOCAL_LENGTH,
                        CompletionStatus.LOCAL_ENDPOINT,
                        CompletionStatus.LOCAL_PROTECTION);
        requireFlushed(received.subList(1, 4));
        Expect.end(pair.link());
        assertThat(pair.far().done().cookie()).isEqualTo(9);
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("FLS-05")
    void flushesInTheOrderOfThePosts(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        postReceives(pair, RECEIVES, IN_ORDER);
        stalled.post(REQUESTS, 0, CompletionFlags.DEFAULT);
        end(stalled);

        Expect.end(pair.link());
        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, IN_ORDER, RECEIVES);
        Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, REQUESTS);
    }

    @Tests("FLS-06")
    void flushesWhatIsSuppressed(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        stalled.post(REQUESTS, 0, CompletionFlags.SUPPRESS);
        end(stalled);

        Expect.end(pair.link());
        requireFlushed(Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, REQUESTS));
    }

    @Tests("FLS-07")
    void flushesBeforeTheEnd(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN.withOneDispatcher());
        Pair pair = stalled.pair();
        postReceives(pair, RECEIVES, 0);
        stalled.post(REQUESTS, 0, CompletionFlags.DEFAULT);
        end(stalled);

        for (int i = 0; i < RECEIVES + REQUESTS; i++) {
            Seen seen = pair.link().done();
            assertThat(seen.isCompletion()).as("completion before %s", seen).isTrue();
        }
        Expect.end(pair.link());

        Pair apart = endedWithReceives(env, 0);
        assertThat(apart.link().receives().size()).isEqualTo(RECEIVES);
        Expect.inOrder(apart.link(), Link.Queue.RECEIVES, 0, RECEIVES);
    }

    @Tests("FLS-08")
    void flushesFullQueuesQuickly(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN.withQueues(FULL, FULL));
        Pair pair = stalled.pair();
        postReceives(pair, FULL, 0);
        stalled.post(FULL, 0, CompletionFlags.DEFAULT);
        long start = env.time().now();
        pair.link().endpoint().disconnect(DisconnectMode.ABRUPT);

        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, FULL);
        Expect.inOrder(pair.link(), Link.Queue.REQUESTS, 0, FULL);
        Expect.end(pair.link());
        assertThat(env.time().since(start)).isLessThan(Bound.LOCAL.nanos());
        stalled.letGoAfterwards();
        Expect.end(pair.far().connectionEvent());
    }

    @Tests("FLS-09")
    void leavesTheMemoryAlone(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded failed = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        Guarded flushed = env.here().memory(3L * LENGTH, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(2L * LENGTH, Party.LOCAL_RIGHTS, SEED);
        pair.link().endpoint().receive(failed.slice(0, LENGTH), 0);
        for (int i = 0; i < 3; i++) {
            pair.link().endpoint().receive(flushed.slice((long) i * LENGTH, LENGTH), 1 + i);
        }

        pair.far().mustSend(9, theirs.part(0, 2L * LENGTH));

        Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, 4);
        Expect.end(pair.link());
        pair.far().done();
        Expect.end(pair.far().connectionEvent());
        flushed.requireUntouched();
        failed.requireGuards();
    }

    @Tests("FLS-11")
    void losesNothingThatIsPostedMeanwhile(Environment env) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            Pair pair = env.connect(LinkShape.PLAIN.withQueues(FULL, FULL));
            Guarded memory = env.here().memory(1, Party.LOCAL_RIGHTS, SEED);
            Running<Integer> poster =
                    env.start(() -> postUntilTheEnd(env, pair.link().endpoint(), memory));
            pair.far().disconnect(DisconnectMode.ABRUPT);
            Expect.end(pair.link());
            Expect.end(pair.far().connectionEvent());

            int posted = Objects.requireNonNull(poster.result(Bound.EVENT));
            assertThat(posted).as("receives that were accepted").isPositive();
            Expect.inOrder(pair.link(), Link.Queue.RECEIVES, 0, posted);
            Expect.quiet(pair.link(), Link.Queue.RECEIVES);
        }
    }

    /** Posts receives until some were posted behind the end, or the queue is full. */
    private static int postUntilTheEnd(Environment env, Endpoint endpoint, Guarded memory)
            throws InterruptedException {
        int accepted = 0;
        int late = 0;
        while (late < POSTS_AFTER_THE_END) {
            boolean over = endpoint.state() == EndpointState.DISCONNECTED;
            int status = endpoint.postReceive(memory.region(), 0, 1, accepted);
            if (status == PostStatus.OK) {
                accepted++;
            } else {
                assertThat(status).isIn(PostStatus.QUEUE_FULL, PostStatus.INVALID_STATE);
            }
            late += over ? 1 : 0;
            env.time().sleep(20_000);
        }
        return accepted;
    }

    @Tests(value = "FLS-12", needs = Capability.RDMA_READ)
    void saysWhatWasFlushed(Environment env) throws InterruptedException {
        Stalled stalled = Stalled.connect(env, LinkShape.PLAIN);
        Pair pair = stalled.pair();
        Endpoint endpoint = pair.link().endpoint();
        Guarded mine = env.here().memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(LENGTH, Party.ALL_RIGHTS, BLANK);
        long address = theirs.region().address();
        long key = theirs.region().key();
        int fence = CompletionFlags.BARRIER_FENCE;
        endpoint.receive(mine.slice(0, 1), Long.MIN_VALUE);
        stalled.post(1, FIRST, CompletionFlags.DEFAULT);
        List<Integer> statuses =
                List.of(
                        endpoint.postRead(
                                mine.region(),
                                0,
                                1,
                                address,
                                key,
                                1L << 40,
                                CompletionFlags.DEFAULT),
                        endpoint.postWrite(mine.region(), 0, 1, address, key, -1, fence),
                        endpoint.postSend(mine.region(), 0, 1, Long.MAX_VALUE, fence));
        assertThat(statuses).containsOnly(PostStatus.OK);
        end(stalled);

        Expect.end(pair.link());
        List<String> told = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            told.add(tell(pair.link(), Link.Queue.REQUESTS));
        }
        told.add(tell(pair.link(), Link.Queue.RECEIVES));
        assertThat(told)
                .containsExactly(
                        text(stalled.kind(), FIRST),
                        text(OperationKind.RDMA_READ, 1L << 40),
                        text(OperationKind.RDMA_WRITE, -1),
                        text(OperationKind.SEND, Long.MAX_VALUE),
                        text(OperationKind.RECEIVE, Long.MIN_VALUE));
    }

    private static String tell(Link link, Link.Queue queue) throws InterruptedException {
        Event event = link.party().await(link.dispatcher(queue), Bound.EVENT);
        return event instanceof DtoCompletion done && done.endpoint().equals(link.endpoint())
                ? text(done.operation(), done.cookie())
                : String.valueOf(event);
    }

    private static String text(OperationKind operation, long cookie) {
        return operation + " " + cookie;
    }
}
