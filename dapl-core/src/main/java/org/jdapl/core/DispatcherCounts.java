package org.jdapl.core;

import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.Counters;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.core.telemetry.Span;
import org.jdapl.core.telemetry.Tally;
import org.jspecify.annotations.Nullable;

/** What an event dispatcher counts and has recorded. */
final class DispatcherCounts {

    private static final int TAKEN = 0;
    private static final int POLLS = 1;
    private static final int WAITS = 0;
    private static final int WITHOUT_EVENT = 1;

    private final EventDispatcherImpl dispatcher;

    /** Under the dispatcher's lock. */
    private final Tally takes = new Tally(2);

    /** By the one thread that waits. */
    private final Tally waits = new Tally(2);

    DispatcherCounts(EventDispatcherImpl dispatcher) {
        this.dispatcher = dispatcher;
    }

    /** Somebody looked, and took so many events. */
    int polled(int events) {
        takes.add(POLLS, 1);
        return taken(events);
    }

    /** Somebody who waits took so many events. */
    int taken(int events) {
        takes.add(TAKEN, events);
        return events;
    }

    /** The wait that is going on ends. */
    void waited(@Nullable Span wait, int events) {
        waits.add(WAITS, 1);
        if (events == 0) {
            waits.add(WITHOUT_EVENT, 1);
        }
        Recorder.SYSTEM.endWait(wait, dispatcher.owner.name(), dispatcher, events);
    }

    Map<String, Long> values() {
        Map<String, Long> values = new TreeMap<>();
        values.put("events.taken", takes.get(TAKEN));
        values.put("polls", takes.get(POLLS));
        values.put("waits", waits.get(WAITS));
        values.put("waits.without_event", waits.get(WITHOUT_EVENT));
        return values;
    }

    Counters read() {
        return Counters.of(values());
    }
}
