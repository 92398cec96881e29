package org.jdapl.conformance.rules.hot;

import org.jdapl.conformance.kit.RuleGroup;

/** The group HOT: devices that are pulled out and plugged in. */
public final class HotGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "HOT",
                    "devices that are pulled out and plugged in",
                    HotRules.ALL,
                    HotTests.class,
                    HotMutants.ALL);

    private HotGroup() {}
}
