package org.jdapl.conformance.rules.svp;

import org.jdapl.conformance.kit.RuleGroup;

/** The group SVP: service points and requests. */
public final class SvpGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "SVP",
                    "service points and requests",
                    SvpRules.ALL,
                    SvpTests.class,
                    SvpMutants.ALL);

    private SvpGroup() {}
}
