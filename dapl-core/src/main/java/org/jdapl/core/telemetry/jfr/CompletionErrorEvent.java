package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** An operation failed; the flushes that follow are not told. */
@Name("org.jdapl.CompletionError")
@Label("Completion Error")
@Category("JDAPL")
@Description("An operation failed; the flushes that follow are not told.")
@StackTrace(false)
final class CompletionErrorEvent extends Event {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Endpoint")
    @Nullable String endpoint;

    @Label("Operation")
    @Nullable String operation;

    @Label("Status")
    @Nullable String status;

    @Label("Native Code")
    int nativeCode;
}
