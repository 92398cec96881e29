package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.fake.FakeQueuePair;
import org.jdapl.spi.seam.ThreadEndError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProgressDriverTest {

    private static final String DAEMON = "jdapl-progress-fake:one";

    /** Within this time a thread is woken, also on a busy machine. A lost wake-up takes longer. */
    private static final long WOKEN_NS = 5_000_000_000L;

    private Rig rig;

    @AfterEach
    void close() {
        if (rig != null) {
            rig.close();
        }
    }

    private void open(Rig.Builder builder) {
        rig = builder.parker(new StrictParker()).build();
    }

    private void open(ProgressMode mode) {
        open(mode == ProgressMode.AUTO ? Rig.auto() : Rig.manual());
    }

    private void untilDaemonBlocks() {
        Rig.until("the daemon drives", () -> isBlocked(DAEMON));
    }

    private boolean isBlocked(String name) {
        Thread t = rig.fake.waitSet().blocked();
        return t != null && t.getName().equals(name);
    }

    private static boolean isParked(Thread thread) {
        Thread.State s = thread.getState();
        return s == Thread.State.WAITING || s == Thread.State.TIMED_WAITING;
    }

    /** A thread that waits for one event. */
    private final class Waiter {
        final EventDispatcher events = rig.events(EventStream.SOFTWARE);
        final AtomicReference<Object> got = new AtomicReference<>();
        final Thread thread;

        Waiter(String name, boolean virtual) {
            Runnable body =
                    () -> {
                        try {
                            got.set(events.await(Rig.LIMIT));
                        } catch (InterruptedException | RuntimeException e) {
                            got.set(e);
                        }
                    };
            thread =
                    virtual
                            ? Thread.ofVirtual().name(name).start(body)
                            : Thread.ofPlatform().name(name).start(body);
        }

        void untilBlocked() {
            Rig.until(thread + " is the driver", () -> isBlocked(thread.getName()));
        }

        void untilParked() {
            Rig.until(thread + " sleeps", () -> isParked(thread) && events.isWaitable());
        }

        void post() {
            events.post(thread.getName());
        }

        void ends() {
            Rig.join(thread);
            assertThat(got.get())
                    .isInstanceOfSatisfying(
                            SoftwareEvent.class,
                            e -> assertThat(e.payload()).isEqualTo(thread.getName()));
        }
    }

    private Waiter waiter(String name) {
        return new Waiter(name, false);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void aThreadThatWaitsDrives(ProgressMode mode) {
        open(mode);
        Waiter w = waiter("w");
        w.untilBlocked();
        w.post();
        w.ends();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void aFollowerIsWokenWhileTheLeaderGoesOn(ProgressMode mode) {
        open(mode);
        Waiter leader = waiter("leader");
        leader.untilBlocked();
        Waiter follower = waiter("follower");
        follower.untilParked();
        follower.post();
        follower.ends();
        assertThat(isBlocked("leader")).isTrue();
        leader.post();
        leader.ends();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void aFollowerTakesOverWhenTheLeaderLeaves(ProgressMode mode) {
        open(mode);
        Waiter leader = waiter("leader");
        leader.untilBlocked();
        Waiter follower = waiter("follower");
        follower.untilParked();
        leader.post();
        leader.ends();
        follower.untilBlocked();
        follower.post();
        follower.ends();
    }

    @Test
    void aFollowerThatIsToTakeOverButHasItsEventPassesItOn() {
        open(ProgressMode.MANUAL);
        for (int round = 0; round < 300; round++) {
            Waiter leader = waiter("leader");
            leader.untilBlocked();
            Waiter second = waiter("second");
            second.untilParked();
            Waiter third = waiter("third");
            third.untilParked();
            second.post();
            leader.post();
            leader.ends();
            second.ends();
            third.untilBlocked();
            third.post();
            third.ends();
            leader.events.close();
            second.events.close();
            third.events.close();
        }
    }

    @Test
    void aConsumerTakesOverFromTheDaemonAndGivesBack() {
        open(ProgressMode.AUTO);
        untilDaemonBlocks();
        Waiter w = waiter("w");
        w.untilBlocked();
        w.post();
        w.ends();
        untilDaemonBlocks();
    }

    @Test
    void theDaemonComesBackAfterALongWait() throws InterruptedException {
        open(ProgressMode.AUTO);
        Waiter w = waiter("w");
        w.untilBlocked();
        Thread.sleep(60); // the daemon's lease has grown
        w.post();
        w.ends();
        long start = System.nanoTime();
        untilDaemonBlocks();
        assertThat(System.nanoTime() - start).isLessThan(WOKEN_NS);
    }

    @Test
    void aThreadThatComesJustAsTheDaemonLeavesDrives() {
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Thread> late = new AtomicReference<>();
        AtomicInteger tries = new AtomicInteger();
        AtomicBoolean away = new AtomicBoolean();
        rig =
                Rig.auto()
                        .parker(
                                new StrictParker() {
                                    @Override
                                    public void giveWay() {
                                        super.giveWay();
                                        // It has tried in vain: now, before it follows, the
                                        // daemon goes.
                                        if (Thread.currentThread() == late.get()
                                                && tries.incrementAndGet() == 64) {
                                            go.countDown();
                                            Rig.until("the daemon is away", away::get);
                                        }
                                    }

                                    @Override
                                    public void park(long nanos) {
                                        if (Thread.currentThread().getName().equals(DAEMON)
                                                && go.getCount() == 0) {
                                            away.set(true);
                                        }
                                        super.park(nanos);
                                    }
                                })
                        .build();
        untilDaemonBlocks();
        rig.provider.plan.onNext("awaited", () -> awaitQuietly(go));
        EventDispatcher events = rig.events(EventStream.SOFTWARE);
        Thread waiter =
                Thread.ofPlatform()
                        .name("late")
                        .unstarted(
                                () -> {
                                    try {
                                        events.await(Rig.LIMIT);
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                });
        late.set(waiter);
        waiter.start();
        long start = System.nanoTime();
        Rig.until("the late thread drives", () -> isBlocked("late"));
        assertThat(System.nanoTime() - start).isLessThan(WOKEN_NS);
        events.post("x");
        Rig.join(waiter);
    }

    @Test
    void aThreadThatAnotherOneOutranFollowsAtOnce() {
        CountDownLatch go = new CountDownLatch(1);
        AtomicReference<Waiter> quick = new AtomicReference<>();
        AtomicInteger tries = new AtomicInteger();
        rig =
                Rig.auto()
                        .parker(
                                new StrictParker() {
                                    @Override
                                    public void giveWay() {
                                        super.giveWay();
                                        if (Thread.currentThread().getName().equals("late")
                                                && tries.incrementAndGet() == 2) {
                                            quick.set(new Waiter("quick", false));
                                            go.countDown();
                                            quick.get().untilBlocked();
                                        }
                                    }
                                })
                        .build();
        untilDaemonBlocks();
        rig.provider.plan.onNext("awaited", () -> awaitQuietly(go));
        Waiter late = new Waiter("late", false);
        Rig.until("the quick thread drives", () -> quick.get() != null && isBlocked("quick"));
        late.post();
        late.ends();
        quick.get().post();
        quick.get().ends();
        assertThat(tries.get()).isEqualTo(2);
    }

    @Test
    void theDaemonStaysAwayWhileAConsumerPolls() {
        open(ProgressMode.AUTO);
        untilDaemonBlocks();
        EventDispatcher events = rig.events(EventStream.SOFTWARE);
        AtomicInteger mine = new AtomicInteger();
        long end = System.nanoTime() + 200_000_000L;
        int polls = 0;
        EventBatch batch = rig.adapter.createEventBatch(1);
        while (System.nanoTime() < end) {
            Thread me = Thread.currentThread();
            rig.provider.plan.onNext(
                    "progress",
                    () -> {
                        if (Thread.currentThread() == me) {
                            mine.incrementAndGet();
                        }
                    });
            assertThat(events.poll(batch)).isZero();
            polls++;
        }
        assertThat(mine.get()).as("of %d polls", polls).isGreaterThan(polls / 4);
        untilDaemonBlocks();
    }

    @Test
    void aVirtualThreadWaitsWhileTheDaemonDrives() {
        open(ProgressMode.AUTO);
        List<Waiter> waiters = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            waiters.add(new Waiter("v" + i, true));
        }
        untilDaemonBlocks();
        waiters.forEach(w -> Rig.until(w.thread + " waits", () -> isParked(w.thread)));
        untilDaemonBlocks();
        waiters.forEach(Waiter::post);
        waiters.forEach(Waiter::ends);
    }

    @Test
    void aVirtualThreadHasADriverAlsoAfterAConsumerHasWaitedForLong() throws InterruptedException {
        open(ProgressMode.AUTO);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (int round = 0; round < 20; round++) {
            Waiter platform = waiter("platform");
            platform.untilBlocked();
            AtomicReference<Object> got = new AtomicReference<>();
            b.mustReceive(round);
            Thread virtual =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            got.set(b.receives.await(Rig.LIMIT));
                                        } catch (InterruptedException e) {
                                            got.set(e);
                                        }
                                    });
            Rig.until("the virtual thread sleeps", () -> isParked(virtual));
            if (round % 2 == 0) {
                Thread.sleep(30); // so that the daemon is on a long lease
            }
            platform.post();
            platform.ends();
            a.pair().mode = FakeQueuePair.Mode.DRIVEN; // only a driver moves the message
            a.mustSend(round);
            Rig.join(virtual);
            assertThat(Rig.text((Event) got.get())).isEqualTo(round + ":SUCCESS");
            platform.events.close();
            Rig.takeAll(a.requests);
        }
    }

    @Test
    void withManualProgressVirtualThreadsDriveAndFollow() {
        open(ProgressMode.MANUAL);
        Waiter leader = new Waiter("leader", true);
        leader.untilBlocked();
        Waiter second = new Waiter("second", true);
        Rig.until("second sleeps", () -> isParked(second.thread));
        Waiter third = new Waiter("third", true);
        Rig.until("third sleeps", () -> isParked(third.thread));
        leader.post();
        leader.ends();
        second.untilBlocked();
        third.post();
        third.ends();
        second.post();
        second.ends();
    }

    @Test
    void aFollowerTakesOverFromAThreadThatOnlyPolls() {
        open(ProgressMode.MANUAL);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        rig.provider.plan.onNext(
                "progress",
                () -> {
                    inside.countDown();
                    awaitQuietly(go);
                });
        Thread poller = Thread.ofPlatform().start(rig.adapter::progress);
        awaitQuietly(inside);
        Waiter w = waiter("w");
        w.untilParked();
        go.countDown();
        Rig.join(poller);
        w.untilBlocked();
        w.post();
        w.ends();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(Rig.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aCompletionFromAPosterWakesTheWaiterThatDrives() throws InterruptedException {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (int i = 0; i < 200; i++) {
            b.mustReceive(i);
            AtomicReference<Object> got = new AtomicReference<>();
            Thread waiter =
                    Thread.ofPlatform()
                            .name("w")
                            .start(
                                    () -> {
                                        try {
                                            got.set(b.receives.await(Rig.LIMIT));
                                        } catch (InterruptedException e) {
                                            got.set(e);
                                        }
                                    });
            if (i % 2 == 0) {
                Rig.until("the waiter drives", () -> isBlocked("w"));
            }
            a.mustSend(i);
            Rig.join(waiter);
            assertThat(Rig.text((Event) got.get())).isEqualTo(i + ":SUCCESS");
            Rig.takeAll(a.requests);
        }
    }

    @Test
    void aCompletionBetweenPollAndArmIsSeen() throws InterruptedException {
        open(ProgressMode.MANUAL);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        b.mustReceive(5);
        rig.provider.plan.onNext("arm", () -> a.mustSend(6));
        assertThat(Rig.text(b.receives.await(Rig.LIMIT))).isEqualTo("5:SUCCESS");
        b.mustReceive(7);
        rig.provider.plan.onNext("armed", () -> a.mustSend(8));
        assertThat(Rig.text(b.receives.await(Rig.LIMIT))).isEqualTo("7:SUCCESS");
    }

    @Test
    void anEventThatComesWhileTheDriverIsOnItsWayOutIsNotMissed() throws InterruptedException {
        open(ProgressMode.MANUAL);
        EventDispatcher events = rig.events(EventStream.SOFTWARE);
        for (String place : List.of("await", "awaited")) {
            rig.provider.plan.onNext(place, () -> events.post(place));
            rig.fake.waitSet().wake();
            Event event = events.await(Rig.LIMIT);
            assertThat(((SoftwareEvent) event).payload()).isEqualTo(place);
        }
    }

    @Test
    void aTimerThatIsSetWhileTheDriverSleepsFiresInTime() throws InterruptedException {
        open(ProgressMode.AUTO);
        untilDaemonBlocks();
        Rig.Side a = rig.side();
        rig.point();
        untilDaemonBlocks();
        a.endpoint.connect(rig.address(), ConnectOptions.within(Duration.ofMillis(30)));
        // Nobody answers; the test waits on a virtual thread's terms, so that only the daemon
        // drives.
        AtomicReference<Event> got = new AtomicReference<>();
        Thread virtual =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        got.set(a.connections.await(Rig.LIMIT));
                                    } catch (InterruptedException e) {
                                        throw new AssertionError(e);
                                    }
                                });
        Rig.join(virtual);
        assertThat(got.get()).isInstanceOf(ConnectionEvent.TimedOut.class);
    }

    @Test
    void anErrandIsDoneSoonWhoeverDrives() {
        open(ProgressMode.AUTO);
        AtomicInteger calls = new AtomicInteger();
        NotificationObject cno = rig.adapter.createNotificationObject(d -> calls.incrementAndGet());
        EventDispatcher events =
                rig.adapter.createEventDispatcher(4, Rig.streams(EventStream.SOFTWARE), cno);
        SplittableRandom random = new SplittableRandom(7);
        EventBatch batch = rig.adapter.createEventBatch(4);
        for (int i = 1; i <= 2000; i++) {
            spin(random.nextInt(300));
            if (random.nextInt(4) == 0) {
                events.poll(batch);
            }
            if (random.nextInt(50) == 0) {
                untilDaemonBlocks();
            }
            int expected = i;
            events.post(i);
            Rig.until("agent call " + i, () -> calls.get() >= expected);
            while (events.poll(batch) > 0) {
                // take it, so that there is room
            }
        }
        assertThat(calls).hasValue(2000);
    }

    @Test
    void anAgentMustNotWait() {
        open(ProgressMode.MANUAL);
        AtomicReference<Throwable> refused = new AtomicReference<>();
        EventDispatcher other = rig.events(EventStream.SOFTWARE);
        NotificationObject cno =
                rig.adapter.createNotificationObject(
                        d -> {
                            try {
                                other.await(Rig.LIMIT);
                            } catch (InterruptedException | RuntimeException e) {
                                refused.set(e);
                            }
                        });
        EventDispatcher events =
                rig.adapter.createEventDispatcher(4, Rig.streams(EventStream.SOFTWARE), cno);
        events.post("x");
        rig.drain();
        assertThat(refused.get())
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_STATE))
                .hasMessageContaining("agent");
        other.close();
    }

    @Test
    void anAgentMayPollAndPost() {
        open(ProgressMode.MANUAL);
        List<Object> seen = new ArrayList<>();
        EventDispatcher[] events = new EventDispatcher[1];
        NotificationObject cno =
                rig.adapter.createNotificationObject(
                        d -> {
                            seen.addAll(Rig.takeAll(events[0]));
                            if (seen.size() == 1) {
                                events[0].post("second");
                            }
                        });
        events[0] = rig.adapter.createEventDispatcher(4, Rig.streams(EventStream.SOFTWARE), cno);
        events[0].post("first");
        rig.drain();
        assertThat(seen).hasSize(2);
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void anExceptionOfTheProviderLosesTheAdapterOnce(ProgressMode mode)
            throws InterruptedException {
        open(mode);
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (String call : List.of("await", "progress", "awaited")) {
            rig.provider.plan.failNext(call, new IllegalStateException("planned in " + call));
            rig.fake.waitSet().wake();
        }
        Event lost = rig.adapter.asyncEvents().await(Rig.LIMIT);
        assertThat(lost)
                .isInstanceOfSatisfying(
                        AsyncEvent.AdapterCatastrophic.class,
                        e -> assertThat(e.reason()).contains("planned in"));
        assertThat(a.connections.await(Rig.LIMIT)).isInstanceOf(ConnectionEvent.Broken.class);
        assertThat(b.connections.await(Rig.LIMIT)).isInstanceOf(ConnectionEvent.Broken.class);
        for (int i = 0; i < 10; i++) {
            rig.adapter.progress();
        }
        assertThat(rig.adapter.asyncEvents().await(Duration.ofMillis(60))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"progress", "await"})
    void anErrorThatEndsAThreadPassesAndTheNextOneDrives(String call) throws InterruptedException {
        open(ProgressMode.MANUAL);
        EventDispatcher events = rig.events(EventStream.SOFTWARE);
        ThreadEndError end = new ThreadEndError("planned");
        rig.provider.plan.onNext(
                call,
                () -> {
                    throw end;
                });
        assertThatThrownBy(
                        () -> {
                            if (call.equals("await")) {
                                events.await(Rig.LIMIT);
                            } else {
                                rig.adapter.progress();
                            }
                        })
                .isSameAs(end);
        Waiter w = waiter("w");
        w.untilBlocked();
        w.post();
        w.ends();
        assertThat(rig.adapter.asyncEvents().size()).as("the adapter is not lost").isZero();
    }

    @Test
    void pollsThatFindAnotherThreadDrivingGiveWayNowAndThen() {
        AtomicInteger ways = new AtomicInteger();
        rig =
                Rig.manual()
                        .parker(
                                new StrictParker() {
                                    @Override
                                    public void giveWay() {
                                        ways.incrementAndGet();
                                    }
                                })
                        .build();
        rig.provider.plan.onNext(
                "progress",
                () -> {
                    Thread other =
                            Thread.ofPlatform()
                                    .start(
                                            () -> {
                                                for (int i = 0; i < 1000; i++) {
                                                    rig.adapter.progress();
                                                }
                                            });
                    Rig.join(other);
                });
        rig.adapter.progress();
        assertThat(ways.get()).isBetween(1, 100);
    }

    @Test
    void theDaemonIsOfTheSeamsAndNamedForItsAdapter() {
        List<Thread> made = new CopyOnWriteArrayList<>();
        rig =
                Rig.auto()
                        .threads(
                                body -> {
                                    Thread thread = Thread.ofPlatform().unstarted(body);
                                    made.add(thread);
                                    return thread;
                                })
                        .build();
        assertThat(made)
                .singleElement()
                .satisfies(
                        thread -> {
                            assertThat(thread.getName()).isEqualTo(DAEMON);
                            assertThat(thread.isDaemon()).isTrue();
                        });
    }

    @Test
    void aProviderThatAlwaysFailsDoesNotBurnTheProcessor() throws InterruptedException {
        open(ProgressMode.AUTO);
        AtomicInteger calls = new AtomicInteger();
        planFailures(calls, 1000);
        rig.fake.waitSet().wake();
        Thread.sleep(200);
        assertThat(calls.get()).isBetween(1, 100);
        // The rest of the plan is used up by polls, so that the rig can be closed in order.
        while (calls.get() < 1000) {
            rig.adapter.progress();
        }
    }

    private void planFailures(AtomicInteger calls, int n) {
        for (int i = 0; i < n; i++) {
            Runnable failure =
                    () -> {
                        calls.incrementAndGet();
                        throw new IllegalStateException("planned");
                    };
            rig.provider.plan.onNext("await", failure);
            rig.provider.plan.onNext("progress", failure);
        }
    }

    @Test
    void eventsDoNotKeepManualProgressFromBeingMade() throws InterruptedException {
        open(ProgressMode.MANUAL);
        EventDispatcher busy = rig.adapter.createEventDispatcher(64, EventStream.SOFTWARE);
        EventDispatcher other = rig.side().connections;
        AtomicBoolean driven = new AtomicBoolean();
        rig.fake.tell(l -> driven.set(true));
        EventBatch batch = rig.adapter.createEventBatch(1);
        for (int i = 0; i < 40 && !driven.get(); i++) {
            busy.post(i);
            if (i % 2 == 0) {
                assertThat(busy.poll(batch)).isEqualTo(1);
            } else {
                assertThat(busy.await(batch, 0)).isEqualTo(1);
            }
        }
        assertThat(driven).isTrue();
        assertThat(other.size()).isZero();
    }

    @Test
    void stoppingGivesUpWhereAnAgentDoesNotComeBack() {
        open(ProgressMode.AUTO);
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        NotificationObject cno =
                rig.adapter.createNotificationObject(
                        d -> {
                            inside.countDown();
                            awaitQuietly(go);
                        });
        EventDispatcher events =
                rig.adapter.createEventDispatcher(4, Rig.streams(EventStream.SOFTWARE), cno);
        events.post("x");
        awaitQuietly(inside);
        assertThat(rig.adapter.driver().stop(20_000_000L)).isFalse();
        Thread.currentThread().interrupt();
        assertThat(rig.adapter.driver().stop(20_000_000L)).as("interrupted").isFalse();
        assertThat(Thread.interrupted()).isTrue();
        go.countDown();
        assertThat(rig.adapter.driver().stop(Rig.LIMIT.toNanos())).isTrue();
    }

    @Test
    void nobodyEntersTheProviderAfterAStop() {
        open(ProgressMode.AUTO);
        assertThat(rig.adapter.driver().stop(Rig.LIMIT.toNanos())).isTrue();
        rig.fake.tell(l -> l.adapterLost("late"));
        assertThat(rig.adapter.progress()).isZero();
        Thread other = Thread.ofPlatform().start(() -> rig.adapter.progress());
        Rig.join(other);
        assertThat(rig.adapter.asyncEvents().size()).isZero();
    }

    // ---- races

    /** Two threads that answer each other, each waiting on a dispatcher of its own. */
    private void pingPong(int rounds, boolean virtual, boolean completions, long seed)
            throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        EventDispatcher pings = rig.events(EventStream.SOFTWARE);
        EventDispatcher pongs = rig.events(EventStream.SOFTWARE);
        EventDispatcher there = completions ? b.receives : pings;
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Runnable echo =
                () -> {
                    SplittableRandom random = new SplittableRandom(seed + 1);
                    EventBatch batch = rig.adapter.createEventBatch(2);
                    try {
                        for (int i = 0; i < rounds; i++) {
                            await(there, batch);
                            spin(random.nextInt(200));
                            pongs.post(null);
                        }
                    } catch (Throwable t) {
                        failure.set(t);
                    }
                };
        Thread thread = virtual ? Thread.ofVirtual().start(echo) : Thread.ofPlatform().start(echo);
        SplittableRandom random = new SplittableRandom(seed);
        EventBatch batch = rig.adapter.createEventBatch(16);
        for (int i = 0; i < rounds; i++) {
            spin(random.nextInt(200));
            if (completions) {
                b.mustReceive(i);
                a.mustSend(i);
                if (i % 8 == 0) {
                    while (a.requests.poll(batch) > 0) {
                        // make room
                    }
                }
            } else {
                pings.post(null);
            }
            await(pongs, batch);
            if (failure.get() != null) {
                break;
            }
        }
        Rig.join(thread);
        assertThat(failure.get()).as("seed %d", seed).isNull();
    }

    private static void await(EventDispatcher events, EventBatch batch)
            throws InterruptedException {
        long start = System.nanoTime();
        int n = events.await(batch, Rig.LIMIT.toNanos());
        long took = System.nanoTime() - start;
        if (n != 1 || took > WOKEN_NS) {
            throw new AssertionError(n + " events after " + took + " ns");
        }
    }

    private static void spin(int n) {
        if (n % 50 == 0) {
            Thread.yield();
        }
        for (int i = 0; i < n; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void noWakeUpIsLostBetweenTwoThreadsWithManualProgress() throws InterruptedException {
        open(ProgressMode.MANUAL);
        pingPong(10_000, false, false, 11);
        pingPong(10_000, false, true, 12);
    }

    @Test
    void noWakeUpIsLostBetweenTwoThreadsWithADaemon() throws InterruptedException {
        open(ProgressMode.AUTO);
        pingPong(10_000, false, false, 21);
        pingPong(10_000, false, true, 22);
    }

    @Test
    void noWakeUpIsLostBetweenAPlatformAndAVirtualThread() throws InterruptedException {
        open(ProgressMode.AUTO);
        pingPong(10_000, true, false, 31);
        pingPong(10_000, true, true, 32);
    }

    @Test
    void noWakeUpIsLostBetweenVirtualThreadsWithManualProgress() throws InterruptedException {
        open(ProgressMode.MANUAL);
        pingPong(10_000, true, false, 41);
    }

    @Test
    void noWakeUpIsLostWhereMessagesMoveOnlyWhenSomebodyDrives() throws InterruptedException {
        open(Rig.auto().provider(p -> p.mode = FakeQueuePair.Mode.DRIVEN));
        pingPong(10_000, false, true, 51);
        pingPong(10_000, true, true, 52);
    }

    @Test
    void noWakeUpIsLostAmongManyWaitersPollersAndPosters() throws InterruptedException {
        for (ProgressMode mode : ProgressMode.values()) {
            open(mode);
            int waiters = 4;
            int rounds = 2_500;
            AtomicReference<Throwable> failure = new AtomicReference<>();
            AtomicBoolean stop = new AtomicBoolean();
            List<Thread> threads = new ArrayList<>();
            List<EventDispatcher> all = new ArrayList<>();
            List<EventDispatcher> answers = new ArrayList<>();
            for (int w = 0; w < waiters; w++) {
                EventDispatcher events = rig.events(EventStream.SOFTWARE);
                EventDispatcher answer = rig.events(EventStream.SOFTWARE);
                all.add(events);
                answers.add(answer);
                Runnable body =
                        () -> {
                            EventBatch batch = rig.adapter.createEventBatch(1);
                            try {
                                for (int i = 0; i < rounds; i++) {
                                    await(events, batch);
                                    answer.post(null);
                                }
                            } catch (Throwable t) {
                                failure.compareAndSet(null, t);
                            }
                        };
                threads.add(
                        w % 2 == 1
                                ? Thread.ofVirtual().start(body)
                                : Thread.ofPlatform().start(body));
            }
            Thread poller =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        while (!stop.get()) {
                                            rig.adapter.progress();
                                            Thread.yield();
                                        }
                                    });
            SplittableRandom random = new SplittableRandom(61);
            EventBatch batch = rig.adapter.createEventBatch(1);
            for (int i = 0; i < rounds && failure.get() == null; i++) {
                for (EventDispatcher events : all) {
                    spin(random.nextInt(100));
                    events.post(null);
                }
                for (EventDispatcher answer : answers) {
                    await(answer, batch);
                }
            }
            stop.set(true);
            Rig.join(poller);
            threads.forEach(Rig::join);
            assertThat(failure.get()).isNull();
            rig.close();
        }
        rig = null;
    }

    @Test
    void everyRoundOfAWaitEndsInTimeWhenItRunsOut() throws InterruptedException {
        open(ProgressMode.AUTO);
        EventDispatcher events = rig.events(EventStream.SOFTWARE);
        EventBatch batch = rig.adapter.createEventBatch(1);
        for (long ns : new long[] {0, 1, 1000, 1_000_000, 20_000_000}) {
            long start = System.nanoTime();
            assertThat(events.await(batch, ns)).isZero();
            assertThat(System.nanoTime() - start).isBetween(ns, ns + WOKEN_NS);
        }
        assertThat(PostStatus.OK).isZero();
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void aDriverThatTheProviderDoesNotWakeIsInterruptedUnseen(ProgressMode mode) {
        open(mode);
        Waiter w = waiter("w");
        w.untilBlocked();
        rig.provider.plan.failNext("wake", new IllegalStateException("planned"));
        w.post();
        w.ends(); // with its event, not with an InterruptedException
        Rig.until("the loss is told", () -> rig.adapter.asyncEvents().size() > 0);
        assertThat(rig.adapter.asyncEvents().dequeue())
                .isInstanceOfSatisfying(
                        AsyncEvent.AdapterCatastrophic.class,
                        e -> assertThat(e.reason()).contains("WaitSet.wake", "planned"));
    }
}
