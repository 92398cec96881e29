package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jdapl.core.telemetry.Span;
import org.jspecify.annotations.Nullable;

/** A thread waited for events of a dispatcher for longer than the threshold. */
@Name("org.jdapl.Wait")
@Label("Wait")
@Category("JDAPL")
@Description("A thread waited for events of a dispatcher for longer than the threshold.")
@Threshold("20 ms")
@StackTrace(true)
final class WaitEvent extends Event implements Span {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Event Dispatcher")
    @Nullable String dispatcher;

    @Label("Events")
    int events;
}
