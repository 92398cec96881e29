package org.jdapl.conformance.rules.imm;

import org.jdapl.conformance.kit.RuleGroup;

/** The group IMM: immediate data. */
public final class ImmGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("IMM", "immediate data", ImmRules.ALL, ImmTests.class, ImmMutants.ALL);

    private ImmGroup() {}
}
