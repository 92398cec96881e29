package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.base.Seed;

/** What came of a run, counted, and written in three forms. Two runs can be compared by lines. */
final class Report {

    private final RuleCatalogue catalogue;
    private final String target;
    private final List<Result> results;

    Report(RuleCatalogue catalogue, String target, List<Result> results) {
        this.catalogue = catalogue;
        this.target = target;
        this.results = List.copyOf(results);
    }

    RuleCatalogue catalogue() {
        return catalogue;
    }

    String target() {
        return target;
    }

    List<Result> results() {
        return results;
    }

    /** The results of one group's rules, in order. */
    List<Result> results(RuleGroup group) {
        return results.stream().filter(r -> r.rule().startsWith(group.id() + "-")).toList();
    }

    /** For each rule the worst of its trials, in the order of the catalogue. */
    Map<String, Status> byRule() {
        Map<String, Status> worst = new LinkedHashMap<>();
        results.forEach(r -> worst.merge(r.rule(), r.status(), Status::worse));
        return worst;
    }

    /** How many rules of a layer came out how. */
    Map<Status, Integer> count(Layer layer) {
        Map<Status, Integer> counts = new EnumMap<>(Status.class);
        byRule().forEach(
                        (id, status) -> {
                            if (catalogue.test(id).rule().layer() == layer) {
                                counts.merge(status, 1, Integer::sum);
                            }
                        });
        return counts;
    }

    Status worst() {
        return results.stream().map(Result::status).reduce(Status.NOT_APPLICABLE, Status::worse);
    }

    /** A line for each trial that did not simply pass, and the counts. */
    String summary() {
        StringBuilder out = new StringBuilder();
        for (Result r : results) {
            if (r.status() != Status.PASS) {
                out.append(r.status()).append(' ').append(r.rule()).append(' ').append(r.mode());
                out.append(": ").append(r.text().lines().findFirst().orElse("")).append('\n');
            }
        }
        long millis = results.stream().mapToLong(Result::millis).sum();
        out.append(target).append(": ").append(byRule().size()).append(" rules, ");
        out.append(results.size()).append(" trials, seed ").append(Seed.value()).append(", ");
        out.append(millis / 1000).append(" s\n");
        for (Layer layer : Layer.values()) {
            out.append("  ").append(layer).append(' ').append(count(layer)).append('\n');
        }
        return out.toString();
    }

    void write(Path directory) throws IOException {
        Files.writeString(directory.resolve("results.json"), new JsonReport(this).text());
        Files.writeString(directory.resolve("results.xml"), new XmlReport(this).text());
        Files.writeString(directory.resolve("results.html"), new HtmlReport(this).text());
    }
}
