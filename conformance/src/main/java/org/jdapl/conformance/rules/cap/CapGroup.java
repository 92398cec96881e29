package org.jdapl.conformance.rules.cap;

import org.jdapl.conformance.kit.RuleGroup;

/** The group CAP: capabilities. */
public final class CapGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("CAP", "capabilities", CapRules.ALL, CapTests.class, CapMutants.ALL);

    private CapGroup() {}
}
