package org.jdapl.conformance.mutants;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.kit.Result;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.RuleTest;
import org.jdapl.conformance.kit.Status;
import org.jdapl.conformance.kit.Target;
import org.jdapl.conformance.kit.Trial;

/** Tries the rules on mutants, to see that the rules find what they are there to find. */
public final class MutationRun {

    private final RuleCatalogue catalogue;
    private final Target target;

    /**
     * Makes a run.
     *
     * @param catalogue the rules and the mutants
     * @param target what is broken; stays the caller's
     */
    public MutationRun(RuleCatalogue catalogue, Target target) {
        this.catalogue = catalogue;
        this.target = target;
    }

    /**
     * Tries the rule that a mutant names, in each of its modes until it fails.
     *
     * @param mutant the mutant
     * @return what the rule said; nothing of the other rules
     */
    public MutantResult named(Mutant mutant) {
        RuleTest test = catalogue.test(mutant.kills());
        List<String> said = new ArrayList<>();
        for (ProgressMode mode : test.modes()) {
            Result result = Trial.run(test, target, mode, mutant);
            said.add(mode + " " + result.status() + ": " + result.text());
            if (result.status() == Status.FAIL && result.byAssertion()) {
                return new MutantResult(mutant, true, said.getLast(), 0, List.of());
            }
        }
        return new MutantResult(mutant, false, String.join("; ", said), 0, List.of());
    }

    /**
     * Tries the rule that a mutant names, and others: all of them, or each N-th.
     *
     * @param mutant the mutant
     * @param first the place of the first other rule, from 0
     * @param step 1 for all others; N for each N-th, a sample
     * @return what they said
     */
    public MutantResult withOthers(Mutant mutant, int first, int step) {
        MutantResult named = named(mutant);
        List<String> failed = new ArrayList<>();
        int others = 0;
        List<RuleTest> tests = catalogue.tests();
        for (int i = first; i < tests.size(); i += step) {
            RuleTest test = tests.get(i);
            if (test.rule().id().equals(mutant.kills())) {
                continue;
            }
            others++;
            Result result = Trial.run(test, target, test.modes().getFirst(), mutant);
            if (!result.status().isGood()) {
                failed.add(test.rule().id());
            }
        }
        return new MutantResult(mutant, named.killed(), named.byRule(), others, failed);
    }
}
