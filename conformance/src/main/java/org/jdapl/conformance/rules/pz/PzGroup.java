package org.jdapl.conformance.rules.pz;

import org.jdapl.conformance.kit.RuleGroup;

/** The group PZ: protection zone. */
public final class PzGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("PZ", "protection zone", PzRules.ALL, PzTests.class, PzMutants.ALL);

    private PzGroup() {}
}
