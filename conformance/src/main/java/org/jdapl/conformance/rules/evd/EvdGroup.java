package org.jdapl.conformance.rules.evd;

import org.jdapl.conformance.kit.RuleGroup;

/** The group EVD: events and completions. */
public final class EvdGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "EVD", "events and completions", EvdRules.ALL, EvdTests.class, EvdMutants.ALL);

    private EvdGroup() {}
}
