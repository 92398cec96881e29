package org.jdapl.conformance.rules.atm;

import org.jdapl.conformance.kit.RuleGroup;

/** The group ATM: atomic operations. */
public final class AtmGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("ATM", "Atomic operations", AtmRules.ALL, AtmTests.class, AtmMutants.ALL);

    private AtmGroup() {}
}
