package org.jdapl.conformance.rules.snd;

import org.jdapl.conformance.kit.RuleGroup;

/** The group SND: send and receive. */
public final class SndGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup("SND", "send and receive", SndRules.ALL, SndTests.class, SndMutants.ALL);

    private SndGroup() {}
}
