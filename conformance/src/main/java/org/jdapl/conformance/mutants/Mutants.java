package org.jdapl.conformance.mutants;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.Target;
import org.jdapl.conformance.kit.Targets;
import org.jdapl.conformance.kit.Trial;
import org.jdapl.conformance.rules.StandardRules;

/** Tries all mutants, and says which live. */
public final class Mutants {

    private Mutants() {}

    /**
     * Runs.
     *
     * @param args the target's name, and which mutants: beginnings of their names; all by default
     */
    public static void main(String[] args) {
        RuleCatalogue catalogue = StandardRules.catalogue();
        List<MutantResult> results = new ArrayList<>();
        try (Target target = Targets.named(args[0])) {
            Trial.warmUp(target);
            MutationRun run = new MutationRun(catalogue, target);
            for (Mutant mutant : catalogue.mutants()) {
                if (args.length == 1 || List.of(args).stream().anyMatch(mutant.id()::startsWith)) {
                    MutantResult result = args.length == 1 ? run.all(mutant) : run.named(mutant);
                    results.add(result);
                    System.out.println(line(result));
                }
            }
        }
        long killed = results.stream().filter(MutantResult::killed).count();
        System.out.println(killed + " of " + results.size() + " mutants killed");
    }

    private static String line(MutantResult r) {
        return (r.killed() ? "killed " : "LIVES  ")
                + r.mutant().id()
                + " by "
                + r.mutant().kills()
                + ": "
                + r.byRule().lines().findFirst().orElse("")
                + (r.others() == 0
                        ? ""
                        : " [also "
                                + r.alsoFailed().size()
                                + " of "
                                + r.others()
                                + ": "
                                + String.join(", ", r.alsoFailed())
                                + "]");
    }
}
