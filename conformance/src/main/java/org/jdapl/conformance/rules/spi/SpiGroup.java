package org.jdapl.conformance.rules.spi;

import org.jdapl.conformance.kit.RuleGroup;

/** The group SPI: the provider interface itself, without the runtime. */
public final class SpiGroup {

    /** Rules, tests and mutants. */
    public static final RuleGroup GROUP =
            new RuleGroup(
                    "SPI",
                    "the provider interface, without the runtime",
                    SpiRules.ALL,
                    SpiTests.class,
                    SpiMutants.ALL);

    private SpiGroup() {}
}
