package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A connection, from its being established to its end. */
@Name("org.jdapl.Connection")
@Label("Connection")
@Category("JDAPL")
@Description("A connection, from its being established to its end.")
@StackTrace(false)
final class ConnectionEvent extends EndpointSpan {}
