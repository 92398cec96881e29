package org.jdapl.conformance.rules.rdm;

import org.jdapl.conformance.kit.RuleGroup;

/** The group RDM: RDMA read. */
public final class RdmGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("RDM", "RDMA read", RdmRules.ALL, RdmTests.class, RdmMutants.ALL);

    private RdmGroup() {}
}
