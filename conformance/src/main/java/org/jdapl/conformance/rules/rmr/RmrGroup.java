package org.jdapl.conformance.rules.rmr;

import org.jdapl.conformance.kit.RuleGroup;

/** The group RMR: remote memory regions, and keys for peers. */
public final class RmrGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "RMR", "Remote memory region", RmrRules.ALL, RmrTests.class, RmrMutants.ALL);

    private RmrGroup() {}
}
