package org.jdapl.conformance.publish;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.RefusedException;
import org.jdapl.conformance.certificate.Ruling;
import org.jdapl.conformance.certificate.Verifier;
import org.jdapl.conformance.kit.Rule;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.RuleTest;
import org.jdapl.conformance.kit.Status;
import org.jdapl.conformance.mutants.MutationReport;
import org.jdapl.conformance.mutants.MutationScore;

/** What a folder has that was published: certificates of our targets, and the mutation score. */
final class Published {

    /** What the file with the mutation score is called. */
    static final String SCORE = "mutants.json";

    private final RuleCatalogue catalogue;
    private final Map<OurTarget, Certificate> certificates;
    private final Map<OurTarget, Map<String, Status>> statuses = new EnumMap<>(OurTarget.class);
    private final MutationReport mutants;

    private Published(
            RuleCatalogue catalogue,
            Map<OurTarget, Certificate> certificates,
            MutationReport mutants) {
        this.catalogue = catalogue;
        this.certificates = certificates;
        this.mutants = mutants;
        certificates.forEach((target, c) -> statuses.put(target, Ruling.byRule(c.trials())));
    }

    /**
     * Reads a folder, where certificates may be missing.
     *
     * @throws RefusedException where a certificate is not accepted
     * @throws IOException where the mutation score cannot be read
     */
    static Published read(Path folder, RuleCatalogue catalogue, Verifier verifier)
            throws RefusedException, IOException {
        Map<OurTarget, Certificate> certificates = new EnumMap<>(OurTarget.class);
        for (OurTarget target : OurTarget.values()) {
            Path file = folder.resolve(target.fileName());
            if (Files.exists(file)) {
                certificates.put(target, verifier.verify(file, null));
            }
        }
        MutationScore score = MutationScore.read(folder.resolve(SCORE));
        return new Published(catalogue, certificates, new MutationReport(catalogue, score));
    }

    /** The rules, with their groups. */
    RuleCatalogue catalogue() {
        return catalogue;
    }

    /** What there is, in the order of the targets. */
    Map<OurTarget, Certificate> certificates() {
        return Collections.unmodifiableMap(certificates);
    }

    /** The mutation score, told by this kit's mutants. */
    MutationReport mutants() {
        return mutants;
    }

    /** What the rule came to on a target. */
    Tried tried(OurTarget target, String rule) {
        return Tried.of(statuses.getOrDefault(target, Map.of()).get(rule));
    }

    /** How many of these rules came to what on a target. */
    Map<Tried, Integer> counts(OurTarget target, List<Rule> rules) {
        Map<Tried, Integer> counts = new EnumMap<>(Tried.class);
        rules.forEach(rule -> counts.merge(tried(target, rule.id()), 1, Integer::sum));
        return counts;
    }

    /** All rules of the kit. */
    List<Rule> rules() {
        return catalogue.tests().stream().map(RuleTest::rule).toList();
    }
}
