package org.jdapl.conformance.rules.cnc;

import org.jdapl.conformance.kit.RuleGroup;

/** The group CNC: concurrency. */
public final class CncGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("CNC", "concurrency", CncRules.ALL, CncTests.class, CncMutants.ALL);

    private CncGroup() {}
}
