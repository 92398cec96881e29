package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jdapl.core.telemetry.Span;
import org.jspecify.annotations.Nullable;

/** A memory region was registered. */
@Name("org.jdapl.Registration")
@Label("Memory Registration")
@Category("JDAPL")
@Description("A memory region was registered.")
@StackTrace(false)
final class RegistrationEvent extends Event implements Span {

    @Label("Adapter")
    @Nullable String adapter;

    @DataAmount
    @Label("Length")
    long bytes;
}
