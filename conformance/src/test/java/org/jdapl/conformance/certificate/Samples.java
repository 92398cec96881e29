package org.jdapl.conformance.certificate;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdapl.conformance.certificate.Certificate.Artifact;
import org.jdapl.conformance.certificate.Certificate.TrialEntry;
import org.jdapl.conformance.certificate.Certificate.WaiverUse;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Level;
import org.jdapl.conformance.kit.Outcome;
import org.jdapl.conformance.kit.Status;

/** Certificates of a run that never was, with something in every member. */
public final class Samples {

    private Samples() {}

    /** Of a whole run, with trials of these statuses. */
    public static Certificate of(Status... statuses) {
        List<TrialEntry> trials = new ArrayList<>();
        Map<String, Long> millis = new LinkedHashMap<>();
        for (int i = 0; i < statuses.length; i++) {
            String rule = "XX-" + (10 + i);
            trials.add(trial(rule, statuses[i]));
            millis.put(rule + " AUTO", 10L + i);
        }
        return of(true, trials, millis);
    }

    /** The same with all that its trials decide told as the trials have it. */
    public static Certificate of(boolean whole, List<TrialEntry> trials, Map<String, Long> millis) {
        int count = trials.size();
        return new Certificate(
                Certificate.FORMAT,
                Ruling.of(whole, trials),
                Ruling.worst(trials),
                subject(),
                new Certificate.Scope(whole, "", count, count, whole ? count : count + 1),
                new Certificate.Settings(1, 1, "1"),
                Ruling.counts(trials),
                artifacts(),
                new Certificate.Machine("25", "Linux", "6.1", "amd64", "a processor", 2),
                List.of(
                        new WaiverUse(
                                "XX-10",
                                "acme:*",
                                "1.0 .. 1.2",
                                "failed",
                                "A defect, \u00e9\ud83d\ude00 and \u007f.",
                                "https://example.org/1",
                                "2027-12-31",
                                WaiverUse.Use.UNUSED)),
                List.of("XX-10"),
                trials,
                new Certificate.Times("2026-01-01T00:00:00Z", 3, millis),
                null);
    }

    private static TrialEntry trial(String rule, Status status) {
        return new TrialEntry(
                rule,
                "A rule that says \"so\"\n\u0001/\\.",
                Level.REQUIRED,
                Layer.PROVIDER,
                "AUTO",
                status,
                status == Status.PASS ? "" : "why",
                List.of(Outcome.SUCCESS_THEN_BROKEN),
                List.of("BROKEN 104"));
    }

    private static Certificate.Subject subject() {
        return new Certificate.Subject(
                "acme:tcp",
                "acme:tcp",
                "acme:tcp",
                "SOFT",
                "1.0",
                "acme",
                "1.1",
                "Acme",
                "1.0",
                "1.0",
                new TreeMap<>(Map.of("maxEndpoints", "16", "transport", "SOFTWARE")));
    }

    private static List<Artifact> artifacts() {
        List<Artifact> artifacts = new ArrayList<>();
        for (Artifact.Role role : Artifact.Role.values()) {
            artifacts.add(new Artifact(role, "a.module", "1", Digests.of(new byte[] {1})));
        }
        return artifacts;
    }
}
