package org.jdapl.conformance.rules.dis;

import org.jdapl.conformance.kit.RuleGroup;

/** The group DIS: disconnect. */
public final class DisGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("DIS", "disconnect", DisRules.ALL, DisTests.class, DisMutants.ALL);

    private DisGroup() {}
}
