package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.EventBatch;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EventDispatcherTest {

    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    static void refused(DatType type, DatSubtype subtype, ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> {
                            assertThat(e.type()).isEqualTo(type);
                            assertThat(e.subtype()).isEqualTo(subtype);
                        });
    }

    private EventDispatcher software(int depth) {
        return rig.adapter.createEventDispatcher(depth, EventStream.SOFTWARE);
    }

    /** A thread that waits on a dispatcher, and what came of it. */
    private static final class Waiter {
        final AtomicReference<Object> result = new AtomicReference<>();
        final Thread thread;

        Waiter(EventDispatcher events, int threshold) {
            thread =
                    Thread.ofPlatform()
                            .name("waiter")
                            .start(
                                    () -> {
                                        try {
                                            Event e = events.await(Rig.LIMIT, threshold);
                                            result.set(e == null ? "time ran out" : e);
                                        } catch (InterruptedException | RuntimeException e) {
                                            result.set(e);
                                        }
                                    });
        }

        Object ends() {
            Rig.join(thread);
            return result.get();
        }

        void fails(DatType type, DatSubtype subtype) {
            assertThat(ends())
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> {
                                assertThat(e.type()).isEqualTo(type);
                                assertThat(e.subtype()).isEqualTo(subtype);
                            });
        }
    }

    private Waiter blockedWaiter(EventDispatcher events, int threshold) {
        Waiter w = new Waiter(events, threshold);
        Rig.until("the waiter blocks", () -> rig.fake.waitSet().blocked() == w.thread);
        return w;
    }

    // ---- order

    @Test
    void establishedComesBeforeTheCompletionsThatCameFirst() throws InterruptedException {
        Rig.Side active = rig.sideOnOneDispatcher();
        Rig.Side passive = rig.side();
        for (int i = 1; i <= 3; i++) {
            active.mustReceive(i);
        }
        rig.fake.holdEvents();
        active.endpoint.connect(rig.address(), org.jdapl.api.ConnectOptions.within(Rig.LIMIT));
        rig.fake.releaseEvents();
        rig.fake.holdEvents();
        rig.requestEvents()
                .expect(org.jdapl.api.ConnectionRequestEvent.class, Rig.LIMIT)
                .request()
                .accept(passive.endpoint);
        rig.fake.releaseEvent(0); // established at the passive side
        rig.drain();
        passive.mustSend(1);
        passive.mustSend(2);
        // The messages are here, and the event is not: whatever is called gives nothing away.
        EventBatch batch = rig.adapter.createEventBatch(8);
        assertThat(active.connections.poll(batch)).isZero();
        assertThat(active.connections.size()).isZero();
        assertThat(active.connections.dequeue()).isNull();
        assertThat(active.connections.await(Duration.ZERO)).isNull();
        passive.mustSend(3);
        rig.fake.releaseEvents();
        assertThat(active.connections.poll(batch)).isEqualTo(4);
        assertThat(batch.event(0)).isInstanceOf(ConnectionEvent.Established.class);
        assertThat(LongStream.rangeClosed(1, 3).map(i -> batch.cookie((int) i)).toArray())
                .containsExactly(1, 2, 3);
    }

    @Test
    void completionsThatWereHeldBackComeBeforeTheFlushesOfAFailedAttempt()
            throws InterruptedException {
        Rig.Side active = rig.sideOnOneDispatcher();
        for (int i = 1; i <= 4; i++) {
            active.mustReceive(i);
        }
        rig.requestFrom(active);
        active.pair().completeReceive(CompletionStatus.SUCCESS, 5, false);
        assertThat(active.receives.size()).isZero();
        active.pair().completeReceive(CompletionStatus.SUCCESS, 6, false);
        active.endpoint.disconnect(DisconnectMode.ABRUPT);
        assertThat(Rig.texts(active.receives))
                .containsExactly(
                        "1:SUCCESS", "2:SUCCESS", "3:FLUSHED", "4:FLUSHED", "Disconnected");
    }

    /** So whoever answers a message that has come can: the endpoint is connected by then. */
    @Test
    void onSeparateDispatchersACompletionWaitsUntilTheEndpointIsConnected()
            throws InterruptedException {
        Rig.Side active = rig.side();
        Rig.Side passive = rig.side();
        passive.mustReceive(1);
        passive.mustReceive(2);
        rig.fake.holdEvents();
        active.endpoint.connect(rig.address(), org.jdapl.api.ConnectOptions.within(Rig.LIMIT));
        rig.fake.releaseEvents();
        rig.fake.holdEvents();
        rig.requestEvents()
                .expect(org.jdapl.api.ConnectionRequestEvent.class, Rig.LIMIT)
                .request()
                .accept(passive.endpoint);
        passive.pair().completeReceive(CompletionStatus.SUCCESS, 5, false);
        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.COMPLETION_PENDING);
        assertThat(passive.receives.dequeue()).isNull();
        assertThat(passive.receives.size()).isZero();

        rig.fake.releaseEvents();
        rig.drain();
        passive.pair().completeReceive(CompletionStatus.SUCCESS, 6, false);

        assertThat(passive.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
        assertThat(Rig.completions(passive.receives)).containsExactly("1:SUCCESS", "2:SUCCESS");
        passive.mustSend(3);
    }

    @Test
    void aWaiterIsWokenForWhatWasHeldBackOnASeparateDispatcher() throws InterruptedException {
        Rig.Side active = rig.side();
        Rig.Side passive = rig.side();
        passive.mustReceive(1);
        ConnectionRequest request = rig.requestFrom(active);
        rig.fake.holdEvents();
        request.accept(passive.endpoint);
        passive.pair().completeReceive(CompletionStatus.SUCCESS, 5, false);
        Waiter waiter = blockedWaiter(passive.receives, 1);

        rig.fake.releaseEvents();
        rig.fake.waitSet().wake();

        assertThat(waiter.ends()).isInstanceOf(DtoCompletion.class);
    }

    @Test
    void whoSeesTheEstablishedEventCanPostAtOnce() throws InterruptedException {
        for (int round = 0; round < 300; round++) {
            Rig.Side a = rig.sideOnOneDispatcher();
            Rig.Side b = rig.sideOnOneDispatcher();
            b.mustReceive(1);
            rig.requestFrom(a).accept(b.endpoint);
            AtomicReference<Object> seen = new AtomicReference<>();
            CountDownLatch ready = new CountDownLatch(1);
            Thread consumer =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        EventBatch batch = rig.adapter.createEventBatch(1);
                                        ready.countDown();
                                        while (a.connections.poll(batch) == 0) {
                                            Thread.onSpinWait();
                                        }
                                        seen.set(a.endpoint.state() + " " + a.send(2));
                                    });
            assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
            rig.adapter.progress();
            Rig.join(consumer);
            assertThat(seen.get()).isEqualTo("CONNECTED " + PostStatus.OK);
            a.endpoint.close();
            b.endpoint.close();
            a.connections.close();
            b.connections.close();
        }
    }

    @Test
    void noCompletionOvertakesItsEstablishedEventWhoeverPolls() throws InterruptedException {
        for (int round = 0; round < 100; round++) {
            Rig.Side a = rig.sideOnOneDispatcher();
            Rig.Side b = rig.side();
            for (int i = 0; i < 64; i++) {
                a.mustReceive(i);
            }
            ConnectionRequest request = rig.requestFrom(a);
            rig.fake.holdEvents();
            request.accept(b.endpoint);
            rig.fake.releaseEvent(0); // established at the sender
            rig.drain();
            List<String> seen = Collections.synchronizedList(new ArrayList<>());
            AtomicBoolean over = new AtomicBoolean();
            CountDownLatch ready = new CountDownLatch(2);
            Thread poller =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        EventBatch batch = rig.adapter.createEventBatch(3);
                                        ready.countDown();
                                        while (!over.get() || a.connections.size() > 0) {
                                            int n = a.connections.poll(batch);
                                            for (int i = 0; i < n; i++) {
                                                seen.add(Rig.text(batch.event(i)));
                                            }
                                        }
                                    });
            Thread sender =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        ready.countDown();
                                        for (int i = 0; i < 64; i++) {
                                            b.mustSend(i);
                                        }
                                    });
            assertThat(ready.await(10, TimeUnit.SECONDS)).isTrue();
            rig.fake.releaseEvents();
            rig.adapter.progress();
            Rig.join(sender);
            Rig.until("the event is told", () -> a.endpoint.state() == EndpointState.CONNECTED);
            over.set(true);
            Rig.join(poller);
            List<String> expected = new ArrayList<>();
            expected.add("Established");
            for (int i = 0; i < 64; i++) {
                expected.add(i + ":SUCCESS");
            }
            assertThat(seen).as("round %d", round).isEqualTo(expected);
            for (Rig.Side side : List.of(a, b)) {
                side.endpoint.close();
            }
            a.connections.close();
            b.connections.close();
            b.requests.close();
            b.receives.close();
        }
    }

    @Test
    void anEndByThePeerThatCutsRequestsShortIsBrokenAndComesAfterAllCompletions()
            throws InterruptedException {
        Rig.Side a = rig.sideOnOneDispatcher();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        for (int i = 1; i <= 4; i++) {
            a.mustReceive(i);
            a.mustSend(10 + i);
        }
        a.pair().completeSend(CompletionStatus.SUCCESS);
        b.mustSend(99);
        b.endpoint.disconnect(DisconnectMode.ABRUPT);
        rig.drain();
        assertThat(Rig.texts(a.connections))
                .containsExactlyInAnyOrder(
                        "11:SUCCESS",
                        "1:SUCCESS",
                        "12:FLUSHED",
                        "13:FLUSHED",
                        "14:FLUSHED",
                        "2:FLUSHED",
                        "3:FLUSHED",
                        "4:FLUSHED",
                        "Broken")
                .endsWith("Broken")
                .containsSubsequence("11:SUCCESS", "12:FLUSHED", "13:FLUSHED", "14:FLUSHED")
                .containsSubsequence("1:SUCCESS", "2:FLUSHED", "3:FLUSHED", "4:FLUSHED");
    }

    @Test
    void anEndByThePeerThatFindsNothingButReceivesAndSuppressedRequestsIsDisconnected()
            throws InterruptedException {
        Rig.Side a = rig.sideOnOneDispatcher();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustReceive(1);
        assertThat(a.send(2, CompletionFlags.SUPPRESS)).isZero();
        b.endpoint.disconnect(DisconnectMode.ABRUPT);
        rig.drain();
        // No completion can tell whether the request was done.
        assertThat(Rig.texts(a.connections)).contains("1:FLUSHED").endsWith("Disconnected");
    }

    @Test
    void eventsOfOneStreamComeInOrderThroughBothForms() throws InterruptedException {
        EventDispatcher events = software(64);
        for (int i = 0; i < 40; i++) {
            events.post(i);
        }
        EventBatch batch = rig.adapter.createEventBatch(7);
        int next = 0;
        while (events.size() > 0) {
            if (next % 2 == 0) {
                assertThat(((SoftwareEvent) events.await(Rig.LIMIT)).payload()).isEqualTo(next++);
            }
            int n = events.poll(batch);
            for (int i = 0; i < n; i++) {
                assertThat(((SoftwareEvent) batch.event(i)).payload()).isEqualTo(next++);
            }
        }
        assertThat(next).isEqualTo(40);
    }

    @Test
    void aBatchIsFilledAcrossRingAndQueue() throws InterruptedException {
        EventDispatcher all = rig.events(EventStream.DTO, EventStream.SOFTWARE);
        Rig.Side a =
                rig
                .new Side(
                        all,
                        all,
                        rig.events(EventStream.CONNECTION),
                        EndpointAttributes.defaults());
        Rig.Side b = rig.side();
        rig.connect(a, b);
        all.post("software");
        for (int i = 0; i < 10; i++) {
            b.mustReceive(i);
            a.mustSend(i);
        }
        EventBatch batch = rig.adapter.createEventBatch(8);
        assertThat(all.poll(batch)).isEqualTo(8);
        assertThat(batch.isCompletion(0)).isFalse();
        assertThat(batch.cookie(7)).isEqualTo(6);
        assertThat(all.poll(batch)).isEqualTo(3);
        assertThat(batch.cookie(2)).isEqualTo(9);
        assertThat(all.poll(batch)).isZero();
        assertThat(batch.size()).isZero();
    }

    @Test
    void aCompletionSaysAllThatItHas() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        b.mustReceive(-7);
        assertThat(a.endpoint.postSend(rig.memory, 0, 33, Long.MIN_VALUE, CompletionFlags.DEFAULT))
                .isZero();
        DtoCompletion sent = a.requests.expectSuccess(Rig.LIMIT);
        assertThat(sent)
                .isEqualTo(
                        new DtoCompletion(
                                a.requests,
                                a.endpoint,
                                Long.MIN_VALUE,
                                CompletionStatus.SUCCESS,
                                OperationKind.SEND,
                                33,
                                false,
                                0,
                                0,
                                0));
        DtoCompletion received = b.receives.expectSuccess(Rig.LIMIT);
        assertThat(received.cookie()).isEqualTo(-7);
        assertThat(received.length()).isEqualTo(33);
        assertThat(received.operation()).isEqualTo(OperationKind.RECEIVE);
        assertThat(received.endpoint()).isSameAs(b.endpoint);
    }

    // ---- thresholds

    @Test
    void aWaitWithAThresholdEndsWhenSoManyEventsAreThere() {
        EventDispatcher events = software(8);
        Waiter w = blockedWaiter(events, 3);
        events.post("a");
        events.post("b");
        assertThat(w.result.get()).isNull();
        events.post("c");
        assertThat(w.ends()).isEqualTo(new SoftwareEvent(events, "a"));
        assertThat(events.size()).isEqualTo(2);
    }

    @Test
    void aWaitWithAThresholdCountsCompletionsInTheQueueToo() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (int i = 0; i < 3; i++) {
            b.mustReceive(i);
        }
        Waiter w = blockedWaiter(b.receives, 3);
        for (int i = 0; i < 3; i++) {
            assertThat(w.result.get()).isNull();
            a.mustSend(i);
        }
        assertThat(((DtoCompletion) w.ends()).cookie()).isZero();
        assertThat(b.receives.size()).isEqualTo(2);
    }

    @Test
    void nothingIsTakenWhenTheTimeOfAThresholdRunsOut() throws InterruptedException {
        EventDispatcher events = software(8);
        events.post("a");
        assertThat(events.await(Duration.ofMillis(5), 2)).isNull();
        assertThat(events.await(Duration.ZERO, 2)).isNull();
        assertThat(events.size()).isEqualTo(1);
        assertThat(events.await(Duration.ZERO, 1)).isNotNull();
    }

    @Test
    void aThresholdOutsideOfTheDepthIsRefused() {
        EventDispatcher events = software(4);
        for (int threshold : new int[] {0, -1, 5}) {
            refused(
                    DatType.INVALID_PARAMETER,
                    DatSubtype.INVALID_ARG3,
                    () -> events.await(Duration.ZERO, threshold));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aThresholdAboveOneIsRefusedWhereCompletionsAreNotOfThatType(boolean solicited) {
        Rig.Side side =
                rig.side(
                        b -> {
                            if (solicited) {
                                b.receiveCompletions(CompletionType.SOLICITED);
                            } else {
                                b.receiveCompletions(CompletionType.UNSIGNALLED);
                            }
                        });
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_CONFIG_SOLICITED,
                () -> side.receives.await(Duration.ZERO, 2));
        side.endpoint.close();
        assertThatNothingComes(side.receives, 2);
    }

    private static void assertThatNothingComes(EventDispatcher events, int threshold) {
        try {
            assertThat(events.await(Duration.ZERO, threshold)).isNull();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aNegativeTimeIsRefused() {
        EventDispatcher events = software(4);
        EventBatch batch = rig.adapter.createEventBatch(1);
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG2,
                () -> events.await(Duration.ofNanos(-1)));
        refused(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG2, () -> events.await(batch, -1));
    }

    // ---- who notifies

    @Test
    void aWaiterForSolicitedReceivesSleepsThroughTheOthers() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side(x -> x.receiveCompletions(CompletionType.SOLICITED));
        rig.connect(a, b);
        for (int i = 0; i < 4; i++) {
            b.mustReceive(i);
        }
        Waiter w = blockedWaiter(b.receives, 1);
        assertThat(b.pair().receiveQueue().lastSolicited()).isTrue();
        a.mustSend(0);
        assertThat(b.receives.size()).isEqualTo(1);
        assertThat(w.result.get()).isNull();
        assertThat(a.send(1, CompletionFlags.SOLICITED_WAIT)).isZero();
        assertThat(((DtoCompletion) w.ends()).cookie()).isZero();
        // One without notification is there: a wait that finds nothing else runs out, a poll takes.
        a.mustSend(2);
        assertThat(((DtoCompletion) b.receives.await(Duration.ZERO)).cookie()).isEqualTo(1);
        assertThat(b.receives.await(Duration.ofMillis(5))).isNull();
        assertThat(Rig.completions(b.receives)).containsExactly("2:SUCCESS");
    }

    @Test
    void aFailedReceiveNotifiesAlsoWhereOnlySolicitedOnesDo() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side(x -> x.receiveCompletions(CompletionType.SOLICITED));
        rig.connect(a, b);
        b.mustReceive(1);
        Waiter w = blockedWaiter(b.receives, 1);
        b.pair().completeReceive(CompletionStatus.LOCAL_LENGTH, 0, false);
        assertThat(Rig.text((Event) w.ends())).isEqualTo("1:LOCAL_LENGTH");
    }

    @Test
    void anUnsignalledRequestIsQueuedButWakesNobody() throws InterruptedException {
        Rig.Side a = rig.side(x -> x.requestCompletions(CompletionType.UNSIGNALLED));
        Rig.Side b = rig.side();
        rig.connect(a, b);
        for (int i = 0; i < 4; i++) {
            b.mustReceive(i);
        }
        Waiter w = blockedWaiter(a.requests, 1);
        assertThat(a.pair().requestQueue().lastSolicited()).isFalse();
        assertThat(a.send(1, CompletionFlags.UNSIGNALLED)).isZero();
        assertThat(a.requests.size()).isEqualTo(1);
        assertThat(w.result.get()).isNull();
        a.mustSend(2);
        assertThat(((DtoCompletion) w.ends()).cookie()).isEqualTo(1);
        assertThat(Rig.completions(a.requests)).containsExactly("2:SUCCESS");
    }

    @Test
    void anUnsignalledRequestIsRefusedWhereTheEndpointWasNotMadeForIt()
            throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        assertThat(a.send(1, CompletionFlags.UNSIGNALLED)).isEqualTo(PostStatus.INVALID_ARGUMENT);
    }

    // ---- waiters

    @Test
    void aSecondThreadMayNeitherWaitNorTakeNorResize() {
        EventDispatcher events = software(4);
        Waiter w = blockedWaiter(events, 1);
        EventBatch batch = rig.adapter.createEventBatch(1);
        DatSubtype waits = DatSubtype.INVALID_STATE_EVD_WAITER;
        refused(DatType.INVALID_STATE, waits, () -> events.await(Duration.ZERO));
        refused(DatType.INVALID_STATE, waits, () -> events.await(batch, 0));
        refused(DatType.INVALID_STATE, waits, () -> events.poll(batch));
        refused(DatType.INVALID_STATE, waits, events::dequeue);
        refused(DatType.INVALID_STATE, waits, () -> events.resize(8));
        assertThat(events.size()).isZero();
        events.post("x");
        assertThat(w.ends()).isEqualTo(new SoftwareEvent(events, "x"));
        assertThat(events.dequeue()).isNull();
    }

    @Test
    void aDispatcherCannotBeClosedUnderItsWaiter() {
        EventDispatcher events = software(4);
        Waiter w = blockedWaiter(events, 1);
        refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, events::close);
        assertThat(events.isClosed()).isFalse();
        events.post("x");
        w.ends();
        events.close();
        events.close();
        assertThat(events.isClosed()).isTrue();
    }

    @Test
    void anUnwaitableDispatcherEndsTheWaitAndRefusesOthers() throws InterruptedException {
        EventDispatcher events = software(4);
        Waiter w = blockedWaiter(events, 1);
        events.setUnwaitable();
        w.fails(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_UNWAITABLE);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_UNWAITABLE,
                () -> events.await(Duration.ZERO));
        assertThat(events.isWaitable()).isFalse();
        events.post("x");
        assertThat(events.dequeue()).isNotNull();
        events.clearUnwaitable();
        assertThat(events.isWaitable()).isTrue();
        assertThat(events.await(Duration.ZERO)).isNull();
    }

    @Test
    void aWaitEndsAlsoWhereItBecomesWaitableAgainAtOnce() {
        EventDispatcher events = software(4);
        for (int i = 0; i < 200; i++) {
            Waiter w = i % 2 == 0 ? blockedWaiter(events, 1) : new Waiter(events, 1);
            if (i % 2 == 1) {
                Rig.until("the wait has begun", () -> isWaitedOn(events));
            }
            events.setUnwaitable();
            events.clearUnwaitable();
            w.fails(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_UNWAITABLE);
        }
    }

    private static boolean isWaitedOn(EventDispatcher events) {
        try {
            events.dequeue();
            return false;
        } catch (DatException e) {
            return true;
        }
    }

    @Test
    void anInterruptedWaitLosesNoEvent() throws InterruptedException {
        EventDispatcher events = software(4);
        Waiter w = blockedWaiter(events, 2);
        events.post("a");
        w.thread.interrupt();
        assertThat(w.ends()).isInstanceOf(InterruptedException.class);
        events.post("b");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> events.await(Rig.LIMIT)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(((SoftwareEvent) events.await(Rig.LIMIT)).payload()).isEqualTo("a");
        assertThat(((SoftwareEvent) events.await(Rig.LIMIT)).payload()).isEqualTo("b");
    }

    @Test
    void anInterruptEndsTheWaitOfAFollowerAndOfAVirtualThread() {
        EventDispatcher first = software(4);
        EventDispatcher second = software(4);
        Waiter leader = blockedWaiter(first, 1);
        Waiter follower = new Waiter(second, 1);
        Rig.until("the follower waits", () -> isWaitedOn(second));
        follower.thread.interrupt();
        assertThat(follower.ends()).isInstanceOf(InterruptedException.class);
        first.post("x");
        leader.ends();
    }

    @Test
    void closingTheAdapterAbortsEveryWaiter() {
        EventDispatcher first = software(4);
        EventDispatcher second = software(4);
        Waiter leader = blockedWaiter(first, 1);
        Waiter follower = new Waiter(second, 1);
        Rig.until("the follower waits", () -> isWaitedOn(second));
        rig.adapter.close();
        leader.fails(DatType.ABORT, DatSubtype.NO_SUBTYPE);
        follower.fails(DatType.ABORT, DatSubtype.NO_SUBTYPE);
        assertThat(first.isClosed()).isTrue();
    }

    @Test
    void aClosedDispatcherRefusesEveryCall() {
        EventDispatcher events = software(4);
        events.post("lost");
        events.close();
        EventBatch batch = rig.adapter.createEventBatch(1);
        DatSubtype closed = DatSubtype.INVALID_HANDLE_EVD_REQUEST;
        List<ThrowingCallable> calls =
                List.of(
                        () -> events.await(Duration.ZERO),
                        () -> events.await(batch, 0),
                        events::dequeue,
                        () -> events.poll(batch),
                        () -> events.post("x"),
                        () -> events.resize(8),
                        events::depth,
                        events::size,
                        events::enable,
                        events::disable,
                        events::setUnwaitable,
                        events::clearUnwaitable,
                        () -> events.setNotificationObject(null));
        for (ThrowingCallable call : calls) {
            refused(DatType.INVALID_HANDLE, closed, call);
        }
    }

    // ---- depth

    @Test
    void softwareEventsThatDoNotFitAreRefused() throws InterruptedException {
        EventDispatcher events = software(3);
        for (int i = 0; i < 3; i++) {
            events.post(i);
        }
        refused(DatType.QUEUE_FULL, DatSubtype.NO_SUBTYPE, () -> events.post("x"));
        assertThat(events.size()).isEqualTo(3);
        events.await(Rig.LIMIT);
        events.post(3);
        assertThat(Rig.takeAll(events)).hasSize(3);
        assertThat(rig.adapter.asyncEvents().size()).as("no overflow is told").isZero();
    }

    @Test
    void completionsCountAgainstSoftwareEventsButAreNeverLost() throws InterruptedException {
        EventDispatcher all =
                rig.adapter.createEventDispatcher(2, EventStream.DTO, EventStream.SOFTWARE);
        EndpointAttributes small =
                EndpointAttributes.builder().maxReceives(2).maxRequests(2).build();
        Rig.Side a = rig.new Side(all, all, rig.events(EventStream.CONNECTION), small);
        Rig.Side b = rig.side();
        rig.connect(a, b);
        assertThat(all.depth()).isEqualTo(4);
        b.mustReceive(1);
        a.mustSend(1);
        for (int i = 0; i < 3; i++) {
            all.post(i);
        }
        refused(DatType.QUEUE_FULL, DatSubtype.NO_SUBTYPE, () -> all.post("x"));
        a.mustReceive(2);
        b.mustSend(2);
        assertThat(Rig.texts(all))
                .containsExactlyInAnyOrder(
                        "1:SUCCESS",
                        "2:SUCCESS",
                        "SoftwareEvent",
                        "SoftwareEvent",
                        "SoftwareEvent");
    }

    @Test
    void aDispatcherWithoutTheStreamTakesNoSoftwareEvents() {
        EventDispatcher events = rig.events(EventStream.CONNECTION);
        refused(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG1, () -> events.post("x"));
    }

    @Test
    void theDepthCanChangeWithoutLosingEvents() {
        EventDispatcher events = software(4);
        for (int i = 0; i < 4; i++) {
            events.post(i);
        }
        refused(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE, () -> events.resize(3));
        assertThat(events.depth()).isEqualTo(4);
        events.resize(200);
        assertThat(events.depth()).isEqualTo(200);
        for (int i = 4; i < 200; i++) {
            events.post(i);
        }
        refused(DatType.QUEUE_FULL, DatSubtype.NO_SUBTYPE, () -> events.post("x"));
        assertThat(Rig.takeAll(events))
                .extracting(e -> ((SoftwareEvent) e).payload())
                .isEqualTo(LongStream.range(0, 200).mapToObj(i -> (int) i).toList());
        events.resize(1);
        assertThat(events.depth()).isEqualTo(1);
    }

    @Test
    void aDepthThatIsNotLegalIsRefused() {
        EventDispatcher events = software(4);
        for (int depth : new int[] {0, -1, rig.adapter.attributes().maxEventDepth() + 1}) {
            refused(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG2, () -> events.resize(depth));
            refused(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG2, () -> software(depth));
        }
        assertThat(events.depth()).isEqualTo(4);
    }

    @Test
    void aDispatcherGrowsWithItsEndpointsAndNeverBelowThem() {
        Rig.Side side = rig.side(b -> b.maxReceives(100).maxRequests(50));
        assertThat(side.receives.depth()).isEqualTo(100);
        assertThat(side.requests.depth()).isEqualTo(50);
        Rig.Side more =
                rig
                .new Side(
                        side.receives,
                        side.receives,
                        side.connections,
                        EndpointAttributes.builder().maxReceives(10).maxRequests(20).build());
        assertThat(side.receives.depth()).isEqualTo(130);
        side.receives.resize(1);
        assertThat(side.receives.depth()).isEqualTo(130);
        more.endpoint.close();
        side.receives.resize(1);
        assertThat(side.receives.depth()).isEqualTo(100);
    }

    @Test
    void anEndpointThatADispatcherCannotHoldIsRefusedAndLeavesNothingBehind() {
        int max = rig.adapter.attributes().maxEventDepth();
        EventDispatcher events = rig.events(EventStream.DTO, EventStream.CONNECTION);
        EndpointAttributes big =
                EndpointAttributes.builder().maxReceives(4096).maxRequests(4096).build();
        int fit = max / 8192;
        for (int i = 0; i < fit; i++) {
            rig.adapter.createEndpoint(rig.zone, events, events, events, big);
        }
        refused(
                DatType.INSUFFICIENT_RESOURCES,
                DatSubtype.RESOURCE_TEVD,
                () -> rig.adapter.createEndpoint(rig.zone, events, events, events, big));
        assertThat(rig.fake.queuePairs()).hasSize(fit);
        assertThat(events.depth()).isEqualTo(fit * 8192);
    }

    @Test
    void whereQueuesCannotGrowTheEndpointIsRefused() {
        rig.provider.grows = false;
        EventDispatcher events = rig.events(EventStream.DTO);
        refused(
                DatType.MODEL_NOT_SUPPORTED,
                DatSubtype.NO_SUBTYPE,
                () ->
                        rig.adapter.createEndpoint(
                                rig.zone, events, events, null, EndpointAttributes.defaults()));
        events.close();
    }

    @Test
    void aDispatcherInUseCannotBeClosed() {
        Rig.Side side = rig.side();
        for (EventDispatcher d : List.of(side.receives, side.requests, side.connections)) {
            refused(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, d::close);
        }
        rig.point();
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_IN_USE,
                rig.requestEvents()::close);
        refused(
                DatType.INVALID_STATE,
                DatSubtype.INVALID_STATE_EVD_IN_USE,
                rig.adapter.asyncEvents()::close);
        side.endpoint.close();
        for (EventDispatcher d : List.of(side.receives, side.requests, side.connections)) {
            d.close();
        }
    }

    @Test
    void streamsThatAreNotLegalAreRefused() {
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG4,
                () -> rig.adapter.createEventDispatcher(4, java.util.Set.of(), null));
        refused(
                DatType.INVALID_PARAMETER,
                DatSubtype.INVALID_ARG4,
                () -> rig.adapter.createEventDispatcher(4, EventStream.ASYNC));
    }

    @Test
    void onlyADispatcherForCompletionsHasAQueueOfTheProvider() {
        int before = rig.provider.plan.count("createCompletionQueue");
        rig.events(EventStream.SOFTWARE, EventStream.CONNECTION);
        assertThat(rig.provider.plan.count("createCompletionQueue")).isEqualTo(before);
        rig.events(EventStream.DTO);
        assertThat(rig.provider.plan.count("createCompletionQueue")).isEqualTo(before + 1);
    }

    @Test
    void aStrayCompletionIsCountedAndDropped() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        long[] strange = {-1, 0, Long.MAX_VALUE, 1L << 40, 77L << 32};
        for (long id : strange) {
            a.pair().requestQueue().inject(id, 0, 0, 0, 0);
        }
        assertThat(a.requests.size()).isZero();
        assertThat(rig.adapter.strayCompletions()).isEqualTo(strange.length);
        b.mustReceive(1);
        a.mustSend(2);
        assertThat(Rig.completions(a.requests)).containsExactly("2:SUCCESS");
    }

    @Test
    void aCompletionThatComesTwiceCountsOnce() throws InterruptedException {
        Rig.Side a = rig.side();
        Rig.Side b = rig.side();
        rig.connect(a, b);
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustSend(1);
        long id = a.pair().oldestSend();
        a.pair().completeSend(CompletionStatus.SUCCESS);
        a.pair().requestQueue().inject(id, 0, 0, 0, 0);
        assertThat(Rig.completions(a.requests)).containsExactly("1:SUCCESS");
        assertThat(rig.adapter.strayCompletions()).isEqualTo(1);
        assertThat(a.endpoint.state()).isEqualTo(EndpointState.CONNECTED);
    }

    @Test
    void anExceptionOfTheQueueDoesNotLockTheDispatcherForEver() {
        EventDispatcher events = rig.events(EventStream.DTO, EventStream.SOFTWARE);
        rig.provider.plan.failNext("poll", new IllegalStateException("planned"));
        assertThat(events.size()).isZero();
        rig.uncheck(); // the fake saw a poll that did not end
        events.post("x");
        assertThat(events.size()).isEqualTo(1);
        rig.drain();
        assertThat(Rig.texts(rig.adapter.asyncEvents())).containsExactly("AdapterCatastrophic");
    }

    @Test
    void eventsOfABatchAreGuardedByTheirIndex() {
        EventDispatcher events = software(4);
        events.post("x");
        EventBatch batch = rig.adapter.createEventBatch(3);
        assertThat(batch.capacity()).isEqualTo(3);
        events.poll(batch);
        assertThat(batch.size()).isEqualTo(1);
        for (int i : new int[] {-1, 1, 2, 3}) {
            assertThatThrownBy(() -> batch.event(i)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> batch.cookie(i)).isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> batch.isCompletion(i))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
        assertThatThrownBy(() -> batch.cookie(0)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> batch.endpoint(0)).isInstanceOf(IllegalStateException.class);
    }
}
