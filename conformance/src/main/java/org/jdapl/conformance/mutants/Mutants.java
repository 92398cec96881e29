package org.jdapl.conformance.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.Target;
import org.jdapl.conformance.kit.Targets;
import org.jdapl.conformance.kit.Trial;
import org.jdapl.conformance.rules.StandardRules;

/** Tries mutants, and says which live. */
public final class Mutants {

    private static final Path FOLDER = Path.of("target", "kit");

    private Mutants() {}

    /**
     * Runs. Named mutants are tried with their own rules only, all mutants with all rules. With
     * {@code --every N} the mutants, named or all, are tried with a sample of the other rules, each
     * N-th, beginning at another one for each mutant. Trying all mutants writes {@code
     * target/kit/mutants.json} and a page, {@code mutants.md}.
     *
     * @param args the target's name, perhaps {@code --every N}, and the beginnings of mutants'
     *     names
     * @throws IOException where these cannot be written
     */
    public static void main(String[] args) throws IOException {
        RuleCatalogue catalogue = StandardRules.catalogue();
        boolean sample = args.length > 2 && args[1].equals("--every");
        int step = sample ? Integer.parseInt(args[2]) : 1;
        List<String> chosen = List.of(args).subList(sample ? 3 : 1, args.length);
        List<MutantResult> results = new ArrayList<>();
        try (Target target = Targets.named(args[0])) {
            Trial.warmUp(target);
            MutationRun run = new MutationRun(catalogue, target);
            for (Mutant mutant : catalogue.mutants()) {
                if (chosen.isEmpty() || chosen.stream().anyMatch(mutant.id()::startsWith)) {
                    MutantResult result =
                            sample || chosen.isEmpty()
                                    ? run.withOthers(mutant, results.size() % step, step)
                                    : run.named(mutant);
                    results.add(result);
                    System.out.println(line(result));
                }
            }
        }
        MutationScore score =
                MutationScore.of(
                        args[0],
                        sample || chosen.isEmpty() ? step : 0,
                        LocalDate.now(ZoneOffset.UTC).toString(),
                        results);
        MutationReport report = new MutationReport(catalogue, score);
        if (chosen.isEmpty()) {
            Files.createDirectories(FOLDER);
            score.write(FOLDER.resolve("mutants.json"));
            Files.writeString(FOLDER.resolve("mutants.md"), report.text());
        }
        System.out.println(report.score());
        System.exit(report.isGood() ? 0 : 1);
    }

    private static String line(MutantResult r) {
        String said = r.byRule().lines().findFirst().orElse("");
        return (r.killed() ? "killed " : "LIVES  ")
                + r.mutant().id()
                + " by "
                + r.mutant().kills()
                + ": "
                + said
                + (r.alsoFailed().isEmpty() ? "" : ", also by " + r.alsoFailed());
    }
}
