package org.jdapl.core.telemetry;

/** Something that is going on and will be recorded when it ends. */
public interface Span {}
