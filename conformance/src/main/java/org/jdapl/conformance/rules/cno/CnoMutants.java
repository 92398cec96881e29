package org.jdapl.conformance.rules.cno;

import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EventStream;
import org.jdapl.conformance.mutants.Call;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group CNO find. */
final class CnoMutants {

    private static final int LOST = 70;
    private static final int ELSEWHERE = 1_000;

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "cno-ignores-requests",
                            "CNO-01",
                            "Connection requests do not trigger.",
                            faults ->
                                    faults.on(
                                            NotificationObject.class,
                                            "await",
                                            call -> {
                                                Object by = call.proceed();
                                                return by instanceof EventDispatcher dispatcher
                                                                && dispatcher
                                                                        .streams()
                                                                        .contains(
                                                                                EventStream
                                                                                        .CONNECTION_REQUEST)
                                                        ? null
                                                        : by;
                                            })),
                    Mutant.runtime(
                            "cno-loses-one-of-many",
                            "CNO-02",
                            "The seventieth software event is lost.",
                            faults -> {
                                AtomicInteger posts = new AtomicInteger();
                                faults.on(
                                        EventDispatcher.class,
                                        "post",
                                        call ->
                                                posts.incrementAndGet() == LOST
                                                        ? null
                                                        : call.proceed());
                            }),
                    Mutant.runtime(
                            "cno-holds-its-dispatchers",
                            "CNO-03",
                            "A dispatcher keeps the notification object that it was made with.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "setNotificationObject",
                                            call -> null)),
                    Mutant.runtime(
                            "cno-pretends-to-close",
                            "CNO-04",
                            "Closing a notification object in use does nothing.",
                            faults ->
                                    faults.forgive(
                                            NotificationObject.class,
                                            "close",
                                            DatType.INVALID_STATE)),
                    Mutant.runtime(
                            "cno-gives-up-early",
                            "CNO-05",
                            "A wait of one length ends after half of it.",
                            faults ->
                                    faults.on(
                                            NotificationObject.class,
                                            "await",
                                            call -> {
                                                Duration limit = call.argument(0, Duration.class);
                                                return (limit.equals(CnoTests.LIMIT)
                                                                ? call.with(0, limit.dividedBy(2))
                                                                : call)
                                                        .proceed();
                                            })),
                    Mutant.runtime(
                            "cno-tells-another-descriptor",
                            "CNO-06",
                            "The descriptor is another one.",
                            faults ->
                                    faults.after(
                                            NotificationObject.class,
                                            "descriptor",
                                            OptionalInt.class,
                                            d -> OptionalInt.of(d.orElse(0) + ELSEWHERE))),
                    Mutant.runtime(
                            "cno-has-room-for-one-waiter",
                            "CNO-07",
                            "A second waiter is sent away.",
                            CnoMutants::sendAway),
                    Mutant.runtime(
                            "cno-calls-twice",
                            "CNO-08",
                            "The agent is called twice.",
                            faults ->
                                    faults.on(
                                            InterfaceAdapter.class,
                                            "createNotificationObject",
                                            CnoMutants::callTwice)),
                    Mutant.runtime(
                            "cno-forgets-triggers",
                            "CNO-09",
                            "A trigger that nobody waits for is forgotten.",
                            faults ->
                                    faults.on(
                                            NotificationObject.class,
                                            "takeTrigger",
                                            call -> {
                                                call.proceed();
                                                return null;
                                            })),
                    Mutant.runtime(
                            "cno-is-not-told-of-old-events",
                            "CNO-10",
                            "Enabling a dispatcher with events triggers nothing.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "enable",
                                            call -> {
                                                call.proceed();
                                                @Nullable NotificationObject notification =
                                                        call.self(EventDispatcher.class)
                                                                .notificationObject();
                                                return notification == null
                                                        ? null
                                                        : notification.takeTrigger();
                                            })),
                    Mutant.runtime(
                            "cno-comes-before-a-waiter",
                            "CNO-11",
                            "An event that a waiter gets triggers too.",
                            CnoMutants::triggerToo),
                    Mutant.runtime(
                            "cno-keeps-its-agent",
                            "CNO-12",
                            "A new agent is not taken.",
                            faults ->
                                    faults.on(NotificationObject.class, "setAgent", call -> null)));

    private static void sendAway(Faults faults) {
        AtomicInteger waiting = new AtomicInteger();
        faults.on(
                NotificationObject.class,
                "await",
                call -> {
                    try {
                        return waiting.incrementAndGet() > 1 ? null : call.proceed();
                    } finally {
                        waiting.decrementAndGet();
                    }
                });
    }

    private static @Nullable Object callTwice(Call call) throws Throwable {
        return call.optional(0, NotificationObject.Agent.class).isEmpty()
                ? call.proceed()
                : call.with(0, twice(call.argument(0, NotificationObject.Agent.class))).proceed();
    }

    private static NotificationObject.Agent twice(NotificationObject.Agent agent) {
        return dispatcher -> {
            agent.triggered(dispatcher);
            agent.triggered(dispatcher);
        };
    }

    private static void triggerToo(Faults faults) {
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    @Nullable Object event = call.proceed();
                    EventDispatcher self = call.self(EventDispatcher.class);
                    if (event instanceof SoftwareEvent && self.notificationObject() != null) {
                        self.post("once more");
                        self.dequeue();
                    }
                    return event;
                });
    }

    private CnoMutants() {}
}
