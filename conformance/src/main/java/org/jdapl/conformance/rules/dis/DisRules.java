package org.jdapl.conformance.rules.dis;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group DIS. */
final class DisRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "DIS-02",
                            PROVIDER,
                            "The side that does nothing is told of the disconnect within the event time."),
                    Rule.required(
                            "DIS-04", RUNTIME, "Each side sees exactly one event of the end."));

    private DisRules() {}
}
