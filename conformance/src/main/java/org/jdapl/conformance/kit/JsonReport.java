package org.jdapl.conformance.kit;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Seed;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Certificate.Scope;
import org.jdapl.conformance.certificate.Certificate.Settings;
import org.jdapl.conformance.certificate.Certificate.Times;
import org.jdapl.conformance.certificate.Certificate.TrialEntry;
import org.jdapl.conformance.certificate.Certificate.WaiverUse;
import org.jdapl.conformance.certificate.Ruling;

/** A report for programs, in the form of a certificate. Whether it is one, its verdict says. */
final class JsonReport {

    private final Report report;

    JsonReport(Report report) {
        this.report = report;
    }

    /** The certificate, without a seal. */
    Certificate certificate() {
        List<TrialEntry> trials = report.results().stream().map(this::entry).toList();
        Scope scope = scope();
        Report.Run run = report.run();
        return new Certificate(
                Certificate.FORMAT,
                Ruling.of(scope.whole(), trials),
                Ruling.worst(trials),
                run.description().subject(),
                scope,
                new Settings(
                        Seed.value(), run.repeats(), System.getProperty(Bound.SCALE_PROPERTY, "1")),
                Ruling.counts(trials),
                run.description().artifacts(),
                ThisMachine.now(),
                run.description().waivers().stream().map(this::use).toList(),
                unexpectedPasses(),
                trials,
                times(),
                null);
    }

    private Scope scope() {
        int all = report.catalogue().tests().stream().mapToInt(t -> t.modes().size()).sum();
        int made = report.results().size();
        return new Scope(made == all, report.run().selection(), report.byRule().size(), made, all);
    }

    private TrialEntry entry(Result r) {
        Rule rule = report.catalogue().test(r.rule()).rule();
        return new TrialEntry(
                r.rule(),
                rule.sentence(),
                rule.level(),
                rule.layer(),
                r.mode().name(),
                r.status(),
                Markup.unicode(r.text()),
                r.outcomes().stream().sorted().toList(),
                r.rawCodes());
    }

    private WaiverUse use(Waiver waiver) {
        return new WaiverUse(
                waiver.rule(),
                waiver.adapter(),
                waiver.versions().toString(),
                waiver.shows(),
                waiver.reason(),
                waiver.link(),
                waiver.expires().toString(),
                whatBecameOf(waiver));
    }

    private WaiverUse.Use whatBecameOf(Waiver waiver) {
        if (waiver.isExpired(LocalDate.now(ZoneOffset.UTC))) {
            return WaiverUse.Use.EXPIRED;
        }
        WaiverUse.Use use = WaiverUse.Use.UNUSED;
        for (Result r : report.results()) {
            if (r.rule().equals(waiver.rule()) && r.text().contains(waiver.toString())) {
                if (r.status() == Status.WAIVED) {
                    return WaiverUse.Use.USED;
                }
                use = WaiverUse.Use.UNEXPECTED_PASS;
            }
        }
        return use;
    }

    private List<String> unexpectedPasses() {
        return report.results().stream()
                .filter(Verdict::isUnexpectedPass)
                .map(Result::rule)
                .distinct()
                .toList();
    }

    private Times times() {
        Map<String, Long> millis = new LinkedHashMap<>();
        report.results().forEach(r -> millis.put(r.rule() + " " + r.mode(), r.millis()));
        Report.Run run = report.run();
        return new Times(run.started().toString(), run.took().toSeconds(), millis);
    }
}
