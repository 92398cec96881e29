package org.jdapl.conformance.rules.ia;

import org.jdapl.conformance.kit.RuleGroup;

/** The group IA: interface adapter. */
public final class IaGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("IA", "interface adapter", IaRules.ALL, IaTests.class, IaMutants.ALL);

    private IaGroup() {}
}
