package org.jdapl.conformance.kit;

import static org.jdapl.conformance.kit.Markup.json;

import java.util.stream.Collectors;
import org.jdapl.conformance.base.Seed;

/** A report for programs: every trial on a line of its own. */
final class JsonReport {

    private static final int SCHEMA = 1;

    private final Report report;

    JsonReport(Report report) {
        this.report = report;
    }

    String text() {
        StringBuilder out = new StringBuilder("{\n");
        out.append("\"schema\": ").append(SCHEMA).append(",\n");
        out.append("\"target\": ").append(json(report.target())).append(",\n");
        out.append("\"seed\": ").append(Seed.value()).append(",\n");
        out.append("\"java\": ").append(property("java.runtime.version")).append(",\n");
        out.append("\"system\": ").append(property("os.name")).append(",\n");
        out.append("\"verdict\": ").append(json(report.worst().name())).append(",\n");
        out.append("\"counts\": {");
        String separator = "";
        for (Layer layer : Layer.values()) {
            out.append(separator).append(json(layer.name())).append(": {");
            out.append(
                    report.count(layer).entrySet().stream()
                            .map(e -> json(e.getKey().name()) + ": " + e.getValue())
                            .collect(Collectors.joining(", ")));
            out.append('}');
            separator = ", ";
        }
        out.append("},\n\"trials\": [\n");
        out.append(report.results().stream().map(this::trial).collect(Collectors.joining(",\n")));
        return out.append("\n]\n}\n").toString();
    }

    private static String property(String name) {
        return json(System.getProperty(name, ""));
    }

    private String trial(Result r) {
        Rule rule = report.catalogue().test(r.rule()).rule();
        return "{\"rule\": "
                + json(r.rule())
                + ", \"level\": "
                + json(rule.level().name())
                + ", \"layer\": "
                + json(rule.layer().name())
                + ", \"mode\": "
                + json(r.mode().name())
                + ", \"status\": "
                + json(r.status().name())
                + ", \"millis\": "
                + r.millis()
                + ", \"outcomes\": ["
                + r.outcomes().stream()
                        .sorted()
                        .map(outcome -> json(outcome.name()))
                        .collect(Collectors.joining(", "))
                + "], \"text\": "
                + json(r.text())
                + "}";
    }
}
