package org.jdapl.conformance.rules.con;

import org.jdapl.conformance.kit.RuleGroup;

/** The group CON: connect, accept, reject. */
public final class ConGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "CON", "connect, accept, reject", ConRules.ALL, ConTests.class, ConMutants.ALL);

    private ConGroup() {}
}
