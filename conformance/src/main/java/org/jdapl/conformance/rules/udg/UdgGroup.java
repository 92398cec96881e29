package org.jdapl.conformance.rules.udg;

import org.jdapl.conformance.kit.RuleGroup;

/** The group UDG: datagrams, address handles and multicast groups. */
public final class UdgGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "UDG",
                    "unreliable datagrams and multicast",
                    UdgRules.ALL,
                    UdgTests.class,
                    UdgMutants.ALL);

    private UdgGroup() {}
}
