package org.jdapl.conformance.mutants;

import java.util.List;

/**
 * What the rules said of a mutant.
 *
 * @param mutant the mutant
 * @param killed whether the named rule failed, by its own assertion
 * @param byRule what the named rule said
 * @param others how many other rules were tried
 * @param alsoFailed which of them were not green
 */
public record MutantResult(
        Mutant mutant, boolean killed, String byRule, int others, List<String> alsoFailed) {

    /** Least share of the other rules that stay green, in percent. */
    public static final int LEAST_GREEN_PERCENT = 95;

    /**
     * So many more may fail of a few rules than the share allows: those near the named one fail
     * together, and a sample can have all of them.
     */
    public static final int SAMPLE_SLACK = 3;

    private static final int MANY = 100;

    /** Copies the list. */
    public MutantResult {
        alsoFailed = List.copyOf(alsoFailed);
    }

    /**
     * Whether the other rules leave the mutant alone, so that it shows what the named rule finds.
     *
     * @return true where at least {@value #LEAST_GREEN_PERCENT} % of them are green; of a sample,
     *     {@value #SAMPLE_SLACK} fewer
     */
    public boolean isNarrow() {
        int slack = others < MANY ? SAMPLE_SLACK : 0;
        return (others - alsoFailed.size() + slack) * 100 >= others * LEAST_GREEN_PERCENT;
    }
}
