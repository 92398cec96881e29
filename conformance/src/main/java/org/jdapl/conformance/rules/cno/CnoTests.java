package org.jdapl.conformance.rules.cno;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.CloseMode;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequest;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EndpointCreation;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.PublicServicePoint;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PrivateDataFraming;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.ffm.Descriptors;
import org.jdapl.conformance.kit.Environment;
import org.jdapl.conformance.kit.Expect;
import org.jdapl.conformance.kit.NotApplicableException;
import org.jdapl.conformance.kit.Running;
import org.jdapl.conformance.kit.Tests;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jspecify.annotations.Nullable;

/** Tests the rules of group CNO. */
final class CnoTests {

    /** The last one sleeps for half a second. */
    private static final int ATTEMPTS = 5;

    /** A time limit that a mutant is bound to. */
    static final Duration LIMIT = Duration.ofMillis(70);

    private static final int DEPTH = 64;
    private static final int SEED = 51;
    private static final int BLANK = 52;
    private static final int LENGTH = 40;
    private static final int DISPATCHERS = 6;
    private static final int POSTS = 40;

    // ---- what many need

    private static NotificationObject notification(Environment env) {
        return env.here().adapter().createNotificationObject(null);
    }

    private static EventDispatcher dispatcher(
            Environment env, @Nullable NotificationObject notification, EventStream stream) {
        return env.here().adapter().createEventDispatcher(DEPTH, Set.of(stream), notification);
    }

    private static EventDispatcher software(
            Environment env, @Nullable NotificationObject notification) {
        return dispatcher(env, notification, EventStream.SOFTWARE);
    }

    private static @Nullable EventDispatcher await(NotificationObject notification)
            throws InterruptedException {
        return notification.await(Bound.EVENT.duration());
    }

    private static void requireQuiet(NotificationObject notification) throws InterruptedException {
        assertThat(notification.await(Bound.QUIET.duration())).as("a trigger").isNull();
    }

    private static Object payload(EventDispatcher dispatcher) {
        @Nullable Event event = dispatcher.dequeue();
        if (event instanceof SoftwareEvent software && software.payload() != null) {
            return software.payload();
        }
        throw new AssertionError("expected a software event, got " + event);
    }

    private static void until(Environment env, BooleanSupplier condition, String what)
            throws InterruptedException {
        long start = env.time().now();
        while (!condition.getAsBoolean()) {
            if (env.time().since(start) > Bound.EVENT.nanos()) {
                throw new AssertionError("still not: " + what);
            }
            env.here().progress();
            env.time().sleep(1_000_000);
        }
    }

    // ---- triggers

    @Tests("CNO-01")
    void namesTheDispatcher(Environment env) throws InterruptedException {
        Party here = env.here();
        InterfaceAdapter adapter = here.adapter();
        NotificationObject notification = notification(env);
        EventDispatcher software = software(env, notification);
        EventDispatcher requests = dispatcher(env, notification, EventStream.CONNECTION_REQUEST);
        EventDispatcher connections = dispatcher(env, notification, EventStream.CONNECTION);
        EventDispatcher receives = dispatcher(env, notification, EventStream.DTO);
        EventDispatcher sends = dispatcher(env, notification, EventStream.DTO);

        software.post("one");
        assertThat(await(notification)).isEqualTo(software);
        assertThat(payload(software)).isEqualTo("one");

        PublicServicePoint point =
                adapter.createPublicServicePoint(
                        here.local(0),
                        requests,
                        EndpointCreation.CONSUMER,
                        PrivateDataFraming.FRAMED);
        RemoteLink far = env.there().link(LinkShape.PLAIN);
        far.connect(point.localAddress());
        assertThat(await(notification)).isEqualTo(requests);
        ConnectionRequest request =
                requests.expect(ConnectionRequestEvent.class, Duration.ZERO).request();
        Endpoint endpoint =
                adapter.createEndpoint(
                        here.zone(),
                        receives,
                        sends,
                        connections,
                        here.attributes(LinkShape.PLAIN));
        request.accept(endpoint);
        assertThat(await(notification)).isEqualTo(connections);
        connections.expect(ConnectionEvent.Established.class, Duration.ZERO);
        far.connectionEvent();

        Guarded mine = here.memory(LENGTH, Party.LOCAL_RIGHTS, SEED);
        RemoteMemory theirs = env.there().memory(LENGTH, Party.LOCAL_RIGHTS, BLANK);
        endpoint.receive(mine.slice(0, LENGTH), 1);
        far.mustSend(2, theirs.whole());
        assertThat(await(notification)).isEqualTo(receives);
        here.next(receives, Bound.NOW).requireSuccess(1, OperationKind.RECEIVE, LENGTH);
        far.done();
        far.mustReceive(3, theirs.whole());
        endpoint.send(mine.slice(0, LENGTH), 4);
        assertThat(await(notification)).isEqualTo(sends);
        here.next(sends, Bound.NOW).requireSuccess(4, OperationKind.SEND, LENGTH);
        far.received();
    }

