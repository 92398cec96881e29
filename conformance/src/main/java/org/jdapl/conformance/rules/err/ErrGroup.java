package org.jdapl.conformance.rules.err;

import org.jdapl.conformance.kit.RuleGroup;

/** The group ERR: error reporting. */
public final class ErrGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("ERR", "error reporting", ErrRules.ALL, ErrTests.class, ErrMutants.ALL);

    private ErrGroup() {}
}
