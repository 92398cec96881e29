package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PortChange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LostAdapterTest {

    private final Rig rig = Rig.auto().build();

    @AfterEach
    void close() {
        rig.close();
    }

    private static CompletableFuture<Object> waiting(EventDispatcher dispatcher, Duration limit) {
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                outcome.complete(String.valueOf(dispatcher.await(limit)));
                            } catch (DatException e) {
                                outcome.complete(e.code().type());
                            } catch (InterruptedException e) {
                                outcome.completeExceptionally(e);
                            }
                        });
        Rig.until("somebody waits on it", () -> isWaitedOn(dispatcher));
        return outcome;
    }

    private static boolean isWaitedOn(EventDispatcher dispatcher) {
        try {
            return dispatcher.dequeue() != null;
        } catch (DatException e) {
            return e.code().subtype() == DatSubtype.INVALID_STATE_EVD_WAITER;
        }
    }

    private void lose() throws InterruptedException {
        rig.fake.tell(l -> l.adapterLost("it was pulled out"));
        assertThat(rig.adapter.asyncEvents().await(Rig.LIMIT))
                .isInstanceOf(AsyncEvent.AdapterCatastrophic.class);
    }

    @Test
    void aWaitThatNothingCanEndAnyMoreIsAborted() throws Exception {
        CompletableFuture<Object> timed = waiting(rig.events(EventStream.CONNECTION), Rig.LIMIT);
        CompletableFuture<Object> endless =
                waiting(rig.events(EventStream.DTO), EventDispatcher.FOREVER);
        lose();
        assertThat(timed.get()).isEqualTo(DatType.ABORT);
        assertThat(endless.get()).isEqualTo(DatType.ABORT);
    }

    @Test
    void aWaitThatBeginsAfterwardsEndsByItsTimeOrAtOnce() throws Exception {
        EventDispatcher dispatcher = rig.events(EventStream.CONNECTION);
        lose();
        assertThat(dispatcher.await(Duration.ofMillis(1))).isNull();
        assertThatThrownBy(() -> dispatcher.await(EventDispatcher.FOREVER))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.code().type()).isEqualTo(DatType.ABORT));
    }

    private EventDispatcher watched(NotificationObject object, EventStream stream) {
        return rig.adapter.createEventDispatcher(16, Rig.streams(stream), object);
    }

    private static CompletableFuture<Object> waiting(NotificationObject object, Duration limit) {
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                outcome.complete(String.valueOf(object.await(limit)));
                            } catch (DatException e) {
                                outcome.complete(e.code().type());
                            } catch (InterruptedException e) {
                                outcome.completeExceptionally(e);
                            }
                        });
        Rig.until("somebody waits on it", () -> isWaitedOn(object));
        return outcome;
    }

    private static boolean isWaitedOn(NotificationObject object) {
        try {
            ((NotificationObjectImpl) object).checkClosable();
            return false;
        } catch (DatException e) {
            return e.code().subtype() == DatSubtype.INVALID_STATE_CNO_IN_USE;
        }
    }

    @Test
    void aWaitForATriggerThatNothingCanBringAnyMoreIsAborted() throws Exception {
        NotificationObject object = rig.adapter.createNotificationObject(null);
        watched(object, EventStream.DTO);
        CompletableFuture<Object> timed = waiting(object, Rig.LIMIT);
        CompletableFuture<Object> endless = waiting(object, EventDispatcher.FOREVER);
        lose();
        assertThat(timed.get()).isEqualTo(DatType.ABORT);
        assertThat(endless.get()).isEqualTo(DatType.ABORT);
    }

    @Test
    void aTriggerThatNobodyWaitsForTellsOfTheLossAndLaterWaitsEndByTheirTimeOrAtOnce()
            throws Exception {
        CompletableFuture<EventDispatcher> told = new CompletableFuture<>();
        NotificationObject object = rig.adapter.createNotificationObject(null);
        EventDispatcher mine = watched(object, EventStream.DTO);
        NotificationObject withAgent = rig.adapter.createNotificationObject(told::complete);
        EventDispatcher its = watched(withAgent, EventStream.CONNECTION);
        lose();
        assertThat(object.await(Rig.LIMIT)).isSameAs(mine);
        assertThat(told.get()).isSameAs(its);
        assertThat(object.await(Duration.ofMillis(1))).isNull();
        assertThatThrownBy(() -> object.await(EventDispatcher.FOREVER))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.code().type()).isEqualTo(DatType.ABORT));
    }

    @Test
    void aTriggerOfWhatTheConsumerPostsItselfStillComes() throws Exception {
        NotificationObject object = rig.adapter.createNotificationObject(null);
        EventDispatcher software = watched(object, EventStream.SOFTWARE);
        CompletableFuture<Object> waiter = waiting(object, EventDispatcher.FOREVER);
        lose();
        software.post("mine");
        assertThat(waiter.get()).isEqualTo(software.toString());
    }

    @Test
    void whatTheConsumerPostsItselfStillComes() throws Exception {
        EventDispatcher software = rig.events(EventStream.SOFTWARE);
        CompletableFuture<Object> waiter = waiting(software, EventDispatcher.FOREVER);
        lose();
        software.post("mine");
        assertThat(waiter.get().toString()).contains("mine");
    }

    @Test
    void whatHappensToThePortIsAnEvent() throws InterruptedException {
        rig.fake.tell(l -> l.portChanged(PortChange.DOWN));
        Event event = rig.adapter.asyncEvents().await(Rig.LIMIT);
        assertThat(event)
                .isEqualTo(
                        new AsyncEvent.PortChanged(
                                rig.adapter.asyncEvents(), rig.adapter, PortChange.DOWN));
    }
}
