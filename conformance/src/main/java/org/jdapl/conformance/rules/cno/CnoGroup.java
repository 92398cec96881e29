package org.jdapl.conformance.rules.cno;

import org.jdapl.conformance.kit.RuleGroup;

/** The group CNO: notification objects. */
public final class CnoGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "CNO", "notification objects", CnoRules.ALL, CnoTests.class, CnoMutants.ALL);

    private CnoGroup() {}
}
