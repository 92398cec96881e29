package org.jdapl.conformance.rules.fls;

import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group FLS. */
final class FlsRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "FLS-02",
                            RUNTIME,
                            "Every receive that is outstanding when the connection ends gets exactly one completion, FLUSHED."),
                    Rule.required(
                            "FLS-05",
                            RUNTIME,
                            "Flushed completions keep the order of their posts."));

    private FlsRules() {}
}
