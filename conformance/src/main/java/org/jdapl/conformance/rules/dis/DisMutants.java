package org.jdapl.conformance.rules.dis;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.spi.ConnectionManager;

/** Faults that the rules of group DIS find. */
final class DisMutants {

    static final List<Mutant> ALL =
            List.of(
                    Mutant.provider(
                                    "dis-goes-without-a-word",
                                    "DIS-02",
                                    "A graceful disconnect does nothing.",
                                    faults ->
                                            faults.on(
                                                    ConnectionManager.class,
                                                    "disconnect",
                                                    call ->
                                                            call.argument(1, Boolean.class)
                                                                    ? null
                                                                    : call.proceed()))
                            .onBothSides(),
                    Mutant.runtime(
                            "dis-tells-the-end-twice",
                            "DIS-04",
                            "The event of the end comes twice.",
                            faults -> {
                                Map<Object, Event> again = new ConcurrentHashMap<>();
                                faults.on(
                                        EventDispatcher.class,
                                        "await",
                                        call -> {
                                            Object key = call.self(EventDispatcher.class);
                                            Event kept = again.remove(key);
                                            if (kept != null) {
                                                return kept;
                                            }
                                            Object event = call.proceed();
                                            if (event instanceof ConnectionEvent.Disconnected end) {
                                                again.put(key, end);
                                            }
                                            return event;
                                        });
                            }));

    private DisMutants() {}
}
