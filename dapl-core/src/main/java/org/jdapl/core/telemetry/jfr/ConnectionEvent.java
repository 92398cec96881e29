package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jdapl.core.telemetry.Span;
import org.jspecify.annotations.Nullable;

/** A connection, from its being established to its end. */
@Name("org.jdapl.Connection")
@Label("Connection")
@Category("JDAPL")
@Description("A connection, from its being established to its end.")
@StackTrace(false)
final class ConnectionEvent extends Event implements Span {

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
