package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An attempt to connect or to accept, from its start to its outcome. */
@Name("org.jdapl.Connect")
@Label("Connect")
@Category("JDAPL")
@Description("An attempt to connect or to accept, from its start to its outcome.")
@StackTrace(false)
final class ConnectEvent extends EndpointSpan {}
