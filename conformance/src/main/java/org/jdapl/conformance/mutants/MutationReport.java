package org.jdapl.conformance.mutants;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdapl.conformance.kit.Level;
import org.jdapl.conformance.kit.RuleCatalogue;

/** The score of the rules against the mutants, and who killed what. */
public final class MutationReport {

    private final RuleCatalogue catalogue;
    private final List<MutantResult> results;

    /**
     * Makes one.
     *
     * @param catalogue the rules and the mutants
     * @param results what the rules said of the mutants
     */
    public MutationReport(RuleCatalogue catalogue, List<MutantResult> results) {
        this.catalogue = catalogue;
        this.results = List.copyOf(results);
    }

    /**
     * Whether every mutant was killed by its rule, and left most others alone.
     *
     * @return true where nothing is left to do
     */
    public boolean isGood() {
        return results.stream().allMatch(r -> r.killed() && r.isNarrow());
    }

    /**
     * The score in one line.
     *
     * @return how many mutants were killed, and how many were not narrow
     */
    public String score() {
        long killed = results.stream().filter(MutantResult::killed).count();
        long broad = results.stream().filter(r -> !r.isNarrow()).count();
        return killed
                + " of "
                + results.size()
                + " mutants killed by the rules that they name"
                + (broad == 0 ? "" : ", " + broad + " noticed by too many others");
    }

    /**
     * A page for people.
     *
     * @return Markdown
     */
    public String text() {
        StringBuilder out = new StringBuilder("# Mutants\n\n").append(score()).append(".\n");
        Set<String> unproved = unproved();
        if (!unproved.isEmpty()) {
            out.append("\nRequired rules that no mutant here fails: ");
            out.append(String.join(", ", unproved)).append(".\n");
        }
        out.append(
                "\n| mutant | layer | what it does wrong | rule | killed | others that notice |");
        out.append("\n|---|---|---|---|---|---|\n");
        results.forEach(r -> row(out, r));
        return out.toString();
    }

    private Set<String> unproved() {
        Set<String> rules =
                catalogue.tests().stream()
                        .filter(test -> test.rule().level() == Level.REQUIRED)
                        .map(test -> test.rule().id())
                        .collect(Collectors.toCollection(TreeSet::new));
        results.stream()
                .filter(MutantResult::killed)
                .forEach(r -> rules.remove(r.mutant().kills()));
        return rules;
    }

    private static void row(StringBuilder out, MutantResult r) {
        out.append("| ").append(r.mutant().id());
        out.append(" | ").append(r.mutant().layer());
        out.append(" | ").append(r.mutant().sentence());
        out.append(" | ").append(r.mutant().kills());
        out.append(" | ").append(r.killed() ? "yes" : "**no**");
        out.append(" | ").append(String.join(", ", r.alsoFailed()));
        out.append(r.isNarrow() ? " |\n" : " (**too many**) |\n");
    }
}
