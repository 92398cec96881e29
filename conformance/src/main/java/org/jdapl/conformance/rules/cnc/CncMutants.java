package org.jdapl.conformance.rules.cnc;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.NotificationObject;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.conformance.mutants.Faults;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.Records;
import org.jspecify.annotations.Nullable;

/** Faults that the rules of group CNC find. */
final class CncMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "cnc-closes-for-one-alone",
                            "CNC-08",
                            "An endpoint that is closed already cannot be closed.",
                            faults ->
                                    faults.on(
                                            Endpoint.class,
                                            "close",
                                            call -> {
                                                if (call.self(Endpoint.class).isClosed()) {
                                                    throw new IllegalStateException("closed");
                                                }
                                                return call.proceed();
                                            })),
                    Mutant.runtime(
                            "cnc-calls-an-agent-within-its-call",
                            "CNC-09",
                            "The agent that takes an event is called once more at that moment.",
                            CncMutants::callWithin),
                    Mutant.runtime(
                            "cnc-posts-nothing-while-others-wait",
                            "CNC-10",
                            "No write can be posted while a thread waits.",
                            faults -> {
                                AtomicInteger waiting = new AtomicInteger();
                                faults.on(
                                        EventDispatcher.class,
                                        "await",
                                        call -> {
                                            waiting.incrementAndGet();
                                            try {
                                                return call.proceed();
                                            } finally {
                                                waiting.decrementAndGet();
                                            }
                                        });
                                faults.on(
                                        Endpoint.class,
                                        "postWrite",
                                        call ->
                                                waiting.get() > 0
                                                        ? PostStatus.BUSY
                                                        : call.proceed());
                            }),
                    Mutant.runtime(
                            "cnc-says-that-it-is-for-one-thread",
                            "CNC-13",
                            "Control calls are said to be for one thread.",
                            faults ->
                                    faults.after(
                                            InterfaceAdapter.class,
                                            "providerAttributes",
                                            ProviderAttributes.class,
                                            a -> Records.with(a, "threadSafe", false))));

    private CncMutants() {}

    private static void callWithin(Faults faults) {
        AtomicBoolean again = new AtomicBoolean();
        faults.on(
                EventDispatcher.class,
                "dequeue",
                call -> {
                    @Nullable Object event = call.proceed();
                    EventDispatcher self = call.self(EventDispatcher.class);
                    NotificationObject.@Nullable Agent agent = agentOf(self);
                    if (event != null && agent != null && again.compareAndSet(false, true)) {
                        agent.triggered(self);
                    }
                    return event;
                });
    }

    private static NotificationObject.@Nullable Agent agentOf(EventDispatcher dispatcher) {
        @Nullable NotificationObject notification = dispatcher.notificationObject();
        return notification == null ? null : notification.agent();
    }
}
