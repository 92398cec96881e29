package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
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
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WaitingTest extends TwoProcessTest {

    private static final int SEED = 91;

    private static <T> T result(FutureTask<T> task) {
        try {
            return task.get(Bound.EVENT.nanos(), TimeUnit.NANOSECONDS);
        } catch (java.util.concurrent.ExecutionException e) {
            throw new AssertionError(e.getCause());
        } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitWaiter(Thread thread) throws InterruptedException {
        long start = System.nanoTime();
        while (thread.getState() != Thread.State.WAITING
                && thread.getState() != Thread.State.TIMED_WAITING
                && System.nanoTime() - start < Bound.QUIET.nanos()) {
            Thread.sleep(1); // one that waits inside the system is runnable for Java
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldEndAnInterruptedWaitAtOnceAndLoseNoEvent(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, 1);
        pair.link().endpoint().receive(mine.slice(0, 100), 1);
        FutureTask<Long> waiting =
                new FutureTask<>(
                        () -> {
                            try {
                                Event event = pair.link().receives().await(EventDispatcher.FOREVER);
                                throw new AssertionError("no interrupt but " + event);
                            } catch (InterruptedException _) {
                                return System.nanoTime();
                            }
                        });
        Thread thread = Thread.ofPlatform().start(waiting);
        awaitWaiter(thread);

        long interrupted = System.nanoTime();
        thread.interrupt();

        assertThat(result(waiting) - interrupted).isLessThan(Bound.LOCAL.nanos());
        pair.far().mustSend(2, theirs.whole());
        pair.link().received().requireSuccess(1, OperationKind.RECEIVE, 100);
        pair.far().done().requireSuccess(2, OperationKind.SEND, 100);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldRefuseAnInterruptedThreadBeforeItWaits(ProgressMode mode) {
        Party here = open(mode);
        Link link = here.link(LinkShape.PLAIN);
        Thread.currentThread().interrupt();

        Throwable thrown =
                org.assertj.core.api.Assertions.catchThrowable(
                        () -> link.receives().await(EventDispatcher.FOREVER));

        assertThat(thrown).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted())
                .as("interrupt after the exception")
                .isFalse();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldLetOneThreadWaitAndRefuseTheOthersMeanwhile(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, 1);
        pair.link().endpoint().receive(mine.slice(0, 100), 1);
        EventDispatcher dispatcher = pair.link().receives();
        FutureTask<Event> waiting =
                new FutureTask<>(() -> dispatcher.await(Bound.EVENT.duration()));
        Thread thread = Thread.ofPlatform().start(waiting);
        awaitWaiter(thread);

        assertRefused(
                dispatcher::dequeue, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_WAITER);
        assertRefused(
                () -> dispatcher.await(Bound.NOW.duration()),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_WAITER);
        assertRefused(
                () -> dispatcher.poll(pair.here().adapter().createEventBatch(1)),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_WAITER);
        assertRefused(
                dispatcher::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE);

        pair.far().mustSend(2, theirs.whole());
        assertThat(((DtoCompletion) result(waiting)).cookie()).isEqualTo(1);
        assertThat(dispatcher.dequeue()).isNull();
        pair.far().done().requireSuccess(2, OperationKind.SEND, 100);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldKeepToTheTimeLimitOfAWait(ProgressMode mode) throws InterruptedException {
        Link link = open(mode).link(LinkShape.PLAIN);
        for (Duration limit :
                List.of(Duration.ZERO, Bound.QUIET.duration(), Bound.GIVE_UP.duration())) {
            long start = System.nanoTime();

            assertThat(link.receives().await(limit)).isNull();

            assertThat(System.nanoTime() - start)
                    .isBetween(limit.toNanos(), limit.toNanos() + Bound.LOCAL.nanos());
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldWaitForAsManyEventsAsAskedAndRemoveNoneWhereTheyDoNotCome(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, 1);
        for (int i = 0; i < 3; i++) {
            pair.link().endpoint().receive(mine.slice(0, 10), i);
        }
        pair.far().mustSend(0, theirs.part(0, 10));
        pair.far().mustSend(1, theirs.part(0, 10));

        assertThat(pair.link().receives().await(Bound.GIVE_UP.duration(), 3)).isNull();
        pair.far().mustSend(2, theirs.part(0, 10));
        Event first = pair.link().receives().await(Bound.EVENT.duration(), 3);

        assertThat(((DtoCompletion) Objects.requireNonNull(first)).cookie()).isZero();
        assertThat(pair.link().receives().size()).isEqualTo(2);
        Faults.expectInOrder(pair.link(), Link.Queue.RECEIVES, 1, 2);
        for (int i = 0; i < 3; i++) {
            pair.far().done();
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldEndTheWaitOnADispatcherThatBecomesUnwaitable(ProgressMode mode)
            throws InterruptedException {
        EventDispatcher dispatcher = open(mode).link(LinkShape.PLAIN).receives();
        FutureTask<DatException> waiting =
                new FutureTask<>(
                        () -> {
                            try {
                                throw new AssertionError(
                                        "returned " + dispatcher.await(EventDispatcher.FOREVER));
                            } catch (DatException e) {
                                return e;
                            }
                        });
        Thread thread = Thread.ofPlatform().start(waiting);
        awaitWaiter(thread);

        dispatcher.setUnwaitable();

        assertThat(result(waiting).subtype()).isEqualTo(DatSubtype.INVALID_STATE_EVD_UNWAITABLE);
        assertRefused(
                () -> dispatcher.await(Bound.NOW.duration()),
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_UNWAITABLE);
        assertThat(dispatcher.dequeue()).isNull();
        dispatcher.clearUnwaitable();
        assertThat(dispatcher.await(Bound.NOW.duration())).isNull();
    }

    @ParameterizedTest
    @EnumSource(value = ProgressMode.class, names = "AUTO")
    void shouldServeManyVirtualThreadsThatWait(ProgressMode mode) throws InterruptedException {
        int connections = 12;
        Party here = open(mode);
        RemoteParty there = openThere(mode);
        List<Pair> pairs = new ArrayList<>();
        List<FutureTask<Event>> tasks = new ArrayList<>();
        Guarded mine = here.memory(connections * 100L, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = there.memory(100, Party.LOCAL_RIGHTS, 1);
        CountDownLatch started = new CountDownLatch(connections);
        for (int i = 0; i < connections; i++) {
            Pair pair = connect(here, there, LinkShape.PLAIN);
            pair.link().endpoint().receive(mine.slice(i * 100L, 100), i);
            pairs.add(pair);
            FutureTask<Event> task =
                    new FutureTask<>(
                            () -> {
                                started.countDown();
                                return pair.link().receives().await(Bound.EVENT.duration());
                            });
            tasks.add(task);
            Thread.ofVirtual().start(task);
        }
        started.await();

        for (int i = connections - 1; i >= 0; i--) {
            pairs.get(i).far().mustSend(i, theirs.part(0, 10 + i));
        }

        for (int i = 0; i < connections; i++) {
            DtoCompletion done = (DtoCompletion) result(tasks.get(i));
            assertThat(done.cookie()).isEqualTo(i);
            assertThat(done.length()).isEqualTo(10 + i);
            pairs.get(i).far().done();
        }
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldWakeAWaiterForEveryMessageOfAPeerThatAnswersAtOnce(ProgressMode mode)
            throws InterruptedException {
        // Ping and pong between two threads: one lost wake-up, and it stands still.
        int rounds = 2000;
        Party here = open(mode);
        Party other = open(mode);
        Party.Listening listening = other.listen();
        Link ping = here.link(LinkShape.PLAIN);
        Link pong = other.link(LinkShape.PLAIN);
        ping.endpoint().connect(listening.address(), PATIENTLY);
        request(other, listening).accept(pong.endpoint());
        ping.connectionEvent();
        pong.connectionEvent();
        Guarded mine = here.memory(64, Party.LOCAL_RIGHTS, SEED);
        Guarded theirs = other.memory(64, Party.LOCAL_RIGHTS, SEED);
        pong.endpoint().receive(theirs.slice(0, 32), 0);
        FutureTask<Integer> answering = new FutureTask<>(() -> answer(pong, theirs, rounds));
        Thread thread = Thread.ofPlatform().start(answering);

        for (int i = 0; i < rounds; i++) {
            ping.endpoint().receive(mine.slice(0, 32), i);
            assertThat(ping.endpoint().postSend(mine.region(), 32, 8, i, CompletionFlags.SUPPRESS))
                    .isEqualTo(PostStatus.OK);
            Event event = ping.receives().await(Bound.EVENT.duration());
            assertThat(event).as("answer %s", i).isInstanceOf(DtoCompletion.class);
            assertThat(((DtoCompletion) event).cookie()).isEqualTo(i);
        }

        assertThat(result(answering)).isEqualTo(rounds);
        assertThat(thread.join(Bound.LOCAL.duration())).isTrue();
    }

    private static int answer(Link pong, Guarded memory, int rounds) throws InterruptedException {
        for (int i = 0; i < rounds; i++) {
            Event event = pong.receives().await(Bound.EVENT.duration());
            if (!(event instanceof DtoCompletion c && c.isSuccess())) {
                return i;
            }
            if (i + 1 < rounds) {
                pong.endpoint().receive(memory.slice(0, 32), i + 1);
            }
            if (pong.endpoint().postSend(memory.region(), 32, 8, i, CompletionFlags.SUPPRESS)
                    != PostStatus.OK) {
                return i;
            }
        }
        // The last answer may be on its way still: without a thread of its own, it goes out only
        // here.
        pong.receives().await(Bound.QUIET.duration());
        return rounds;
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldTriggerANotificationObjectForEventsOfAllItsDispatchers(ProgressMode mode)
            throws InterruptedException {
        Pair pair = connect(mode, LinkShape.PLAIN);
        NotificationObject notification = pair.here().adapter().createNotificationObject(null);
        var software =
                pair.here()
                        .adapter()
                        .createEventDispatcher(4, EnumSet.of(EventStream.SOFTWARE), notification);
        pair.link().receives().setNotificationObject(notification);
        pair.link().connections().setNotificationObject(notification);
        Guarded mine = pair.here().memory(100, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = pair.there().memory(100, Party.LOCAL_RIGHTS, 1);
        pair.link().endpoint().receive(mine.slice(0, 100), 1);
        assertThat(notification.await(Bound.NOW.duration())).isNull();

        software.post("x");
        assertThat(notification.await(Bound.EVENT.duration())).isSameAs(software);
        assertThat(software.dequeue()).isNotNull();
        pair.far().mustSend(2, theirs.whole());
        assertThat(notification.await(Bound.EVENT.duration())).isSameAs(pair.link().receives());
        pair.link().received().requireSuccess(1, OperationKind.RECEIVE, 100);
        pair.far().done();
        pair.far().disconnect(org.jdapl.api.DisconnectMode.ABRUPT);
        assertThat(notification.await(Bound.EVENT.duration())).isSameAs(pair.link().connections());
        Faults.expectEnd(pair.link());
        Faults.expectEnd(pair.far().connectionEvent());
        for (EventDispatcher dispatcher :
                List.of(software, pair.link().receives(), pair.link().connections())) {
            dispatcher.setNotificationObject(null);
        }
        notification.close();
    }
}
