package org.jdapl.conformance.publish;

import java.util.List;
import org.jdapl.conformance.certificate.Certificate;
import org.jdapl.conformance.certificate.Ruling;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.kit.RuleTest;

/** How good a run has to be. */
enum Need {
    /** All rules in all their modes, and nothing broken. */
    CERTIFIED("is not certified"),
    /** Nothing broken, and each rule of the kit tried: where all trials would take too long. */
    EACH_RULE("something is broken, or a rule was not tried");

    private final String otherwise;

    Need(String otherwise) {
        this.otherwise = otherwise;
    }

    boolean isMet(Certificate certificate, RuleCatalogue catalogue) {
        return certificate.verdict() == Ruling.CERTIFIED
                || this == EACH_RULE
                        && certificate.verdict() == Ruling.PARTIAL
                        && Ruling.byRule(certificate.trials()).keySet().containsAll(ids(catalogue));
    }

    private static List<String> ids(RuleCatalogue catalogue) {
        return catalogue.tests().stream().map(RuleTest::rule).map(rule -> rule.id()).toList();
    }

    /** What is wrong where it is not met. */
    @Override
    public String toString() {
        return otherwise;
    }
}
