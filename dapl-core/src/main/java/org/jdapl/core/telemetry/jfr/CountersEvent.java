package org.jdapl.core.telemetry.jfr;

import java.util.Map;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import org.jspecify.annotations.Nullable;

/** The counters that adapters and endpoints have in common. */
abstract class CountersEvent extends Event {

    @Label("Adapter")
    @Nullable String adapter;

    @Label("Opening")
    long opening;

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

    /** Takes over what both have. */
    final void fill(String ofAdapter, long ofOpening, Map<String, Long> values) {
        adapter = ofAdapter;
        opening = ofOpening;
        outstanding = value(values, "outstanding");
        posted = value(values, "posted");
        bytesOut = value(values, "bytes.out");
        completed = value(values, "completed");
        failed = value(values, "failed");
        flushed = value(values, "flushed");
        bytesIn = value(values, "bytes.in");
    }

    static long value(Map<String, Long> values, String name) {
        return values.getOrDefault(name, 0L);
    }
}
