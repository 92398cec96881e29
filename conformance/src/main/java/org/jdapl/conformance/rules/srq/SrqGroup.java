package org.jdapl.conformance.rules.srq;

import org.jdapl.conformance.kit.RuleGroup;

/** The group SRQ: shared receive queues. */
public final class SrqGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "SRQ", "shared receive queues", SrqRules.ALL, SrqTests.class, SrqMutants.ALL);

    private SrqGroup() {}
}
