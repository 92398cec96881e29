package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
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
final class EndpointCountersEvent extends CountersEvent {

    @Label("Endpoint")
    @Nullable String endpoint;

    @Label("State")
    @Nullable String state;

    @Label("Peer")
    @Nullable String remote;
}
