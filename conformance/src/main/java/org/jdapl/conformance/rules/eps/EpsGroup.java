package org.jdapl.conformance.rules.eps;

import org.jdapl.conformance.kit.RuleGroup;

/** The group EPS: endpoint states. */
public final class EpsGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("EPS", "endpoint states", EpsRules.ALL, EpsTests.class, EpsMutants.ALL);

    private EpsGroup() {}
}
