package org.jdapl.core.telemetry.jfr;

import jdk.jfr.Event;
import jdk.jfr.Label;
import org.jdapl.core.telemetry.EndpointFacts;
import org.jdapl.core.telemetry.Span;
import org.jspecify.annotations.Nullable;

/** A part of an endpoint's life that has an outcome. */
abstract class EndpointSpan extends Event implements Span {

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

    /** Ends it, where it is recorded. */
    final void end(EndpointFacts facts, String withOutcome, String forReason) {
        if (shouldCommit()) {
            adapter = facts.adapterName();
            endpoint = facts.endpointName();
            remote = facts.remote();
            passive = facts.isPassive();
            outcome = withOutcome;
            reason = forReason;
            commit();
        }
    }
}
