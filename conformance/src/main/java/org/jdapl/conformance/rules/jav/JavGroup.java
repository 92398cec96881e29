package org.jdapl.conformance.rules.jav;

import org.jdapl.conformance.kit.RuleGroup;

/** The group JAV: the Java platform. */
public final class JavGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("JAV", "the Java platform", JavRules.ALL, JavTests.class, JavMutants.ALL);

    private JavGroup() {}
}
