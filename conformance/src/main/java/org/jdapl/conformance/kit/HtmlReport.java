package org.jdapl.conformance.kit;

import static org.jdapl.conformance.kit.Markup.xml;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Machine;
import org.jdapl.conformance.certificate.Certificate.Subject;
import org.jdapl.conformance.certificate.Ruling;

/**
 * A report for people, in one file that needs no other: the verdict, what failed, a matrix of the
 * groups, and then all trials.
 */
final class HtmlReport {

    private static final String HEAD =
            """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>JDAPL conformance</title>
            <style>
            body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 72em; padding: 0 1em; }
            table { border-collapse: collapse; width: 100%; margin: 0.5em 0 1.5em; }
            th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left; vertical-align: top; }
            td { overflow-wrap: anywhere; }
            pre { white-space: pre-wrap; font-size: 12px; margin: 0.3em 0; }
            .PASS, .CERTIFIED { color: #176317; } .WARNING, .WAIVED, .PARTIAL { color: #8a5a00; } .NOT_APPLICABLE { color: #666; }
            .FAIL, .ERROR, .CRASH, .NOT_CERTIFIED { color: #b00020; font-weight: bold; }
            </style></head><body>
            """;

    private final Report report;
    private final Certificate certificate;
    private final StringBuilder out = new StringBuilder(HEAD);

    HtmlReport(Report report, Certificate certificate) {
        this.report = report;
        this.certificate = certificate;
    }

    String text() {
        out.append("<h1>JDAPL conformance: ").append(xml(report.target())).append("</h1>\n");
        verdict();
        failures();
        matrix();
        waivers();
        circumstances();
        for (RuleGroup group : report.catalogue().groups()) {
            List<Result> results = report.results(group);
            if (!results.isEmpty()) {
                out.append("<h2 id=\"").append(group.id()).append("\">").append(group.id());
                out.append(": ").append(xml(group.title())).append("</h2>\n");
                trials(results);
            }
        }
        return out.append("</body></html>\n").toString();
    }

    private void verdict() {
        Ruling ruling = certificate.verdict();
        Subject subject = certificate.subject();
        out.append("<p>Verdict: <span class=\"").append(ruling).append("\">").append(ruling);
        out.append("</span>, profile ").append(xml(subject.profile())).append(' ');
        out.append(xml(subject.profileVersion())).append(", worst of all trials: <span class=\"");
        out.append(certificate.worst()).append("\">").append(certificate.worst());
        out.append("</span></p>\n<table><tr><th>layer</th>");
        statusHeads();
        for (Layer layer : Layer.values()) {
            out.append("<tr><td>").append(layer).append("</td>");
            cells(report.count(layer));
        }
        out.append("</table>\n");
    }

    private void failures() {
        List<Result> bad = report.results().stream().filter(r -> !r.status().isGood()).toList();
        if (!bad.isEmpty()) {
            out.append("<h2>What failed</h2>\n");
            trials(bad);
        }
    }

    /** How many trials of each group came out how. */
    private void matrix() {
        out.append("<h2>Groups</h2>\n<table><tr><th>group</th>");
        statusHeads();
        for (RuleGroup group : report.catalogue().groups()) {
            Map<Status, Integer> counts = new EnumMap<>(Status.class);
            report.results(group).forEach(r -> counts.merge(r.status(), 1, Integer::sum));
            if (!counts.isEmpty()) {
                out.append("<tr><td><a href=\"#").append(group.id()).append("\">");
                out.append(group.id()).append("</a> ").append(xml(group.title())).append("</td>");
                cells(counts);
            }
        }
        out.append("</table>\n");
    }

    private void statusHeads() {
        for (Status status : Status.values()) {
            out.append("<th>").append(status).append("</th>");
        }
        out.append("</tr>\n");
    }

    private void cells(Map<Status, Integer> counts) {
        for (Status status : Status.values()) {
            int count = counts.getOrDefault(status, 0);
            out.append(count == 0 ? "<td>0" : "<td class=\"" + status + "\">" + count);
            out.append("</td>");
        }
        out.append("</tr>\n");
    }

    private void waivers() {
        if (certificate.waivers().isEmpty()) {
            return;
        }
        out.append("<h2>Waivers</h2>\n<table><tr><th>rule</th><th>adapter, versions</th>");
        out.append("<th>reason</th><th>until</th><th>use</th></tr>\n");
        for (Certificate.WaiverUse w : certificate.waivers()) {
            row(
                    w.rule(),
                    w.adapter() + ", " + w.versions(),
                    w.reason() + " [" + w.link() + "]",
                    w.expires(),
                    w.use().name());
        }
        out.append("</table>\n");
    }

    private void circumstances() {
        Subject subject = certificate.subject();
        Machine machine = certificate.machine();
        out.append("<h2>Where and with what</h2>\n<table>\n");
        row("adapter", subject.adapter() + ", its peer " + subject.peerAdapter());
        row("provider", subject.provider() + ' ' + subject.providerVersion());
        row("vendor", subject.vendor());
        row("versions of the SPI", subject.providerSpi() + ", runtime " + subject.runtimeSpi());
        row("Java", machine.java());
        row("system", machine.system() + ", kernel " + machine.kernel());
        row(
                "processors",
                machine.processors() + " x " + machine.processor() + ", " + machine.architecture());
        row("seed", String.valueOf(certificate.settings().seed()));
        row("runs of each trial", String.valueOf(certificate.settings().runs()));
        row("time limits times", certificate.settings().timescale());
        row("started", certificate.times().started());
        for (Certificate.Artifact a : certificate.artifacts()) {
            row(a.role() + " " + a.module() + ' ' + a.version(), a.digest());
        }
        out.append("</table>\n<details><summary>attributes of the adapter</summary><table>\n");
        subject.attributes().forEach(this::row);
        out.append("</table></details>\n");
    }

    private void row(String... cells) {
        out.append("<tr>");
        for (String cell : cells) {
            out.append("<td>").append(xml(cell)).append("</td>");
        }
        out.append("</tr>\n");
    }

    private void trials(List<Result> results) {
        out.append("<table><tr><th>rule</th><th>mode</th><th>status</th>");
        out.append("<th>what it says</th><th>ms</th></tr>\n");
        results.forEach(this::trial);
        out.append("</table>\n");
    }

    private void trial(Result r) {
        Rule rule = report.catalogue().test(r.rule()).rule();
        out.append("<tr><td>").append(r.rule()).append("</td><td>").append(r.mode());
        out.append("</td><td class=\"").append(r.status()).append("\">").append(r.status());
        out.append("</td><td>").append(xml(rule.sentence()));
        if (!r.text().isEmpty()) {
            out.append("<pre>").append(xml(r.text())).append("</pre>");
        }
        if (!r.rawCodes().isEmpty()) {
            out.append("<pre>raw codes: ").append(xml(String.join(", ", r.rawCodes())));
            out.append("</pre>");
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
