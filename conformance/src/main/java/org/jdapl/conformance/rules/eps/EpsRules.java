package org.jdapl.conformance.rules.eps;

import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group EPS. */
final class EpsRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "EPS-01",
                            RUNTIME,
                            "A new endpoint is UNCONNECTED, and its limits are at least those that were asked for."),
                    Rule.required(
                            "EPS-06",
                            RUNTIME,
                            "Posting a request before the endpoint is connected is refused with INVALID_STATE, and changes nothing."));

    private EpsRules() {}
}
