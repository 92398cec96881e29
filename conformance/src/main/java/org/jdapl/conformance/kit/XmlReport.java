package org.jdapl.conformance.kit;

import static org.jdapl.conformance.kit.Markup.xml;

import java.util.List;
import java.util.Locale;

/** A report in the form of JUnit's, for build servers: a suite for each group of rules. */
final class XmlReport {

    private final Report report;

    XmlReport(Report report) {
        this.report = report;
    }

    String text() {
        StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        out.append("<testsuites name=\"").append(xml(report.target())).append('"');
        sums(out, report.results());
        out.append(">\n");
        for (RuleGroup group : report.catalogue().groups()) {
            List<Result> results = report.results(group);
            if (!results.isEmpty()) {
                suite(out, group, results);
            }
        }
        return out.append("</testsuites>\n").toString();
    }

    private void suite(StringBuilder out, RuleGroup group, List<Result> results) {
        out.append("<testsuite name=\"").append(group.id()).append('"');
        sums(out, results);
        out.append(">\n");
        results.forEach(r -> testCase(out, r));
        out.append("</testsuite>\n");
    }

    /** What build servers show of a suite, and of all. */
    private static void sums(StringBuilder out, List<Result> results) {
        attribute(out, "tests", results.size());
        attribute(out, "failures", count(results, Status.FAIL));
        attribute(out, "errors", count(results, Status.ERROR) + count(results, Status.CRASH));
        attribute(out, "skipped", count(results, Status.NOT_APPLICABLE));
        attribute(out, "time", seconds(results.stream().mapToLong(Result::millis).sum()));
    }

    private static String seconds(long millis) {
        return String.format(Locale.ROOT, "%.3f", millis / 1000.0);
    }

    private static void attribute(StringBuilder out, String name, Object value) {
        out.append(' ').append(name).append("=\"").append(value).append('"');
    }

    private static long count(List<Result> results, Status status) {
        return results.stream().filter(r -> r.status() == status).count();
    }

    private void testCase(StringBuilder out, Result r) {
        Rule rule = report.catalogue().test(r.rule()).rule();
        out.append("<testcase classname=\"").append(xml(report.target())).append('.');
        out.append(rule.group()).append("\" name=\"").append(r.rule()).append(' ');
        out.append(r.mode()).append(": ").append(xml(rule.sentence())).append("\" time=\"");
        out.append(seconds(r.millis())).append("\">");
        switch (r.status()) {
            case PASS -> {}
            case WARNING, WAIVED ->
                    out.append("<system-out>").append(xml(r.text())).append("</system-out>");
            case NOT_APPLICABLE ->
                    out.append("<skipped message=\"").append(xml(r.text())).append("\"/>");
            case FAIL -> fault(out, "failure", r, rule);
            case ERROR, CRASH -> fault(out, "error", r, rule);
        }
        out.append("</testcase>\n");
    }

    private static void fault(StringBuilder out, String element, Result r, Rule rule) {
        out.append('<').append(element).append(" type=\"").append(r.status());
        out.append("\" message=\"").append(xml(r.text())).append("\">");
        if (!rule.hint().isEmpty()) {
            out.append("If this fails: ").append(xml(rule.hint())).append('\n');
        }
        out.append(xml(r.trace())).append("</").append(element).append('>');
    }
}
