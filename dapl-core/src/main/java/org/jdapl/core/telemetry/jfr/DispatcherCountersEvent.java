package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Counters of an event dispatcher, all since its making; with each org.jdapl.Runtime. */
@Name("org.jdapl.DispatcherCounters")
@Label("Event Dispatcher Counters")
@Category("JDAPL")
@Description("Counters of an event dispatcher, all since its making; with each org.jdapl.Runtime.")
@StackTrace(false)
final class DispatcherCountersEvent extends Event {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Opening")
    long opening;

    @Label("Event Dispatcher")
    @Nullable String dispatcher;

    @Label("Events Taken")
    long events;

    @Label("Polls")
    long polls;

    @Label("Waits")
    long waits;

    @Label("Waits Without Event")
    long waitsWithoutEvent;
}
