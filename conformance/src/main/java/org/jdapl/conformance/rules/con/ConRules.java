package org.jdapl.conformance.rules.con;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group CON. */
final class ConRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "CON-01",
                            PROVIDER,
                            "A connection that is asked for and accepted is established at both sides, and messages go both ways."),
                    Rule.required(
                            "CON-12",
                            RUNTIME,
                            "A request that was accepted or rejected can be neither accepted nor rejected again: INVALID_STATE or INVALID_HANDLE."));

    private ConRules() {}
}