    @Tests("CNO-02")
    void losesNothingOfMany(Environment env) throws Exception {
        NotificationObject notification = notification(env);
        List<EventDispatcher> all = new ArrayList<>();
        List<Running<Boolean>> posters = new ArrayList<>();
        for (int i = 0; i < DISPATCHERS; i++) {
            EventDispatcher one = software(env, notification);
            all.add(one);
            posters.add(
                    env.start(
                            () -> {
                                for (int p = 0; p < POSTS; p++) {
                                    one.post(p);
                                }
                                return true;
                            }));
        }
        int taken = 0;
        while (taken < DISPATCHERS * POSTS) {
            assertThat(await(notification)).as("after " + taken + " events").isNotNull();
            for (EventDispatcher one : all) {
                while (one.dequeue() != null) {
                    taken++;
                }
            }
        }
        assertThat(taken).isEqualTo(DISPATCHERS * POSTS);
        for (Running<Boolean> poster : posters) {
            assertThat(poster.result(Bound.EVENT)).isTrue();
        }
    }

    @Tests("CNO-03")
    void leavesOthersAlone(Environment env) throws InterruptedException {
        NotificationObject notification = notification(env);
        EventDispatcher detached = software(env, notification);
        EventDispatcher disabled = software(env, notification);
        detached.setNotificationObject(null);
        disabled.disable();
        assertThat(detached.notificationObject()).isNull();
        assertThat(disabled.isEnabled()).isFalse();
        detached.post("one");
        disabled.post("two");
        requireQuiet(notification);
        assertThat(payload(detached)).isEqualTo("one");
        assertThat(payload(disabled)).isEqualTo("two");

        detached.setNotificationObject(notification);
        detached.post("three");
        assertThat(await(notification)).isEqualTo(detached);
        assertThat(payload(detached)).isEqualTo("three");
    }

    @Tests("CNO-09")
    void remembersOneTrigger(Environment env) throws InterruptedException {
        NotificationObject notification = notification(env);
        EventDispatcher one = software(env, notification);
        EventDispatcher other = software(env, notification);
        one.post(1);
        other.post(2);
        one.post(3);
        assertThat(await(notification)).isIn(one, other);
        requireQuiet(notification);
        assertThat(one.size()).isEqualTo(2);
        assertThat(payload(other)).isEqualTo(2);
        assertThat(payload(one)).isEqualTo(1);
        assertThat(payload(one)).isEqualTo(3);

        one.post(4);
        assertThat(notification.takeTrigger()).isEqualTo(one);
        assertThat(notification.takeTrigger()).isNull();
        assertThat(payload(one)).isEqualTo(4);
    }

    @Tests("CNO-10")
    void hearsOfEventsWhenTheirDispatcherIsEnabled(Environment env) throws InterruptedException {
        NotificationObject notification = notification(env);
        EventDispatcher dispatcher = software(env, notification);
        dispatcher.disable();
        dispatcher.post("one");
        requireQuiet(notification);
        dispatcher.enable();
        assertThat(await(notification)).isEqualTo(dispatcher);
        assertThat(payload(dispatcher)).isEqualTo("one");
    }

