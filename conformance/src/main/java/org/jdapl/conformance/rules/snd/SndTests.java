package org.jdapl.conformance.rules.snd;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.InfinibandAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.TransportAttributes;
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
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteMemory.Part;

/** Tests the rules of group SND. */
final class SndTests {

    private static final int MIB = 1 << 20;
    private static final int[] SIZES = {0, 1, 1_447, 1_448, 1_449, 65_536, MIB};
    private static final int SEED = 11;
    private static final int BLANK = 12;
    private static final long UNKNOWN = 0x5555_0000L;

    /** InfiniBand's count that stands for no end (IBTA 9.7.5.2.8). */
    private static final TransportAttributes WITHOUT_END =
            TransportAttributes.NONE.with(InfinibandAttributes.RNR_RETRY_COUNT, 7);

    // ---- bytes

    @Tests("SND-01")
    void carriesMessagesOfEverySize(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(MIB + 64, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(MIB + 64, Party.LOCAL_RIGHTS, BLANK);
        for (int size : SIZES) {
            pair.far().mustReceive(size, theirs.part(7, MIB));

            pair.link().endpoint().send(mine.slice(3, size), size);

            pair.far().received().requireSuccess(size, OperationKind.RECEIVE, size);
            pair.link().done().requireSuccess(size, OperationKind.SEND, size);
            theirs.requireContents(7, size, SEED, 3);
            theirs.requireOnlyChanged(7, size);
            theirs.fill(BLANK);
        }
    }

    @Tests("SND-02")
    void takesOneReceiveForEachMessage(Environment env) throws InterruptedException {
        int rounds = 10;
        int each = 50;
        int place = 1_003;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(2L * each * place, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(2L * each * place, Party.LOCAL_RIGHTS, BLANK);
        long half = (long) each * place;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < each; i++) {
                long at = half + (long) i * place;
                pair.link().endpoint().receive(mine.slice(at, place), i);
                pair.far().mustReceive(i, theirs.part(at, place));
            }
            for (int i = 0; i < each; i++) {
                long at = (long) i * place;
                pair.far().mustSend(i, theirs.part(at, size(round, i, place)));
                pair.link().endpoint().send(mine.slice(at, size(round, i, place)), i);
            }
            for (int i = 0; i < each; i++) {
                int size = size(round, i, place);
                long from = (long) i * place;
                pair.link().received().requireSuccess(i, OperationKind.RECEIVE, size);
                pair.far().received().requireSuccess(i, OperationKind.RECEIVE, size);
                pair.link().done().requireSuccess(i, OperationKind.SEND, size);
                pair.far().done().requireSuccess(i, OperationKind.SEND, size);
                mine.requireContents(half + from, size, BLANK, from);
                theirs.requireContents(half + from, size, SEED, from);
            }
        }
    }

    /** Some size up to the maximum that depends on the message's place in the sequence. */
    private static int size(int round, int i, int most) {
        return (round * 7_919 + i * 104_729) % (most + 1);
    }

