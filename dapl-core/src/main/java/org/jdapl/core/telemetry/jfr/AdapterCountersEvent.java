package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Counters of an open adapter, all since its opening; with each org.jdapl.Runtime. */
@Name("org.jdapl.AdapterCounters")
@Label("Adapter Counters")
@Category("JDAPL")
@Description("Counters of an open adapter, all since its opening; with each org.jdapl.Runtime.")
@StackTrace(false)
final class AdapterCountersEvent extends CountersEvent {

    @Label("Endpoints")
    long endpoints;

    @Label("Event Dispatchers")
    long dispatchers;

    @Label("Memory Regions")
    long regions;

    @Label("Connects Started")
    long connectsStarted;

    @Label("Connects Failed")
    long connectsFailed;

    @Label("Connections Established")
    long established;

    @Label("Connections Ended")
    long ended;

    @Label("Connections Broken")
    long broken;
}