    @Tests("CNO-11")
    void comesBehindAWaiter(Environment env) throws Exception {
        NotificationObject notification = notification(env);
        EventDispatcher dispatcher = software(env, notification);
        Running<Event> waiter = env.start(() -> dispatcher.await(Bound.EVENT.duration()));
        env.time().sleep(Bound.QUIET);
        dispatcher.post("one");
        assertThat(waiter.result(Bound.EVENT)).isInstanceOf(SoftwareEvent.class);
        requireQuiet(notification);
    }

    // ---- waiting

    @Tests("CNO-04")
    void isNotClosedInUse(Environment env) throws Exception {
        NotificationObject notification = notification(env);
        EventDispatcher dispatcher = software(env, notification);
        requireInUse(notification);
        dispatcher.setNotificationObject(null);
        Expect.accepted(notification::close);

        Waited waited = waitedFor(env);
        dispatcher.setNotificationObject(waited.notification());
        dispatcher.post("one");
        assertThat(waited.waiter().result(Bound.EVENT)).isEqualTo(dispatcher);
        assertThat(payload(dispatcher)).isEqualTo("one");
        dispatcher.close();
        Expect.accepted(waited.notification()::close);

        InterfaceAdapter other = env.open().adapter();
        NotificationObject orphan = other.createNotificationObject(null);
        Running<EventDispatcher> late = env.start(() -> orphan.await(EventDispatcher.FOREVER));
        env.time().sleep(Bound.QUIET);
        other.close(CloseMode.ABRUPT);
        // The second where it came so late that it found the object closed.
        Expect.refused(() -> late.result(Bound.LOCAL), DatType.ABORT, DatType.INVALID_HANDLE);
    }

    /** A notification object, and who waits for it. */
    private record Waited(NotificationObject notification, Running<EventDispatcher> waiter) {}

    /**
     * One whose close was refused because it is waited for. Nothing tells that a thread has begun
     * to wait, and one that has not keeps nobody from closing: it gets more time then, with another
     * object.
     */
    private static Waited waitedFor(Environment env) throws Exception {
        long patience = Bound.QUIET.nanos();
        for (int attempt = 1; true; attempt++, patience *= 2) {
            NotificationObject notification = notification(env);
            Running<EventDispatcher> waiter =
                    env.start(() -> notification.await(Bound.EVENT.duration()));
            env.time().sleep(patience);
            if (attempt == ATTEMPTS || !closes(notification)) {
                requireInUse(notification);
                return new Waited(notification, waiter);
            }
        }
    }

    private static boolean closes(NotificationObject notification) {
        try {
            notification.close();
            return true;
        } catch (DatException _) {
            return false; // as the caller demands once more
        }
    }

    private static void requireInUse(NotificationObject notification) {
        Expect.refused(
                notification::close, DatType.INVALID_STATE, DatSubtype.INVALID_STATE_CNO_IN_USE);
    }

    @Tests("CNO-05")
    void isWaitedForAsLongAsWanted(Environment env) throws Exception {
        NotificationObject notification = notification(env);
        EventDispatcher dispatcher = software(env, notification);
        assertThat(notification.await(Duration.ZERO)).isNull();
        long start = env.time().now();
        assertThat(notification.await(LIMIT)).isNull();
        assertThat(env.time().since(start))
                .isBetween(LIMIT.toNanos(), LIMIT.toNanos() + Bound.LOCAL.nanos());

        Running<EventDispatcher> waiter =
                env.start(() -> notification.await(EventDispatcher.FOREVER));
        env.time().sleep(Bound.QUIET);
        waiter.interrupt();
        assertThat(interrupted(waiter)).isTrue();
        dispatcher.post("one");
        assertThat(await(notification)).isEqualTo(dispatcher);
        assertThat(payload(dispatcher)).isEqualTo("one");
    }

    private static boolean interrupted(Running<?> waiter) throws Exception {
        try {
            @Nullable Object result = waiter.result(Bound.LOCAL);
            throw new AssertionError("the interrupted wait gave " + result);
        } catch (InterruptedException _) {
            return true;
        }
    }

