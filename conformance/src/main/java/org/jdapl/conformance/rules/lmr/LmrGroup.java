package org.jdapl.conformance.rules.lmr;

import org.jdapl.conformance.kit.RuleGroup;

/** The group LMR: local memory. */
public final class LmrGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("LMR", "local memory", LmrRules.ALL, LmrTests.class, LmrMutants.ALL);

    private LmrGroup() {}
}
