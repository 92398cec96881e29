package org.jdapl.conformance.rules.lmr;

import static org.jdapl.conformance.kit.Layer.PROVIDER;
import static org.jdapl.conformance.kit.Layer.RUNTIME;

import java.util.List;
import org.jdapl.conformance.kit.Rule;

/** The rules of group LMR. */
final class LmrRules {

    static final List<Rule> ALL =
            List.of(
                    Rule.required(
                                    "LMR-01",
                                    PROVIDER,
                                    "Memory of 1 byte, of one page, of one page more or less a byte, and of 1 MiB can be registered, and is reached to its last byte.")
                            .hint("Bounds are exact: see LMR-02, PRT-07."),
                    Rule.required(
                            "LMR-03",
                            RUNTIME,
                            "A length of zero is refused with LENGTH_ERROR before the provider sees it."));

    private LmrRules() {}
}
