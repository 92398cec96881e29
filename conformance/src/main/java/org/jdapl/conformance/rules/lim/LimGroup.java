package org.jdapl.conformance.rules.lim;

import org.jdapl.conformance.kit.RuleGroup;

/** The group LIM: limits. */
public final class LimGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("LIM", "limits", LimRules.ALL, LimTests.class, LimMutants.ALL);

    private LimGroup() {}
}
