package org.jdapl.conformance.rules.rdm;

import static org.jdapl.conformance.kit.Layer.PROVIDER;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group RDM. */
final class RdmRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                            "RDM-01",
                            PROVIDER,
                            "A read of any size, at any alignment, fills exactly its sink."),
                    Rule.required(
                            "RDM-06", PROVIDER, "A read of no bytes succeeds, with any key."));

    private RdmRules() {}
}
