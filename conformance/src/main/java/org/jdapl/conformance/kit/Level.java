package org.jdapl.conformance.kit;

/** How binding a rule is. */
public enum Level {
    /** Every provider keeps it. */
    REQUIRED,
    /** Every provider that advertises the rule's capability keeps it. */
    GATED,
    /** As required, but found out by many tries; the seed is in the report. */
    STRESS,
    /** What a provider does is written down; nobody fails. */
    INFO
}
