package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Counters of an open adapter, all since its opening; with each org.jdapl.Runtime. */
@Name("org.jdapl.AdapterCounters")
@Label("Adapter Counters")
@Category("JDAPL")
@Description("Counters of an open adapter, all since its opening; with each org.jdapl.Runtime.")
@StackTrace(false)
final class AdapterCountersEvent extends Event {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Opening")
    long opening;

    @Label("Endpoints")
    long endpoints;

    @Label("Event Dispatchers")
    long dispatchers;

    @Label("Memory Regions")
    long regions;

    @Label("Outstanding Work")
    long outstanding;

    @Label("Posted Work")
    long posted;

    @DataAmount
    @Label("Bytes Requested")
    long bytesOut;

    @Label("Completed Work")
    long completed;

    @Label("Failed Work")
    long failed;

    @Label("Flushed Work")
    long flushed;

    @DataAmount
    @Label("Bytes Received")
    long bytesIn;

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
