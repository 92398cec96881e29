package org.jdapl.conformance.rules.prt;

import org.jdapl.conformance.kit.RuleGroup;

/** The group PRT: protection. */
public final class PrtGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("PRT", "protection", PrtRules.ALL, PrtTests.class, PrtMutants.ALL);

    private PrtGroup() {}
}
