package org.jdapl.conformance.rules.evd;

import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group EVD. */
final class EvdRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "EVD-03",
                            RUNTIME,
                            "Looking into an empty dispatcher gives nothing, at once."),
                    Rule.required(
                                    "EVD-15",
                                    RUNTIME,
                                    "A wait ends at its time limit: not earlier, and not much later.")
                            .hint("WaitSet.await() takes its time limit in nanoseconds."));

    private EvdRules() {}
}
