package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jdapl.core.telemetry.Span;
import org.jspecify.annotations.Nullable;

/** An attempt to connect or to accept, from its start to its outcome. */
@Name("org.jdapl.Connect")
@Label("Connect")
@Category("JDAPL")
@Description("An attempt to connect or to accept, from its start to its outcome.")
@StackTrace(false)
final class ConnectEvent extends Event implements Span {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Endpoint")
    @Nullable String endpoint;

    @Label("Peer")
    @Nullable String remote;

    @Label("Passive Side")
    boolean passive;

    @Label("Outcome")
    @Nullable String outcome;

    @Label("Reason")
    @Nullable String reason;
}
