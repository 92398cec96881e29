package org.jdapl.conformance.publish;

import java.util.List;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Ruling;
import org.jdapl.conformance.kit.Layer;
import org.jdapl.conformance.kit.Rule;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.RuleTest;

/** How good a run has to be. */
enum Need {
    /** All rules in all their modes, and nothing broken. */
    CERTIFIED("is not certified"),
    /**
     * Nothing broken, and each of the kit's rules that judge providers tried: where all trials
     * would take too long.
     */
    EACH_OF_PROVIDERS("something is broken, or a rule that judges providers was not tried");

    private final String otherwise;

    Need(String otherwise) {
        this.otherwise = otherwise;
    }

    boolean isMet(Certificate certificate, RuleCatalogue catalogue) {
        return certificate.verdict() == Ruling.CERTIFIED
                || this == EACH_OF_PROVIDERS
                        && certificate.verdict() == Ruling.PARTIAL
                        && Ruling.byRule(certificate.trials()).keySet().containsAll(ids(catalogue));
    }

    private static List<String> ids(RuleCatalogue catalogue) {
        return catalogue.tests().stream()
                .map(RuleTest::rule)
                .filter(rule -> rule.layer() == Layer.PROVIDER)
                .map(Rule::id)
                .toList();
    }

    /** What is wrong where it is not met. */
    @Override
    public String toString() {
        return otherwise;
    }
}
