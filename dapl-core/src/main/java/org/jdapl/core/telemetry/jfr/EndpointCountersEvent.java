package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Counters of an endpoint, all since its making; with each org.jdapl.Runtime. */
@Name("org.jdapl.EndpointCounters")
@Label("Endpoint Counters")
@Category("JDAPL")
@Description("Counters of an endpoint, all since its making; with each org.jdapl.Runtime.")
@StackTrace(false)
final class EndpointCountersEvent extends Event {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Opening")
    long opening;

    @Label("Endpoint")
    @Nullable String endpoint;

    @Label("State")
    @Nullable String state;

    @Label("Peer")
    @Nullable String remote;

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
}
