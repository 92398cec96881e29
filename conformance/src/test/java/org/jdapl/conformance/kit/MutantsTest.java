package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.mutants.MutantResult;
import org.jdapl.conformance.mutants.MutationReport;
import org.jdapl.conformance.mutants.MutationRun;
import org.jdapl.conformance.mutants.MutationScore;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every mutant is found by the rule that it names, by that rule's own assertion. That few others
 * find it too is for {@code etc/kit mutants soft:sim}, which takes minutes; {@code
 * -Djdapl.test.args=-Djdapl.kit.mutants=all} has it here.
 */
class MutantsTest {

    private static final RuleCatalogue CATALOGUE = StandardRules.catalogue();

    private static final String TARGET = "soft:sim";
    private static final boolean ALL = System.getProperty("jdapl.kit.mutants", "").equals("all");
    private static final List<MutantResult> RESULTS = new ArrayList<>();

    @AfterAll
    static void writeThePage() throws IOException {
        MutationScore score =
                MutationScore.of(
                        TARGET, ALL ? 1 : 0, LocalDate.now(ZoneOffset.UTC).toString(), RESULTS);
        Files.writeString(
                Path.of("target", "mutants.md"), new MutationReport(CATALOGUE, score).text());
    }

    @TestFactory
    Stream<DynamicTest> mutants() {
        Target target = Targets.named(TARGET);
        Trial.warmUp(target);
        MutationRun run = new MutationRun(CATALOGUE, target);
        return CATALOGUE.mutants().stream()
                .map(mutant -> DynamicTest.dynamicTest(mutant.id(), () -> isFound(run, mutant)))
                .onClose(target::close);
    }

    private static void isFound(MutationRun run, Mutant mutant) {
        MutantResult result = ALL ? run.withOthers(mutant, 0, 1) : run.named(mutant);
        RESULTS.add(result);
        assertThat(result.killed())
                .as("%s by %s: %s", mutant.sentence(), mutant.kills(), result.byRule())
                .isTrue();
        assertThat(result.isNarrow())
                .as("too many other rules fail too: %s", result.alsoFailed())
                .isTrue();
    }
}
