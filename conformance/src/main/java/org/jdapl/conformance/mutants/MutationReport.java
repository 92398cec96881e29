package org.jdapl.conformance.mutants;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.conformance.kit.Level;
import org.jdapl.conformance.kit.MarkdownTable;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.RuleTest;

/** The score of the rules against the mutants, and who killed what. */
public final class MutationReport {

    private static final String HEAD =
            """
            # Mutants

            A mutant is a provider, or a runtime, with exactly one fault. The rule that it names has to fail on it, by the rule's own assertion and not by an
            exception or a time limit; of the other rules most have to stay as they are. So it is shown that a rule's test finds what the rule is about. This page
            is generated; do not edit it.
            """;

    private final RuleCatalogue catalogue;
    private final MutationScore score;
    private final List<MutantResult> results;

    /**
     * Makes one. Mutants that the catalogue no longer has are left out.
     *
     * @param catalogue the rules and the mutants
     * @param score what the rules said of the mutants
     */
    public MutationReport(RuleCatalogue catalogue, MutationScore score) {
        this.catalogue = catalogue;
        this.score = score;
        Map<String, MutationScore.Entry> entries =
                score.mutants().stream()
                        .collect(
                                Collectors.toMap(MutationScore.Entry::mutant, Function.identity()));
        this.results =
                catalogue.mutants().stream()
                        .flatMap(
                                mutant ->
                                        Stream.ofNullable(entries.get(mutant.id()))
                                                .map(entry -> result(mutant, entry)))
                        .toList();
    }

    private static MutantResult result(Mutant mutant, MutationScore.Entry entry) {
        return new MutantResult(mutant, entry.killed(), "", entry.others(), entry.alsoFailed());
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
     * How the score was measured, and what it says of the required rules.
     *
     * @return sentences
     */
    public String summary() {
        Set<String> required = required();
        int count = required.size();
        required.removeAll(found());
        StringBuilder out = new StringBuilder(score()).append(", on ").append(score.target());
        out.append(", ").append(score.measured()).append(". ").append(others());
        out.append(" Of ").append(count).append(" required rules ");
        out.append(count - required.size()).append(" are failed by a mutant that names them");
        out.append(required.isEmpty() ? "." : "; not by one: " + String.join(", ", required) + ".");
        int missing = catalogue.mutants().size() - results.size();
        if (missing > 0) {
            out.append(" Mutants that are younger than this: ").append(missing).append('.');
        }
        return out.toString();
    }

    private String others() {
        return switch (score.every()) {
            case 0 -> "Each was tried against the rule that it names, and no other.";
            case 1 -> "Each was tried against the rule that it names, and all others.";
            default ->
                    "Each was tried against the rule that it names, and one in "
                            + score.every()
                            + " of the others.";
        };
    }

    private Set<String> required() {
        return catalogue.tests().stream()
                .map(RuleTest::rule)
                .filter(rule -> rule.level() == Level.REQUIRED)
                .map(rule -> rule.id())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The rules that a mutant which names them fails.
     *
     * @return their ids
     */
    public Set<String> found() {
        return results.stream()
                .filter(MutantResult::killed)
                .map(r -> r.mutant().kills())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * A page for people, with a row for each mutant.
     *
     * @return Markdown
     */
    public String text() {
        MarkdownTable table =
                MarkdownTable.of(
                        "mutant",
                        "layer",
                        "what it does wrong",
                        "rule",
                        "killed",
                        "others that notice");
        results.forEach(r -> row(table, r));
        return HEAD + '\n' + summary() + "\n\n" + table;
    }

    private static void row(MarkdownTable table, MutantResult r) {
        Mutant mutant = r.mutant();
        table.row(
                mutant.id(),
                mutant.layer().toString(),
                mutant.sentence(),
                mutant.kills(),
                r.killed() ? "yes" : "**no**",
                String.join(", ", r.alsoFailed()) + (r.isNarrow() ? "" : " (**too many**)"));
    }
}
