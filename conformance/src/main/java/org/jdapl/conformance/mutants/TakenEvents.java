package org.jdapl.conformance.mutants;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jdapl.api.Event;
import org.jdapl.api.EventDispatcher;
import org.jspecify.annotations.Nullable;

/** Faults of what a consumer takes out of event dispatchers, by a wait or without one. */
public final class TakenEvents {

    private TakenEvents() {}

    /**
     * Puts something else in the place of events. Batches are left alone.
     *
     * @param faults where the fault goes
     * @param change gets each event, also null for none, and gives what the consumer gets
     */
    public static void change(Faults faults, UnaryOperator<@Nullable Event> change) {
        Fault fault =
                call -> {
                    Object taken = call.proceed();
                    return taken == null || taken instanceof Event
                            ? change.apply((Event) taken)
                            : taken;
                };
        faults.on(EventDispatcher.class, "await", fault);
        faults.on(EventDispatcher.class, "dequeue", fault);
    }

    /**
     * A wait gives some events a second time, to whoever waits next on the same dispatcher.
     *
     * @param faults where the fault goes
     * @param which which events
     */
    public static void repeat(Faults faults, Predicate<Event> which) {
        Map<Object, Event> again = new ConcurrentHashMap<>();
        faults.on(
                EventDispatcher.class,
                "await",
                call -> {
                    Object key = call.self(EventDispatcher.class);
                    @Nullable Event kept = again.remove(key);
                    if (kept != null) {
                        return kept;
                    }
                    @Nullable Object taken = call.proceed();
                    if (taken instanceof Event event && which.test(event)) {
                        again.put(key, event);
                    }
                    return taken;
                });
    }
}
