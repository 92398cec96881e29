package org.jdapl.conformance.kit;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.peer.PeerOptions;
import org.jdapl.conformance.rules.StandardRules;

/**
 * Tries all rules on one target and writes the reports. The rules run in a worker JVM; when that
 * dies, the rule that ran is charged with it, and the rest runs in another.
 */
public final class Kit {

    private static final String USAGE =
            """
            usage: kit [--target NAME] [--rules ID,GROUP-*,...] [--out DIRECTORY]
                       [--specification FILE]

              --target         adapter to try, as in Targets; soft:iwarp by default
              --rules          which rules; all by default
              --out            where the reports go: results.json, results.xml, results.html
              --specification  write the rules as Markdown, and end
            """;

    private final RuleCatalogue catalogue;
    private final Path out;
    private final PrintStream console;

    Kit(RuleCatalogue catalogue, Path out, PrintStream console) {
        this.catalogue = catalogue;
        this.out = out;
        this.console = console;
    }

    /**
     * Runs.
     *
     * @param args see the usage
     * @throws IOException where the reports cannot be written
     * @throws InterruptedException where it was interrupted
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, String> options = options(args);
        RuleCatalogue catalogue = StandardRules.catalogue();
        if (options.containsKey("--specification")) {
            Files.writeString(
                    Path.of(options.get("--specification")), new Specification(catalogue).text());
            return;
        }
        Path out = Path.of(options.getOrDefault("--out", "target/kit"));
        Kit kit = new Kit(catalogue, out, System.out);
        Report report =
                kit.run(
                        options.getOrDefault("--target", "soft:iwarp"),
                        options.getOrDefault("--rules", ""));
        System.exit(report.worst().isGood() ? 0 : 1);
    }

    private static Map<String, String> options(String[] args) {
        Map<String, String> options = new LinkedHashMap<>();
        Set<String> known = Set.of("--target", "--rules", "--out", "--specification");
        for (int i = 0; i < args.length; i += 2) {
            if (!known.contains(args[i]) || i + 1 == args.length) {
                System.err.print(USAGE);
                System.exit(2);
            }
            options.put(args[i], args[i + 1]);
        }
        return options;
    }

    /** Tries rules, writes the reports, and says on the console what came of it. */
    Report run(String target, String selection) throws IOException, InterruptedException {
        Files.createDirectories(out);
        List<Journal.Step> left = new ArrayList<>();
        for (RuleTest test : catalogue.select(selection)) {
            for (ProgressMode mode : test.modes()) {
                left.add(new Journal.Step(test.rule().id(), mode));
            }
        }
        List<Result> results = new ArrayList<>();
        for (int worker = 1; !left.isEmpty(); worker++) {
            List<Result> some = work(target, left, worker);
            results.addAll(some);
            left = left.subList(some.size(), left.size());
        }
        Report report = new Report(catalogue, target, results);
        report.write(out);
        console.print(report.summary());
        return report;
    }

    /** One worker's life; gives at least one result. */
    private List<Result> work(String target, List<Journal.Step> steps, int number)
            throws IOException, InterruptedException {
        Path file = out.resolve("journal-" + number + ".txt");
        Path log = out.resolve("worker-" + number + ".log");
        Files.deleteIfExists(file);
        List<String> arguments = new ArrayList<>(List.of(target, file.toString()));
        steps.forEach(step -> arguments.add(step.rule() + "/" + step.mode()));
        int status =
                new ProcessBuilder(PeerOptions.defaults().command(Worker.class, arguments))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start()
                        .waitFor();
        Journal.Account account = new Journal(file).read();
        List<Result> results = new ArrayList<>(account.results());
        if (results.size() == steps.size()) {
            return results;
        }
        Journal.Step step = steps.get(results.size());
        boolean begun = step.equals(account.unfinished());
        results.add(
                new Result(
                        step.rule(),
                        step.mode(),
                        begun ? Status.CRASH : Status.ERROR,
                        false,
                        "the worker ended with status "
                                + status
                                + (begun ? " while the rule was tried" : " before the rule")
                                + "; see "
                                + log.getFileName(),
                        "",
                        Set.of(),
                        List.of(),
                        0));
        return results;
    }
}
