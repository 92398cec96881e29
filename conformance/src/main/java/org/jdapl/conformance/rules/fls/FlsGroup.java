package org.jdapl.conformance.rules.fls;

import org.jdapl.conformance.kit.RuleGroup;

/** The group FLS: flushing. */
public final class FlsGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("FLS", "flushing", FlsRules.ALL, FlsTests.class, FlsMutants.ALL);

    private FlsGroup() {}
}
