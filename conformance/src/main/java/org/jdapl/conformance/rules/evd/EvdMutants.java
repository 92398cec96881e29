package org.jdapl.conformance.rules.evd;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.EventDispatcher;
import org.jdapl.conformance.mutants.Mutant;

/** Faults that the rules of group EVD find. */
final class EvdMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.runtime(
                            "evd-invents-an-event",
                            "EVD-03",
                            "An empty dispatcher has something every hundredth time.",
                            faults -> {
                                AtomicInteger looks = new AtomicInteger();
                                faults.on(
                                        EventDispatcher.class,
                                        "dequeue",
                                        call -> {
                                            Object event = call.proceed();
                                            return event == null
                                                            && looks.incrementAndGet() % 100 == 0
                                                    ? new org.jdapl.api.SoftwareEvent(
                                                            call.self(EventDispatcher.class), null)
                                                    : event;
                                        });
                            }),
                    Mutant.runtime(
                            "evd-wakes-early",
                            "EVD-15",
                            "A wait ends after half its time.",
                            faults ->
                                    faults.on(
                                            EventDispatcher.class,
                                            "await",
                                            call ->
                                                    (call.argument(0, Object.class)
                                                                            instanceof
                                                                            Duration limit
                                                                    ? call.with(
                                                                            0, limit.dividedBy(2))
                                                                    : call)
                                                            .proceed())));

    private EvdMutants() {}
}
