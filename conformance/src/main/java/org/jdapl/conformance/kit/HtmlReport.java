package org.jdapl.conformance.kit;

import static org.jdapl.conformance.kit.Markup.xml;

import java.util.List;
import org.jdapl.conformance.base.Seed;

/** A report for people, in one file that needs no other. */
final class HtmlReport {

    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>JDAPL conformance</title>
            <style>
            body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; }
            table { border-collapse: collapse; width: 100%; margin: 0.5em 0 1.5em; }
            th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
            pre { white-space: pre-wrap; font-size: 12px; margin: 0.3em 0; }
            .PASS { color: #176317; } .WARNING, .WAIVED { color: #8a5a00; } .NOT_APPLICABLE { color: #666; }
            .FAIL, .ERROR, .CRASH { color: #b00020; font-weight: bold; }
            </style></head><body>
            """;

    private final Report report;

    HtmlReport(Report report) {
        this.report = report;
    }

    String text() {
        StringBuilder out = new StringBuilder(HEAD);
        out.append("<h1>JDAPL conformance: ").append(xml(report.target()));
        out.append("</h1>\n<p>Verdict: <span class=\"").append(report.worst()).append("\">");
        out.append(report.worst()).append("</span>, seed ").append(Seed.value()).append("</p>\n");
        counts(out);
        for (RuleGroup group : report.catalogue().groups()) {
            List<Result> results = report.results(group);
            if (!results.isEmpty()) {
                out.append("<h2>").append(group.id()).append(": ").append(xml(group.title()));
                out.append("</h2>\n<table><tr><th>rule</th><th>mode</th><th>status</th>");
                out.append("<th>what it says</th><th>ms</th></tr>\n");
                results.forEach(r -> row(out, r));
                out.append("</table>\n");
            }
        }
        return out.append("</body></html>\n").toString();
    }

    private void counts(StringBuilder out) {
        out.append("<table><tr><th>layer</th>");
        for (Status status : Status.values()) {
            out.append("<th>").append(status).append("</th>");
        }
        out.append("</tr>\n");
        for (Layer layer : Layer.values()) {
            out.append("<tr><td>").append(layer).append("</td>");
            for (Status status : Status.values()) {
                out.append("<td>").append(report.count(layer).getOrDefault(status, 0));
                out.append("</td>");
            }
            out.append("</tr>\n");
        }
        out.append("</table>\n");
    }

    private void row(StringBuilder out, Result r) {
        Rule rule = report.catalogue().test(r.rule()).rule();
        out.append("<tr><td>").append(r.rule()).append("</td><td>").append(r.mode());
        out.append("</td><td class=\"").append(r.status()).append("\">").append(r.status());
        out.append("</td><td>").append(xml(rule.sentence()));
        if (!r.text().isEmpty()) {
            out.append("<pre>").append(xml(r.text())).append("</pre>");
        }
        if (!r.status().isGood()) {
            if (!rule.hint().isEmpty()) {
                out.append("<p>If this fails: ").append(xml(rule.hint())).append("</p>");
            }
            out.append("<details><summary>where</summary><pre>").append(xml(r.trace()));
            out.append("</pre></details>");
        }
        out.append("</td><td>").append(r.millis()).append("</td></tr>\n");
    }
}
