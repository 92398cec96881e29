package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/** The JDAPL runtime of the process; its counters come right before. */
@Name("org.jdapl.Runtime")
@Label("Runtime")
@Category("JDAPL")
@Description("The JDAPL runtime of the process; its counters come right before.")
@Period("1 s")
@StackTrace(false)
final class RuntimeEvent extends Event {

    @Label("Open Adapters")
    int adapters;
}
