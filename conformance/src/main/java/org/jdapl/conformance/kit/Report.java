package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jdapl.conformance.base.Seed;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.CertificateJson;
import org.jdapl.conformance.certificate.Seals;
import org.jspecify.annotations.Nullable;

/** What came of a run, counted, and written in three forms. Two runs can be compared by lines. */
final class Report {

    /** How the run was made that the results are of. */
    record Run(
            Description description,
            String selection,
            int repeats,
            Instant started,
            Duration took) {}

    private final RuleCatalogue catalogue;
    private final Run run;
    private final List<Result> results;

    Report(RuleCatalogue catalogue, Run run, List<Result> results) {
        this.catalogue = catalogue;
        this.run = run;
        this.results = List.copyOf(results);
    }

    Run run() {
        return run;
    }

    RuleCatalogue catalogue() {
        return catalogue;
    }

    String target() {
        return run.description().subject().target();
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
        return lines(r -> r.status() != Status.PASS);
    }

    /** A line for each trial that failed, was waived or has a remark, and the counts. */
    String findings() {
        return lines(r -> r.status().compareTo(Status.PASS) > 0);
    }

    private String lines(Predicate<Result> shown) {
        StringBuilder out = new StringBuilder();
        for (Result r : results) {
            if (shown.test(r)) {
                out.append(r.status()).append(' ').append(r.rule()).append(' ').append(r.mode());
                out.append(": ").append(r.text().lines().findFirst().orElse("")).append('\n');
            }
        }
        long millis = results.stream().mapToLong(Result::millis).sum();
        out.append(target()).append(": ").append(byRule().size()).append(" rules, ");
        out.append(results.size()).append(" trials, seed ").append(Seed.value()).append(", ");
        out.append(millis / 1000).append(" s\n");
        for (Layer layer : Layer.values()) {
            out.append("  ").append(layer).append(' ').append(count(layer)).append('\n');
        }
        return out.toString();
    }

    /**
     * Writes the reports.
     *
     * @param directory where
     * @param name what the files' names begin with
     * @param key what the certificate is signed with; null for nobody's signature
     * @return the certificate, sealed
     */
    Certificate write(Path directory, String name, @Nullable KeyPair key) throws IOException {
        Certificate certificate = Seals.seal(new JsonReport(this).certificate(), key);
        write(directory, name + ".json", CertificateJson.text(certificate));
        write(directory, name + ".xml", new XmlReport(this).text());
        write(directory, name + ".html", new HtmlReport(this, certificate).text());
        return certificate;
    }

    private static void write(Path directory, String name, String text) throws IOException {
        Files.writeString(directory.resolve(name), text);
    }
}
