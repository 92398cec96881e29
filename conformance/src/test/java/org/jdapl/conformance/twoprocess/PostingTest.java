package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EventBatch;
import org.jdapl.api.Work;
import org.jdapl.api.WorkList;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
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

class PostingTest extends TwoProcessTest {

    private static final int SEED = 41;
    private static final int BLANK = 42;

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGiveNoCompletionOfSuppressedSuccessesHoweverManyThereAre(ProgressMode mode)
            throws InterruptedException {
        // As many in a row as the C test programs do, on a queue that is hardly longer.
        int sends = 100;
        Pair pair = connect(mode, LinkShape.PLAIN.withQueues(110, 107));
        Guarded mine = pair.here().memory(sends * 10L, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(sends * 10L + 10, Party.LOCAL_RIGHTS, BLANK);
        for (int i = 0; i <= sends; i++) {
            pair.far().mustReceive(i, theirs.part(i * 10L, 10));
        }

        for (int i = 0; i < sends; i++) {
            assertThat(
                            pair.link()
                                    .endpoint()
                                    .postSend(
                                            mine.region(),
                                            i * 10L,
                                            10,
                                            i,
                                            CompletionFlags.SUPPRESS))
                    .as("send %s", i)
                    .isEqualTo(PostStatus.OK);
        }
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 1, sends, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);

        pair.link().done().requireSuccess(sends, OperationKind.SEND, 1);
        assertQuiet(pair.link(), Link.Queue.REQUESTS);
        for (int i = 0; i < sends; i++) {
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 10);
        }
        pair.far().received().requireSuccess(sends, OperationKind.RECEIVE, 1);
        theirs.requireContents(0, sends * 10L, SEED, 0);
        assertThat(pair.here().adapter().census().outstandingRequests()).isZero();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldKeepAStreamOfSuppressedSendsGoingOverManyTimesTheQueue(ProgressMode mode)
            throws InterruptedException {
        int rounds = 10;
        int each = 32;
        Pair pair = connect(mode, LinkShape.PLAIN.withQueues(40, 16));
        Guarded mine = pair.here().memory(16, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(16, Party.LOCAL_RIGHTS, BLANK);

        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < each; i++) {
                pair.far().mustReceive(i, theirs.whole());
            }
            for (int i = 0; i < each; i++) {
                postWhenThereIsRoom(pair, mine, i);
            }
            for (int i = 0; i < each; i++) {
                pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 16);
            }
        }

        assertQuiet(pair.link(), Link.Queue.REQUESTS);
    }

    private static void postWhenThereIsRoom(Pair pair, Guarded mine, long cookie)
            throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            int status =
                    pair.link()
                            .endpoint()
                            .postSend(mine.region(), 0, 16, cookie, CompletionFlags.SUPPRESS);
            if (status == PostStatus.OK) {
                return;
            }
            assertThat(status).isEqualTo(PostStatus.QUEUE_FULL);
            assertThat(pair.link().requests().dequeue())
                    .as("completion of a suppressed send")
                    .isNull();
            assertThat(System.nanoTime() - start).as("no room").isLessThan(Bound.EVENT.nanos());
            Thread.sleep(1);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldPostOnePreparedWorkAgainAndAgainPatchedInBetween(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(1000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(1000, Party.LOCAL_RIGHTS, BLANK);
        Work work =
                pair.here()
                        .adapter()
                        .createWork(2)
                        .addSegment(mine.region(), 0, 1)
                        .addSegment(mine.region(), 1, 1)
                        .send();
        for (int i = 0; i < 10; i++) {
            pair.far().mustReceive(i, theirs.part(i * 100L, 100));
        }

        for (int i = 0; i < 10; i++) {
            work.setSegment(0, mine.region(), i * 100L, 40)
                    .setSegment(1, mine.region(), i * 100L + 40, i)
                    .cookie(i);
            assertThat(pair.link().endpoint().post(work)).isEqualTo(PostStatus.OK);
        }

        for (int i = 0; i < 10; i++) {
            pair.link().done().requireSuccess(i, OperationKind.SEND, 40 + i);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 40 + i);
            theirs.requireContents(i * 100L, 40 + i, SEED, i * 100L);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldPostAListAsFarAsItIsAcceptedAndSayWhyNotFurther(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withQueues(16, 16));
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(160, Party.LOCAL_RIGHTS, BLANK);
        IntStream.range(0, 3).forEach(i -> pair.far().mustReceive(i, theirs.part(i * 10L, 10)));
        WorkList list = pair.here().adapter().createWorkList(4);
        for (int i = 0; i < 4; i++) {
            // The fourth leaves its region.
            list.add(
                    pair.here()
                            .adapter()
                            .createWork(1)
                            .addSegment(mine.region(), i == 3 ? 95 : i * 10L, 10)
                            .send()
                            .cookie(i));
        }

        int accepted = pair.link().endpoint().post(list);

        assertThat(accepted).isEqualTo(3);
        assertThat(list.refusal()).isEqualTo(PostStatus.PROTECTION_VIOLATION);
        for (int i = 0; i < 3; i++) {
            pair.link().done().requireSuccess(i, OperationKind.SEND, 10);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 10);
        }
        theirs.requireContents(0, 30, SEED, 0);
        assertQuiet(pair.link(), Link.Queue.REQUESTS);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldPostListsOfReceivesThatTakeMessagesInOrder(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, BLANK);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, SEED);
        WorkList list = pair.here().adapter().createWorkList(5);
        for (int i = 0; i < 5; i++) {
            list.add(
                    pair.here()
                            .adapter()
                            .createWork(1)
                            .addSegment(mine.region(), i * 20L, 20)
                            .receive()
                            .cookie(i));
        }
        assertThat(pair.link().endpoint().post(list)).isEqualTo(5);

        IntStream.range(0, 5).forEach(i -> pair.far().mustSend(i, theirs.part(i * 20L, 20)));

        for (int i = 0; i < 5; i++) {
            pair.link().received().requireSuccess(i, OperationKind.RECEIVE, 20);
            pair.far().done().requireSuccess(i, OperationKind.SEND, 20);
        }
        mine.requireContents(0, 100, SEED, 0);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldGiveTheSameOutcomesInTheHotAndTheClearStyle(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        Guarded readOnly = pair.here().memory(100, java.util.Set.of(), SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.ALL_RIGHTS, BLANK);
        pair.far().mustReceive(1, theirs.whole());
        pair.far().mustReceive(2, theirs.whole());

        assertThat(pair.link().endpoint().postReceive(readOnly.region(), 0, 10, 1))
                .isEqualTo(PostStatus.PRIVILEGES_VIOLATION);
        assertRefused(
                () -> pair.link().endpoint().receive(readOnly.slice(0, 10), 1),
                DatType.PRIVILEGES_VIOLATION);
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 99, 2, 1, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.PROTECTION_VIOLATION);
        assertRefused(() -> mine.slice(99, 2), DatType.INVALID_PARAMETER);
        assertThat(pair.link().endpoint().postSend(mine.region(), 0, 10, 3, 0x100))
                .isEqualTo(PostStatus.INVALID_ARGUMENT);
        assertRefused(
                () ->
                        pair.link()
                                .endpoint()
                                .write(mine.slice(0, 50), theirs.region().slice(0, 49), 1),
                DatType.LENGTH_ERROR);
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 10, 3, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);
        pair.link().endpoint().send(mine.slice(0, 10), 4);

        EventBatch batch = pair.here().adapter().createEventBatch(8);
        List<Long> cookies = new ArrayList<>();
        while (cookies.size() < 2) {
            int n = pair.link().requests().await(batch, Bound.EVENT.nanos());
            assertThat(n).as("completions within the bound").isPositive();
            for (int i = 0; i < n; i++) {
                assertThat(batch.isCompletion(i)).isTrue();
                assertThat(batch.status(i)).isEqualTo(CompletionStatus.SUCCESS);
                assertThat(batch.length(i)).isEqualTo(10);
                assertThat(batch.operation(i)).isEqualTo(OperationKind.SEND);
                assertThat(batch.endpoint(i)).isSameAs(pair.link().endpoint());
                assertThat(((DtoCompletion) batch.event(i)).cookie()).isEqualTo(batch.cookie(i));
                cookies.add(batch.cookie(i));
            }
        }
        assertThat(cookies).containsExactly(3L, 4L);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 10);
        pair.far().received().requireSuccess(2, OperationKind.RECEIVE, 10);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldCompleteRequestsOfEveryKindInTheOrderOfPosting(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(40_000, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(40_000, Party.ALL_RIGHTS, BLANK);
        for (int i = 0; i < 10; i++) {
            pair.far().mustReceive(i, theirs.part(i * 100L, 100));
        }

        for (int i = 0; i < 30; i++) {
            switch (i % 3) {
                case 0 ->
                        pair.link()
                                .endpoint()
                                .read(
                                        mine.slice(20_000, 20_000),
                                        theirs.region().slice(20_000, 20_000),
                                        i);
                case 1 ->
                        pair.link()
                                .endpoint()
                                .write(mine.slice(0, 5000), theirs.region().slice(5000, 5000), i);
                default -> pair.link().endpoint().send(mine.slice(0, 50), i);
            }
        }

        Faults.expectInOrder(pair.link(), Link.Queue.REQUESTS, 0, 30)
                .forEach(done -> assertThat(done.status()).isEqualTo(CompletionStatus.SUCCESS));
        for (int i = 0; i < 10; i++) {
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, 50);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseThePostBeyondTheQueueAndTakeItAfterACompletionWasTaken(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withQueues(4, 4));
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        int depth = pair.link().endpoint().attributes().maxReceives();
        for (int i = 0; i < depth; i++) {
            pair.link().endpoint().receive(mine.slice(0, 10), i);
        }

        assertThat(pair.link().endpoint().postReceive(mine.region(), 0, 10, 99))
                .isEqualTo(PostStatus.QUEUE_FULL);

        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustSend(1, theirs.part(0, 3));
        pair.link().received().requireSuccess(0, OperationKind.RECEIVE, 3);
        assertThat(pair.link().endpoint().postReceive(mine.region(), 0, 10, 99))
                .isEqualTo(PostStatus.OK);
        pair.far().done().requireSuccess(1, OperationKind.SEND, 3);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldQueueUnsignalledCompletionsWithTheOthers(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN.withUnsignalled());
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, BLANK);
        IntStream.range(0, 3).forEach(i -> pair.far().mustReceive(i, theirs.part(i * 10L, 10)));

        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 1, 0, CompletionFlags.UNSIGNALLED))
                .isEqualTo(PostStatus.OK);
        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 2, 1, CompletionFlags.UNSIGNALLED))
                .isEqualTo(PostStatus.OK);
        assertThat(pair.link().endpoint().postSend(mine.region(), 0, 3, 2, CompletionFlags.DEFAULT))
                .isEqualTo(PostStatus.OK);

        for (int i = 0; i < 3; i++) {
            pair.link().done().requireSuccess(i, OperationKind.SEND, i + 1);
            pair.far().received().requireSuccess(i, OperationKind.RECEIVE, i + 1);
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldCarryTheSolicitedFlagWithoutChangingTheMessage(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, BLANK);
        pair.far().mustReceive(1, theirs.whole());

        assertThat(
                        pair.link()
                                .endpoint()
                                .postSend(mine.region(), 0, 77, 2, CompletionFlags.SOLICITED_WAIT))
                .isEqualTo(PostStatus.OK);

        pair.link().done().requireSuccess(2, OperationKind.SEND, 77);
        pair.far().received().requireSuccess(1, OperationKind.RECEIVE, 77);
        theirs.requireContents(0, 77, SEED, 0);
        theirs.requireOnlyChanged(0, 77);
    }
}
