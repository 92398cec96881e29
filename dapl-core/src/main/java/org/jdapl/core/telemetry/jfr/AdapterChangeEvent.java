package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An adapter was opened, closed or lost. */
@Name("org.jdapl.AdapterChange")
@Label("Adapter Change")
@Category("JDAPL")
@Description("An adapter was opened, closed or lost.")
@StackTrace(false)
final class AdapterChangeEvent extends Event {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Change")
    @Nullable String change;

    @Label("Reason")
    @Nullable String reason;
}
