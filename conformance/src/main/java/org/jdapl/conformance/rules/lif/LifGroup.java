package org.jdapl.conformance.rules.lif;

import org.jdapl.conformance.kit.RuleGroup;

/** The group LIF: life cycle and leaks. */
public final class LifGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "LIF", "life cycle and leaks", LifRules.ALL, LifTests.class, LifMutants.ALL);

    private LifGroup() {}
}