    @Tests("SND-03")
    void leavesTheRestOfAReceiveAlone(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(2_000, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(2_000, Party.LOCAL_RIGHTS, SEED);
        for (int size : new int[] {0, 1, 333, 999}) {
            pair.link().endpoint().receive(mine.slice(500, 1_000), size);

            pair.far().mustSend(size, theirs.part(0, size));

            pair.link().received().requireSuccess(size, OperationKind.RECEIVE, size);
            pair.far().done().requireSuccess(size, OperationKind.SEND, size);
            mine.requireContents(500, size, SEED, 0);
            mine.requireOnlyChanged(500, size);
            mine.fill(BLANK);
        }
    }

    @Tests("SND-04")
    void tellsTheLength(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(100, Party.LOCAL_RIGHTS, SEED);
        for (int size : new int[] {0, 1, 99}) {
            pair.link().endpoint().receive(mine.slice(0, 100), 1);
            pair.far().mustReceive(2, theirs.whole());

            pair.far().mustSend(3, theirs.part(0, size));
            pair.link().endpoint().send(mine.slice(0, size), 4);

            assertThat(pair.link().received().length()).isEqualTo(size);
            assertThat(pair.link().done().length()).isEqualTo(size);
            assertThat(pair.far().received().length()).isEqualTo(size);
            assertThat(pair.far().done().length()).isEqualTo(size);
        }
    }

    @Tests("SND-05")
    void keepsTheOrderOfBytesOverSegments(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        int limit = pair.link().endpoint().attributes().maxRequestSegments();
        Guarded mine = env.here().memory(20_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(20_000, Party.LOCAL_RIGHTS, BLANK);
        for (int out = 1; out <= limit; out++) {
            for (int in = 1; in <= limit; in++) {
                // Every second piece of three or more is empty.
                int[] pieces = pieces(out, 3_001);
                List<LocalSegment> from = new ArrayList<>();
                int length = 0;
                for (int piece : pieces) {
                    from.add(mine.slice(length, piece));
                    length += piece;
                }
                List<Part> to = new ArrayList<>();
                int filled = 200;
                for (int piece : pieces(in, 12_007)) {
                    to.add(theirs.part(filled, piece));
                    filled += piece;
                }
                pair.far().mustReceive(in, to.toArray(Part[]::new));

                pair.link().endpoint().send(from, out);

                pair.link().done().requireSuccess(out, OperationKind.SEND, length);
                pair.far().received().requireSuccess(in, OperationKind.RECEIVE, length);
                theirs.requireContents(200, length, SEED, 0);
                theirs.requireOnlyChanged(200, length);
                theirs.fill(BLANK);
            }
        }
    }

    private static int[] pieces(int count, int total) {
        int[] pieces = new int[count];
        int left = total;
        for (int i = 0; i < count - 1; i++) {
            pieces[i] = count > 2 && i % 2 == 1 ? 0 : left / 3;
            left -= pieces[i];
        }
        pieces[count - 1] = left;
        return pieces;
    }

    @Tests("SND-06")
    void givesTheMemoryOfASendBack(Environment env) throws InterruptedException {
        int messages = 8;
        int size = 60_000;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory((long) messages * size, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < messages; i++) {
            pair.far().mustReceive(i, theirs.part((long) i * size, size));
        }

        for (int i = 0; i < messages; i++) {
            mine.fill(100 + i);
            pair.link().endpoint().send(mine.slice(0, size), i);
            pair.link().done().requireSuccess(i, OperationKind.SEND, size);
        }
        mine.fill(BLANK);

        for (int i = 0; i < messages; i++) {
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, size);
            theirs.requireContents((long) i * size, size, 100 + i, 0);
        }
    }

    @Tests("SND-22")
    void showsTheWholeMessageToWhoReadsTheCompletion(Environment env) throws Exception {
        int messages = 30;
        int size = 7_013;
        Pair pair = env.connect();
        Guarded mine = env.here().memory((long) messages * size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory((long) messages * size, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < messages; i++) {
            pair.link().endpoint().receive(mine.slice((long) i * size, size), i);
        }
        Running<Boolean> receiver =
                env.start(
                        () -> {
                            for (int i = 0; i < messages; i++) {
                                Seen seen = pair.link().received();
                                seen.requireSuccess(i, OperationKind.RECEIVE, size);
                                mine.requireContents((long) i * size, size, SEED, (long) i * size);
                            }
                            return true;
                        });

        for (int i = 0; i < messages; i++) {
            pair.far().mustSend(i, theirs.part((long) i * size, size));
            pair.far().done().requireSuccess(i, OperationKind.SEND, size);
        }

        assertThat(receiver.result(Bound.EVENT)).isTrue();
    }

    // ---- completions

    @Tests("SND-07")
    void letsInlineMemoryGoAtOnce(Environment env) throws InterruptedException {
        int most = env.attributes().maxInlineBytes();
        Pair pair =
                connect(
                        env,
                        env.here().attributes(LinkShape.PLAIN).toBuilder().maxInlineBytes(most));
        Guarded mine = env.here().memory(most + 1L, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(most + 1L, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, theirs.whole());

        assertThat(postInline(pair, mine, most)).isEqualTo(PostStatus.OK);
        mine.fill(BLANK);

        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, most);
        theirs.requireContents(0, most, SEED, 0);
        pair.link().done().requireSuccess(1, OperationKind.SEND, most);
        assertThat(postInline(pair, mine, most + 1)).isEqualTo(PostStatus.LENGTH_ERROR);
    }

    @Tests(value = "SND-07", twin = true)
    void refusesInlineDataThatItDoesNotHave(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(1, Party.LOCAL_RIGHTS, SEED);

        assertThat(postInline(pair, mine, 1)).isEqualTo(PostStatus.NOT_SUPPORTED);

        pair.exchange();
    }

    private static int postInline(Pair pair, Guarded from, int length) {
        return pair.link().endpoint().postSend(from.region(), 0, length, 1, CompletionFlags.INLINE);
    }

    /** Connects an endpoint with these attributes to a plain one. */
    private static Pair connect(Environment env, EndpointAttributes.Builder attributes)
            throws InterruptedException {
        Party here = env.here();
        EventDispatcher receives = here.adapter().createEventDispatcher(8, EventStream.DTO);
        EventDispatcher requests = here.adapter().createEventDispatcher(8, EventStream.DTO);
        EventDispatcher connections =
                here.adapter().createEventDispatcher(8, EventStream.CONNECTION);
        Endpoint endpoint =
                here.adapter()
                        .createEndpoint(
                                here.zone(), receives, requests, connections, attributes.build());
        return env.connect(
                here,
                env.there(),
                new Link(here, endpoint, receives, requests, connections),
                env.there().link(LinkShape.PLAIN));
    }

    @Tests("SND-08")
    void keepsQuietOfSuppressedSends(Environment env) throws InterruptedException {
        int rounds = 5;
        int each = 20;
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(32, 16));
        Guarded mine = env.here().memory(16, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(16, Party.LOCAL_RIGHTS, BLANK);
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < each; i++) {
                pair.far().mustReceive(i, theirs.whole());
            }
            for (int i = 0; i < each - 1; i++) {
                postSuppressed(env, pair.link(), mine, i);
            }
            Expect.quiet(pair.link(), Link.Queue.REQUESTS);
            pair.link().endpoint().send(mine.slice(0, 16), each);
            pair.link().done().requireSuccess(each, OperationKind.SEND, 16);
            for (int i = 0; i < each; i++) {
                pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 16);
            }
        }
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
        assertThat(env.here().adapter().census().outstandingRequests()).isZero();
    }

    /** Waits for room, which comes without any completion that could be taken. */
    private static void postSuppressed(Environment env, Link link, Guarded mine, long cookie)
            throws InterruptedException {
        long start = env.time().now();
        while (true) {
            int status =
                    link.endpoint()
                            .postSend(mine.region(), 0, 16, cookie, CompletionFlags.SUPPRESS);
            if (status == PostStatus.OK) {
                return;
            }
            assertThat(status).isEqualTo(PostStatus.QUEUE_FULL);
            assertThat(link.poll(Link.Queue.REQUESTS, Bound.NOW)).isNull();
            assertThat(env.time().since(start)).as("no room").isLessThan(Bound.EVENT.nanos());
            env.time().sleep(1_000_000);
        }
    }

    @Tests(value = "SND-09", needs = Capability.RDMA_READ)
    void tellsOfSuppressedRequestsThatFail(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(64, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(64, Party.ALL_RIGHTS, SEED);
        RemoteRegion right = theirs.region();

        // A read, since the success of a send need not say anything.
        assertThat(
                        pair.link()
                                .endpoint()
                                .postRead(
                                        mine.region(),
                                        0,
                                        64,
                                        right.address(),
                                        right.key() ^ UNKNOWN,
                                        7,
                                        CompletionFlags.SUPPRESS))
                .isEqualTo(PostStatus.OK);

        Seen failed = pair.link().next(Link.Queue.REQUESTS, Bound.BROKEN);
        assertThat(failed.cookie()).isEqualTo(7);
        assertThat(failed.status()).isIn(CompletionStatus.REMOTE_ACCESS, CompletionStatus.FLUSHED);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 8, 8, CompletionFlags.SUPPRESS))
                .isEqualTo(PostStatus.OK);
        Seen flushed = pair.link().done();
        assertThat(flushed.cookie()).isEqualTo(8);
        assertThat(flushed.status()).isEqualTo(CompletionStatus.FLUSHED);
        mine.requireUntouched();
    }

    @Tests("SND-19")
    void givesEachCompletionItsOwnCookie(Environment env) throws InterruptedException {
        long[] cookies = {7_777, 7_777, -1, 0, 7_777, -1, Long.MIN_VALUE};
        Pair pair = env.connect();
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(100, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < cookies.length; i++) {
            pair.far().mustReceive(cookies[i], theirs.part(i * 10L, 10));
        }

        for (int i = 0; i < cookies.length; i++) {
            pair.link().endpoint().send(mine.slice(0, i), cookies[i]);
        }

        for (int i = 0; i < cookies.length; i++) {
            pair.link().done().requireSuccess(cookies[i], OperationKind.SEND, i);
            pair.far().received().requireSuccess(cookies[i], OperationKind.RECEIVE, i);
        }
    }

    @Tests("SND-20")
    void takesAnEmptyMessageWithoutSegments(Environment env) throws InterruptedException {
        Pair pair = env.connect();

        Expect.accepted(() -> pair.link().endpoint().receive(List.of(), 5));
        pair.far().mustSend(6);

        pair.link().received().requireSuccess(5, OperationKind.RECEIVE, 0);
        pair.far().done().requireSuccess(6, OperationKind.SEND, 0);
        pair.exchange();
    }

    // ---- messages that do not fit

    @Tests("SND-10")
    void failsAMessageThatDoesNotFit(Environment env) throws InterruptedException {
        Pair out = env.connect();
        Pair in = env.connect();
        Guarded mine = env.here().memory(5_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(5_000, Party.LOCAL_RIGHTS, BLANK);
        out.far().mustReceive(1, theirs.part(100, 2_000));
        in.link().endpoint().receive(mine.slice(100, 2_000), 1);

        out.link().endpoint().send(mine.slice(2_500, 2_001), 2);
        Seen theyReceived = out.far().received();
        Seen sent = out.link().done();
        Expect.end(out.link());
        Expect.end(out.far().connectionEvent());
        requireTooLong(env, theyReceived);
        assertThat(sent.cookie()).isEqualTo(2);
        env.requireAllowed(Outcome.of(sent.status(), true));
        theirs.requireOnlyChanged(100, 2_000);

        in.far().mustSend(2, theirs.part(2_500, 2_001));
        Seen received = in.link().received();
        Seen theySent = in.far().done();
        Expect.end(in.link());
        Expect.end(in.far().connectionEvent());
        requireTooLong(env, received);
        env.requireAllowed(Outcome.of(theySent.status(), true));
        mine.requireOnlyChanged(100, 2_000);
    }

    /** Drivers of devices have more than one code for this. */
    private static void requireTooLong(Environment env, Seen received) {
        assertThat(received.cookie()).isEqualTo(1);
        if (env.profile() == Profile.SOFT) {
            assertThat(received.status()).isEqualTo(CompletionStatus.LOCAL_LENGTH);
        } else {
            assertThat(received.status())
                    .isIn(
                            CompletionStatus.LOCAL_LENGTH,
                            CompletionStatus.LOCAL_ENDPOINT,
                            CompletionStatus.LOCAL_PROTECTION);
        }
    }

    @Tests("SND-11")
    void failsAMessageThatMeetsNoReceive(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Pair bystander = env.connect();
        Guarded mine = env.here().memory(77, Party.LOCAL_RIGHTS, SEED);

        pair.link().endpoint().send(mine.slice(0, 77), 1);

        Seen sent = pair.link().done();
        assertThat(sent.cookie()).isEqualTo(1);
        Expect.end(pair.link());
        Expect.end(pair.far().connectionEvent());
        env.requireAllowed(Outcome.of(sent.status(), true));
        bystander.exchange();
    }

    @Tests("SND-12")
    void waitsForALaterReceive(Environment env) throws InterruptedException {
        Pair pair =
                connect(
                        env,
                        env.here().attributes(LinkShape.PLAIN).toBuilder().transport(WITHOUT_END));
        Guarded mine = env.here().memory(8, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(8, Party.LOCAL_RIGHTS, BLANK);
        pair.link().endpoint().send(mine.slice(0, 8), 1);
        Expect.quiet(pair.link(), Link.Queue.CONNECTIONS);

        pair.far().mustReceive(1, theirs.whole());

        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 8);
        pair.link().done().requireSuccess(1, OperationKind.SEND, 8);
        theirs.requireContents(0, 8, SEED, 0);
    }

    @Tests(value = "SND-12", twin = true)
    void refusesRetriesThatItDoesNotHave(Environment env) throws InterruptedException {
        Party here = env.here();
        Expect.refused(
                () ->
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        null,
                                        null,
                                        null,
                                        here.attributes(LinkShape.PLAIN).toBuilder()
                                                .transport(WITHOUT_END)
                                                .build()),
                DatType.INVALID_PARAMETER);
        env.connect().exchange(); // which does without
    }

    @Tests("SND-13")
    void refusesAMessageAboveTheMaximum(Environment env) throws InterruptedException {
        Party here = env.here();
        Link model = here.link(LinkShape.PLAIN);
        EndpointAttributes attributes =
                here.attributes(LinkShape.PLAIN).toBuilder().maxMessageBytes(1_000).build();
        Link link =
                new Link(
                        here,
                        here.adapter()
                                .createEndpoint(
                                        here.zone(),
                                        model.receives(),
                                        model.requests(),
                                        model.connections(),
                                        attributes),
                        model.receives(),
                        model.requests(),
                        model.connections());
        Pair pair = env.connect(here, env.there(), link, env.there().link(LinkShape.PLAIN));
        Guarded mine = here.memory(2_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(2_000, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, theirs.whole());

        assertThat(link.endpoint().postSend(mine.region(), 0, 1_001, 1, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.LENGTH_ERROR);
        assertThat(link.endpoint().postSend(mine.region(), 0, 1_000, 2, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);

        link.done().requireSuccess(2, OperationKind.SEND, 1_000);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 1_000);
    }

    // ---- many messages

    @Tests("SND-14")
    void takesMessagesInTheOrderOfLateReceives(Environment env) throws InterruptedException {
        int window = 4;
        int messages = 40;
        int size = 41;
        Pair pair = env.connect();
        Guarded mine = env.here().memory((long) messages * size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory((long) messages * size, Party.LOCAL_RIGHTS, SEED);
        for (int i = 0; i < window; i++) {
            pair.link().endpoint().receive(mine.slice((long) i * size, size), i);
        }
        for (int i = 0; i < window; i++) {
            pair.far().mustSend(i, theirs.part((long) i * size, size));
        }
        for (int i = 0; i < messages; i++) {
            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, size);
            mine.requireContents((long) i * size, size, SEED, (long) i * size);
            int next = i + window;
            if (next < messages) {
                pair.link().endpoint().receive(mine.slice((long) next * size, size), next);
                pair.far().mustSend(next, theirs.part((long) next * size, size));
            }
            pair.far().done().requireSuccess(i, OperationKind.SEND, size);
        }
    }

    @Tests("SND-15")
    void takesAListUpToTheFirstRefusal(Environment env) throws InterruptedException {
        Pair pair = env.connect();
        Guarded mine = env.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(100, Party.LOCAL_RIGHTS, BLANK);
        int last = 4;
        for (int bad = 0; bad <= last; bad++) {
            WorkList list = env.here().adapter().createWorkList(last + 1);
            for (int i = 0; i <= last; i++) {
                list.add(
                        env.here()
                                .adapter()
                                .createWork(1)
                                .addSegment(mine.region(), i == bad ? 95 : i * 10L, 10)
                                .send()
                                .cookie(i));
            }
            for (int i = 0; i < bad; i++) {
                pair.far().mustReceive(i, theirs.part(i * 10L, 10));
            }

            assertThat(pair.link().endpoint().post(list)).isEqualTo(bad);

            assertThat(list.refusal()).isEqualTo(PostStatus.PROTECTION_VIOLATION);
            for (int i = 0; i < bad; i++) {
                pair.link().done().requireSuccess(i, OperationKind.SEND, 10);
                pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 10);
                theirs.requireContents(i * 10L, 10, SEED, i * 10L);
            }
        }
        Expect.quiet(pair.link(), Link.Queue.REQUESTS);
    }

    @Tests("SND-16")
    void keepsTrafficGoingOverTheSmallestQueues(Environment env) throws InterruptedException {
        int messages = 1_000;
        int size = 24;
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(1, 1));
        Guarded mine = env.here().memory(2L * size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(2L * size, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < messages; i++) {
            pair.link().endpoint().receive(mine.slice(size, size), i);
            pair.far().mustReceive(i, theirs.part(size, size));
            pair.far().mustSend(i, theirs.part(0, size));
            pair.link().endpoint().send(mine.slice(0, size), i);
            pair.link().done().requireSuccess(i, OperationKind.SEND, size);
            pair.far().done().requireSuccess(i, OperationKind.SEND, size);
            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, size);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, size);
        }
        mine.requireContents(size, size, BLANK, 0);
        theirs.requireContents(size, size, SEED, 0);
    }

    @Tests("SND-21")
    void sendsFromAndReceivesIntoOneRegion(Environment env) throws InterruptedException {
        int depth = 64;
        int size = 96;
        Pair pair = env.connect(LinkShape.PLAIN.withQueues(depth, depth));
        Guarded mine = env.here().memory(2L * depth * size, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(2L * depth * size, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < depth; i++) {
            pair.link().endpoint().receive(mine.slice((2L * i + 1) * size, size), i);
            pair.far().mustReceive(i, theirs.part((2L * i + 1) * size, size));
        }

        for (int i = 0; i < depth; i++) {
            pair.link().endpoint().send(mine.slice(2L * i * size, size), i);
            pair.far().mustSend(i, theirs.part(2L * i * size, size));
        }

        for (int i = 0; i < depth; i++) {
            long sent = 2L * i * size;
            pair.link().done().requireSuccess(i, OperationKind.SEND, size);
            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, size);
            pair.far().done().requireSuccess(i, OperationKind.SEND, size);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, size);
            mine.requireContents(sent, size, SEED, sent);
            mine.requireContents(sent + size, size, BLANK, sent);
            theirs.requireContents(sent, size, BLANK, sent);
            theirs.requireContents(sent + size, size, SEED, sent);
        }
    }

    // ---- flags

    @Tests(value = "SND-17", needs = Capability.RDMA_READ)
    void sendsBehindAFenceWhatAReadBrought(Environment env) throws InterruptedException {
        int size = 600_000;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(size, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = env.there().memory(size, Party.ALL_RIGHTS, SEED);
        RemoteMemory inbox = env.there().memory(size, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, inbox.whole());

        pair.link().endpoint().read(mine.slice(0, size), theirs.region(), 2);
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

    @Tests("SND-18")
    void changesNothingBySoliciting(Environment env) throws InterruptedException {
        int messages = 10;
        Pair pair = env.connect();
        Guarded mine = env.here().memory(messages * 50L, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(messages * 50L, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i < messages; i++) {
            pair.far().mustReceive(i, theirs.part(i * 50L, 50));
        }

        for (int i = 0; i < messages; i++) {
            int flags = i % 2 == 0 ? CompletionFlags.SOLICITED_WAIT : CompletionFlags.DEFAULT;
            assertThat(pair.link().endpoint().postSend(mine.region(), i * 50L, 30 + i, i, flags))
                    .isEqualTo(PostStatus.OK);
        }

        for (int i = 0; i < messages; i++) {
            pair.link().done().requireSuccess(i, OperationKind.SEND, 30 + i);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 30 + i);
            theirs.requireContents(i * 50L, 30 + i, SEED, i * 50L);
            theirs.requireContents(i * 50L + 30 + i, 20 - i, BLANK, i * 50L + 30 + i);
        }
    }
}