    @Tests("CNO-06")
    void isSeenByAnEventLoop(Environment env) throws InterruptedException {
        if (!Descriptors.canLook()) {
            throw new NotApplicableException("this process may not call poll");
        }
        NotificationObject notification = notification(env);
        EventDispatcher dispatcher = software(env, notification);
        int descriptor = notification.descriptor().orElseThrow();
        assertThat(Descriptors.isReadable(descriptor)).isFalse();
        for (int i = 0; i < 3; i++) {
            dispatcher.post(i);
            assertThat(Descriptors.isReadable(descriptor)).as("readable").isTrue();
            assertThat(notification.descriptor()).hasValue(descriptor);
            assertThat(notification.takeTrigger()).isEqualTo(dispatcher);
            assertThat(Descriptors.isReadable(descriptor)).isFalse();
        }
        dispatcher.post(3);
        assertThat(await(notification)).isEqualTo(dispatcher);
        assertThat(Descriptors.isReadable(descriptor)).isFalse();
        for (int i = 0; i < 4; i++) {
            assertThat(payload(dispatcher)).isEqualTo(i);
        }
    }

    @Tests(value = "CNO-06", twin = true)
    void hasNoDescriptorWhereThatIsNotAdvertised(Environment env) {
        assertThat(notification(env).descriptor()).isEmpty();
    }

    @Tests("CNO-07")
    void wakesOneOfMany(Environment env) throws Exception {
        NotificationObject notification = notification(env);
        EventDispatcher dispatcher = software(env, notification);
        List<Running<EventDispatcher>> waiters = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            waiters.add(env.start(() -> notification.await(Bound.EVENT.duration())));
        }
        env.time().sleep(Bound.QUIET);
        dispatcher.post(0);
        until(env, () -> waiters.stream().anyMatch(Running::isDone), "a waiter is woken");
        dispatcher.post(1);
        for (Running<EventDispatcher> waiter : waiters) {
            assertThat(waiter.result(Bound.EVENT)).isEqualTo(dispatcher);
        }
        assertThat(payload(dispatcher)).isEqualTo(0);
        assertThat(payload(dispatcher)).isEqualTo(1);
    }

    // ---- agents

    @Tests("CNO-08")
    void callsItsAgent(Environment env) throws InterruptedException {
        Queue<EventDispatcher> calls = new ConcurrentLinkedQueue<>();
        NotificationObject notification = env.here().adapter().createNotificationObject(calls::add);
        EventDispatcher dispatcher = software(env, notification);
        for (int i = 1; i <= 3; i++) {
            int wanted = i;
            dispatcher.post(i);
            until(env, () -> calls.size() >= wanted, "the agent is called");
            requireQuiet(notification);
            assertThat(calls).hasSize(i);
            assertThat(payload(dispatcher)).isEqualTo(i);
        }
        for (EventDispatcher told : calls) {
            assertThat(dispatcher).isEqualTo(told);
        }

        notification.setAgent(
                told -> {
                    calls.add(told);
                    throw new IllegalStateException("an agent that fails");
                });
        for (int i = 4; i <= 5; i++) {
            dispatcher.post(i);
            assertThat(env.here().await(env.here().adapter().asyncEvents(), Bound.EVENT))
                    .isInstanceOf(AsyncEvent.ProviderInternalError.class);
            assertThat(calls).hasSize(i);
            assertThat(payload(dispatcher)).isEqualTo(i);
        }
    }

    @Tests("CNO-12")
    void callsANewAgent(Environment env) throws InterruptedException {
        Queue<EventDispatcher> first = new ConcurrentLinkedQueue<>();
        Queue<EventDispatcher> second = new ConcurrentLinkedQueue<>();
        NotificationObject notification = env.here().adapter().createNotificationObject(first::add);
        EventDispatcher dispatcher = software(env, notification);
        notification.setAgent(null);
        assertThat(notification.agent()).isNull();
        dispatcher.post(1);
        env.here().progress();
        notification.setAgent(second::add);
        until(env, () -> !second.isEmpty(), "the new agent is called");
        requireQuiet(notification);
        dispatcher.post(2);
        until(env, () -> second.size() == 2, "the new agent is called again");
        assertThat(first).isEmpty();
        assertThat(payload(dispatcher)).isEqualTo(1);
        assertThat(payload(dispatcher)).isEqualTo(2);
    }
}
