package org.jdapl.conformance.rules.wr;

import org.jdapl.conformance.kit.RuleGroup;

/** The group WR: RDMA write. */
public final class WrGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("WR", "RDMA write", WrRules.ALL, WrTests.class, WrMutants.ALL);

    private WrGroup() {}
}
