package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jdapl.core.EventDispatcherTest.refused;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EventStream;
import org.jdapl.core.fake.FakeQueuePair;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NotificationObjectTest {

    private Rig rig;
    private NotificationObject cno;

    @BeforeEach
    void open() {
        rig = Rig.manual().parker(new StrictParker()).build();
        cno = rig.adapter.createNotificationObject(null);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private EventDispatcher events(EventStream first, EventStream... more) {
        return rig.adapter.createEventDispatcher(16, Rig.streams(first, more), cno);
    }

    /** A connected pair, the receives of whose second side trigger. */
    private Rig.Side[] pair(EndpointAttributes attributes) throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b =
                rig
                .new Side(
                        events(EventStream.DTO),
                        rig.events(EventStream.DTO),
                        rig.events(EventStream.CONNECTION),
                        attributes);
        rig.connect(a, b);
        return new Rig.Side[] {a, b};
    }

    private static final class Waiter {
        final AtomicReference<@Nullable Object> result = new AtomicReference<>();
        final Thread thread;

        Waiter(NotificationObject cno, boolean virtual) {
            Runnable body =
                    () -> {
                        try {
                            EventDispatcher by = cno.await(Rig.LIMIT);
                            result.set(by == null ? "time ran out" : by);
                        } catch (InterruptedException | RuntimeException e) {
                            result.set(e);
                        }
                    };
            thread = virtual ? Thread.ofVirtual().start(body) : Thread.ofPlatform().start(body);
        }

        @Nullable Object ends() {
            Rig.join(thread);
            return result.get();
        }
    }

    private Waiter blockedWaiter() {
        Waiter w = new Waiter(cno, false);
        Rig.until("the waiter blocks", () -> rig.fake.waitSet().blocked() == w.thread);
        return w;
    }

    @Test
    void aTriggerIsRememberedAndSeveralAreOne() throws InterruptedException {
        EventDispatcher a = events(EventStream.SOFTWARE);
        EventDispatcher b = events(EventStream.SOFTWARE);
        assertThat(cno.takeTrigger()).isNull();
        a.post(1);
        a.post(2);
        b.post(3);
        assertThat(cno.await(Rig.LIMIT)).isIn(a, b);
        assertThat(cno.takeTrigger()).isNull();
        assertThat(cno.await(Duration.ZERO)).isNull();
        a.post(4);
        assertThat(cno.takeTrigger()).isSameAs(a);
    }

    @Test
    void aWaiterIsWokenByEachKindOfEvent() throws InterruptedException {
        EventDispatcher software = events(EventStream.SOFTWARE);
        Waiter w = blockedWaiter();
        software.post("x");
        assertThat(w.ends()).isSameAs(software);

        Rig.Side[] pair = pair(EndpointAttributes.defaults());
        pair[1].mustReceive(1);
        w = blockedWaiter();
        pair[0].mustSend(1);
        assertThat(w.ends()).isSameAs(pair[1].receives);

        EventDispatcher connections = events(EventStream.CONNECTION);
        Rig.Side c =
                rig
                .new Side(
                        rig.events(EventStream.DTO),
                        rig.events(EventStream.DTO),
                        connections,
                        EndpointAttributes.defaults());
        w = blockedWaiter();
        rig.requestFrom(c).reject();
        assertThat(w.ends()).isSameAs(connections);
    }

    @Test
    void completionsTriggerAgainAndAgain() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.defaults());
        for (int i = 0; i < 50; i++) {
            pair[1].mustReceive(i);
            pair[0].mustSend(i);
            assertThat(cno.await(Rig.LIMIT)).isSameAs(pair[1].receives);
            assertThat(Rig.completions(pair[1].receives)).containsExactly(i + ":SUCCESS");
            assertThat(cno.takeTrigger()).as("round %d", i).isNull();
            Rig.takeAll(pair[0].requests);
        }
    }

    @Test
    void aCompletionThatIsCountedBeforeItIsAnnouncedStillTriggers() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.defaults());
        pair[1].mustReceive(1);
        pair[1].mustReceive(2);
        pair[0].mustSend(1);
        // The queue has told, and is not armed again yet: the second message comes in silence.
        pair[0].mustSend(2);
        assertThat(pair[1].receives.size()).isEqualTo(2);
        assertThat(cno.await(Rig.LIMIT)).isSameAs(pair[1].receives);
        assertThat(cno.takeTrigger()).isNull();
        Rig.takeAll(pair[1].receives);
        assertThat(cno.takeTrigger()).isNull();
    }

    @Test
    void aWaiterOnTheDispatcherComesBeforeTheNotificationObject() throws InterruptedException {
        EventDispatcher a = events(EventStream.SOFTWARE);
        AtomicReference<Object> got = new AtomicReference<>();
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        got.set(a.await(Rig.LIMIT));
                                    } catch (InterruptedException e) {
                                        got.set(e);
                                    }
                                });
        Rig.until("the waiter blocks", () -> rig.fake.waitSet().blocked() == waiter);
        a.post("x");
        Rig.join(waiter);
        assertThat(got.get()).isNotNull();
        assertThat(cno.takeTrigger()).isNull();
    }

    @Test
    void whatAWaiterLeavesBehindTriggers() throws InterruptedException {
        EventDispatcher a = events(EventStream.SOFTWARE);
        AtomicReference<Object> got = new AtomicReference<>();
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        got.set(a.await(Rig.LIMIT, 2));
                                    } catch (InterruptedException e) {
                                        got.set(e);
                                    }
                                });
        Rig.until("the waiter blocks", () -> rig.fake.waitSet().blocked() == waiter);
        a.post("x");
        assertThat(cno.takeTrigger()).isNull();
        waiter.interrupt();
        Rig.join(waiter);
        assertThat(got.get()).isInstanceOf(InterruptedException.class);
        assertThat(cno.takeTrigger()).isSameAs(a);
    }

    @Test
    void afterAWaitOnTheDispatcherCompletionsTriggerAgain() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.defaults());
        for (int i = 0; i < 3; i++) {
            pair[1].mustReceive(i);
        }
        AtomicReference<Object> got = new AtomicReference<>();
        Thread waiter =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    try {
                                        got.set(pair[1].receives.await(Rig.LIMIT));
                                    } catch (InterruptedException e) {
                                        got.set(e);
                                    }
                                });
        Rig.until("the waiter blocks", () -> rig.fake.waitSet().blocked() == waiter);
        pair[0].mustSend(0); // uses the arming up
        Rig.join(waiter);
        assertThat(got.get()).isNotNull();
        assertThat(cno.takeTrigger()).isNull();
        pair[0].mustSend(1);
        assertThat(cno.await(Rig.LIMIT)).isSameAs(pair[1].receives);
    }

    @Test
    void aDisabledDispatcherDoesNotTriggerUntilItIsEnabled() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        assertThat(a.isEnabled()).isTrue();
        a.disable();
        a.post("x");
        assertThat(cno.takeTrigger()).isNull();
        assertThat(a.size()).isEqualTo(1);
        a.enable();
        assertThat(cno.takeTrigger()).isSameAs(a);
        a.enable();
        assertThat(cno.takeTrigger()).isNull();
        Rig.takeAll(a);
        a.disable();
        a.enable();
        assertThat(cno.takeTrigger()).isNull();
    }

    @Test
    void aDisabledDispatcherForCompletionsTriggersWhenItIsEnabled() throws InterruptedException {
        Rig.Side[] pair = pair(EndpointAttributes.defaults());
        pair[1].receives.disable();
        pair[1].mustReceive(1);
        pair[1].mustReceive(2);
        pair[0].mustSend(1);
        rig.drain();
        assertThat(cno.takeTrigger()).isNull();
        pair[1].receives.enable();
        assertThat(cno.takeTrigger()).isSameAs(pair[1].receives);
        Rig.takeAll(pair[1].receives);
        pair[0].mustSend(2);
        assertThat(cno.await(Rig.LIMIT)).isSameAs(pair[1].receives);
    }

    @Test
    void theNotificationObjectOfADispatcherCanChange() throws InterruptedException {
        NotificationObject other = rig.adapter.createNotificationObject(null);
        EventDispatcher a = rig.events(EventStream.SOFTWARE);
        a.post("x");
        assertThat(a.notificationObject()).isNull();
        a.setNotificationObject(cno);
        assertThat(a.notificationObject()).isSameAs(cno);
        assertThat(cno.takeTrigger()).as("events that wait").isSameAs(a);
        a.setNotificationObject(other);
        assertThat(other.takeTrigger()).isSameAs(a);
        a.post("y");
        assertThat(cno.takeTrigger()).isNull();
        assertThat(other.takeTrigger()).isSameAs(a);
        cno.close();
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_CNO_IN_USE, other::close);
        a.setNotificationObject(other);
        a.setNotificationObject(null);
        other.close();
        a.post("z");
    }

    @Test
    void aDispatcherForCompletionsFollowsItsNewNotificationObject() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        b.mustReceive(1);
        b.mustReceive(2);
        a.mustSend(1);
        b.receives.setNotificationObject(cno);
        assertThat(cno.takeTrigger()).isSameAs(b.receives);
        Rig.takeAll(b.receives);
        a.mustSend(2);
        assertThat(cno.await(Rig.LIMIT)).isSameAs(b.receives);
    }

    @Test
    void anEndTriggersOnlyForDispatchersThatGotSomething() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        b.receives.setNotificationObject(cno);
        b.requests.setNotificationObject(cno);
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        rig.drain();
        assertThat(cno.takeTrigger()).as("nothing was outstanding").isNull();
    }

    @Test
    void quietCompletionsDoNotTrigger() throws InterruptedException {
        Rig.Side[] pair =
                pair(
                        EndpointAttributes.builder()
                                .receiveCompletions(CompletionType.SOLICITED)
                                .build());
        for (int i = 0; i < 4; i++) {
            pair[1].mustReceive(i);
        }
        pair[0].mustSend(0);
        pair[1].receives.size();
        rig.drain();
        assertThat(cno.takeTrigger()).isNull();
        assertThat(pair[0].send(1, CompletionFlags.SOLICITED_WAIT)).isZero();
        assertThat(cno.await(Rig.LIMIT)).isSameAs(pair[1].receives);
        assertThat(Rig.takeAll(pair[1].receives)).hasSize(2);
    }

    @Test
    void oneTriggerWakesOneOfSeveralWaiters() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        List<Waiter> waiters = new ArrayList<>();
        waiters.add(blockedWaiter());
        for (int i = 0; i < 3; i++) {
            Waiter w = new Waiter(cno, i == 1);
            waiters.add(w);
            Rig.until(
                    "it sleeps",
                    () ->
                            w.thread.getState() == Thread.State.TIMED_WAITING
                                    || w.thread.getState() == Thread.State.WAITING);
        }
        for (int i = 1; i <= waiters.size(); i++) {
            a.post(i);
            int expected = i;
            Rig.until("waiter " + i + " ends", () -> ended(waiters) >= expected);
            assertThat(ended(waiters)).isEqualTo(expected);
        }
        waiters.forEach(w -> assertThat(w.ends()).isSameAs(a));
    }

    private static long ended(List<Waiter> waiters) {
        return waiters.stream().filter(w -> w.result.get() != null).count();
    }

    @Test
    void aTriggerForAWaiterThatLeavesGoesToTheNext() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        for (int i = 0; i < 200; i++) {
            Waiter first = blockedWaiter();
            Waiter second = new Waiter(cno, false);
            Rig.until("it sleeps", () -> second.thread.getState() == Thread.State.TIMED_WAITING);
            Thread interrupter = Thread.ofPlatform().start(first.thread::interrupt);
            a.post(i);
            Rig.join(interrupter);
            Object one = first.ends();
            if (one instanceof InterruptedException) {
                assertThat(second.ends()).isSameAs(a);
            } else {
                assertThat(one).isSameAs(a);
                a.post("another");
                assertThat(second.ends()).isSameAs(a);
            }
            Rig.takeAll(a);
            assertThat(cno.takeTrigger()).isNull();
        }
    }

    @Test
    void anInterruptedWaitLosesNoTrigger() throws InterruptedException {
        EventDispatcher a = events(EventStream.SOFTWARE);
        a.post("x");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> cno.await(Rig.LIMIT)).isInstanceOf(InterruptedException.class);
        assertThat(cno.await(Rig.LIMIT)).isSameAs(a);
    }

    @Test
    void aNotificationObjectInUseCannotBeClosed() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_CNO_IN_USE, cno::close);
        Waiter w = blockedWaiter();
        a.setNotificationObject(null);
        assertThatThrownBy(cno::close).hasMessageContaining("a thread that waits");
        a.setNotificationObject(cno);
        a.post("x");
        assertThat(w.ends()).isSameAs(a);
        a.close();
        cno.close();
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_CNO, cno::takeTrigger);
        refused(
                DatType.INVALID_HANDLE,
                DatSubtype.INVALID_HANDLE_CNO,
                () -> cno.await(Duration.ZERO));
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_CNO, () -> cno.setAgent(null));
        refused(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_CNO, cno::descriptor);
    }

    @Test
    void closingTheAdapterAbortsEveryWaiter() {
        Waiter first = blockedWaiter();
        Waiter second = new Waiter(cno, false);
        Rig.until("it sleeps", () -> second.thread.getState() == Thread.State.TIMED_WAITING);
        rig.adapter.close();
        for (Waiter w : List.of(first, second)) {
            assertThat(w.ends())
                    .hasToString(w.ends().toString())
                    .isInstanceOf(RuntimeException.class);
            assertThat(w.ends().toString()).contains("ABORT");
        }
    }

    @Test
    void aNotificationObjectOfAnotherAdapterIsRefused() {
        try (Rig other = Rig.manual().build()) {
            NotificationObject foreign = other.adapter.createNotificationObject(null);
            refused(
                    DatType.INVALID_HANDLE,
                    DatSubtype.INVALID_HANDLE_CNO,
                    () ->
                            rig.adapter.createEventDispatcher(
                                    4, Rig.streams(EventStream.SOFTWARE), foreign));
        }
        assertThat(cno.descriptor()).isEmpty();
    }

    // ---- agents

    @Test
    void anAgentIsCalledOutsideOfAllLocksOnTheDriversThread() {
        List<String> calls = new ArrayList<>();
        EventDispatcher a = events(EventStream.SOFTWARE);
        cno.setAgent(
                d -> {
                    assertThat(Thread.holdsLock(d)).isFalse();
                    assertThat(rig.adapter.control().isHeldByCurrentThread()).isFalse();
                    calls.add(Rig.takeAll(d).size() + " of " + (d == a));
                });
        a.post("x");
        a.post("y");
        assertThat(calls).as("nobody drives yet").isEmpty();
        rig.adapter.progress();
        assertThat(calls).containsExactly("2 of true");
        a.post("z");
        rig.adapter.progress();
        rig.adapter.progress();
        assertThat(calls).containsExactly("2 of true", "1 of true");
        assertThat(cno.takeTrigger()).as("the calls used the triggers up").isNull();
    }

    @Test
    void anAgentThatThrowsIsReportedAndStopsNothing() throws InterruptedException {
        EventDispatcher a = events(EventStream.SOFTWARE);
        AtomicInteger calls = new AtomicInteger();
        cno.setAgent(
                d -> {
                    calls.incrementAndGet();
                    throw new AssertionError("planned");
                });
        a.post("x");
        rig.adapter.progress();
        assertThat(rig.adapter.asyncEvents().await(Rig.LIMIT))
                .isInstanceOfSatisfying(
                        AsyncEvent.ProviderInternalError.class,
                        e -> assertThat(e.reason()).contains("planned"));
        a.post("y");
        rig.adapter.progress();
        assertThat(calls).hasValue(2);
    }

    @Test
    void anAgentThatIsSetLateIsToldOfWhatIsRemembered() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        a.post("x");
        List<EventDispatcher> calls = new ArrayList<>();
        cno.setAgent(calls::add);
        assertThat(cno.agent()).isNotNull();
        rig.adapter.progress();
        assertThat(calls).containsExactly(a);
        cno.setAgent(null);
        a.post("y");
        rig.adapter.progress();
        assertThat(calls).hasSize(1);
        assertThat(cno.takeTrigger()).isSameAs(a);
    }

    @Test
    void agentAndWaiterAreBothTold() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        List<EventDispatcher> calls = Collections.synchronizedList(new ArrayList<>());
        cno.setAgent(calls::add);
        for (int i = 1; i <= 100; i++) {
            Waiter w = blockedWaiter();
            a.post(i);
            assertThat(w.ends()).isSameAs(a);
            rig.drain();
            assertThat(calls).hasSize(i);
            Rig.takeAll(a);
            rig.drain();
        }
    }

    @Test
    void anAgentMayCloseWhatItLikes() {
        EventDispatcher a = events(EventStream.SOFTWARE);
        Rig.Side side = rig.side();
        AtomicBoolean called = new AtomicBoolean();
        cno.setAgent(
                d -> {
                    called.set(true);
                    side.endpoint.close();
                    a.close();
                    cno.close();
                });
        a.post("x");
        rig.adapter.progress();
        assertThat(called).isTrue();
        assertThat(cno.isClosed()).isTrue();
        assertThat(side.endpoint.isClosed()).isTrue();
    }

    // ---- no trigger is lost

    @Test
    void noTriggerIsLostAmongPostersPollersAndWaiters() throws InterruptedException {
        rig.close();
        rig = Rig.auto().parker(new StrictParker()).build();
        cno = rig.adapter.createNotificationObject(null);
        Rig.Side[] pair = pair(EndpointAttributes.defaults());
        EventDispatcher software = events(EventStream.SOFTWARE);
        pair[0].pair().mode = FakeQueuePair.Mode.AT_ONCE;
        int rounds = 4000;
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicInteger taken = new AtomicInteger();
        Thread consumer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    EventBatch batch = rig.adapter.createEventBatch(4);
                                    try {
                                        while (taken.get() < rounds) {
                                            if (cno.await(Rig.LIMIT) == null) {
                                                throw new AssertionError("a trigger was lost");
                                            }
                                            int n;
                                            do {
                                                n = software.poll(batch);
                                                n += pair[1].receives.poll(batch);
                                                taken.addAndGet(n);
                                            } while (n > 0);
                                        }
                                    } catch (Throwable t) {
                                        failure.set(t);
                                    }
                                });
        Thread counter =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    while (taken.get() < rounds && failure.get() == null) {
                                        pair[1].receives.size();
                                        Thread.yield();
                                    }
                                });
        SplittableRandom random = new SplittableRandom(77);
        EventBatch batch = rig.adapter.createEventBatch(16);
        for (int i = 0; i < rounds && failure.get() == null; i++) {
            for (int s = random.nextInt(200); s > 0; s--) {
                Thread.onSpinWait();
            }
            if (random.nextBoolean()) {
                software.post(i);
            } else {
                pair[1].mustReceive(i);
                pair[0].mustSend(i);
                pair[0].requests.poll(batch);
            }
            if (random.nextInt(3) > 0 || i % 8 == 7) {
                int expected = i + 1;
                Rig.until("event " + i + " is taken", () -> taken.get() >= expected);
            }
        }
        Rig.join(consumer);
        Rig.join(counter);
        assertThat(failure.get()).isNull();
    }
}
