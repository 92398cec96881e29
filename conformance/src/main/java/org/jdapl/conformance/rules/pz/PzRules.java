package org.jdapl.conformance.rules.pz;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Profile;
import org.jdapl.conformance.kit.Rule;

/** The rules about protection zones. */
final class PzRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "PZ-01",
                            PROVIDER,
                            "Eight zones live together, each with a region and an endpoint, and can be closed."),
                    Rule.required(
                                    "PZ-02",
                                    RUNTIME,
                                    "Closing a zone with an open region or endpoint is refused with INVALID_STATE/PZ_IN_USE, and all goes on working.")
                            .hint("The runtime counts what a zone holds."),
                    Rule.required(
                            "PZ-03",
                            RUNTIME,
                            "Once its last region or endpoint is closed a zone can be closed."),
                    Rule.required(
                                    "PZ-04",
                                    RUNTIME,
                                    "An endpoint cannot be made in a zone of another adapter.")
                            .hint(
                                    "Handles of another adapter are refused before the provider sees them."),
                    Rule.required(
                            "PZ-05", RUNTIME, "A closed zone is refused with INVALID_HANDLE."),
                    Rule.required(
                                    "PZ-06",
                                    PROVIDER,
                                    "A peer cannot write to a region of another zone than its connection's, though the key is right.")
                            .hint("Compare the zone of the region with that of the queue pair.")
                            .allow(Profile.IB, Outcome.REMOTE_ACCESS, Outcome.FLUSHED_THEN_BROKEN)
                            .allowElsewhere(
                                    Outcome.REMOTE_ACCESS,
                                    Outcome.SUCCESS_THEN_BROKEN,
                                    Outcome.FLUSHED_THEN_BROKEN),
                    Rule.gated(
                            "PZ-07",
                            RUNTIME,
                            Capability.MEMORY_WINDOW,
                            "Closing a zone with an open remote memory region is refused with INVALID_STATE/PZ_IN_USE, and goes once that is closed."));

    private PzRules() {}
}
