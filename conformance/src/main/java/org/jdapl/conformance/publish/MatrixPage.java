package org.jdapl.conformance.publish;

import org.jdapl.conformance.kit.MarkdownTable;
import org.jdapl.conformance.kit.Rule;
import org.jdapl.conformance.kit.RuleGroup;

/** What came of each rule on each target. */
final class MatrixPage {

    private static final String HEAD =
            """
            # Rule by rule

            What came of each rule on each adapter of [our certificates](../certificates.md): the worst of its trials, of which there is one for each mode of
            progress. `n/a`: the adapter does not advertise what the rule is about, or the target cannot do it; the certificate says which. `waived`: broken, by a
            defect that a [waiver](../waivers.md) names. `not tried`: the rule is younger than the certificate, or there is none. *Mutant*: whether a
            [mutant](mutants.md) fails the rule. What the rules say is in the [specification](../specification.md). This page is generated; do not edit it.
            """;

    private final Published published;

    MatrixPage(Published published) {
        this.published = published;
    }

    /** The page, in Markdown. */
    String text() {
        StringBuilder out = new StringBuilder(HEAD);
        for (RuleGroup group : published.catalogue().groups()) {
            out.append("\n## ").append(group.id()).append(": ").append(group.title());
            out.append("\n\n").append(table(group));
        }
        return out.toString();
    }

    private MarkdownTable table(RuleGroup group) {
        MarkdownTable table =
                new MarkdownTable(OurTarget.columns("rule", OurTarget::title, "mutant"));
        for (Rule rule : group.rules()) {
            boolean found = published.mutants().found().contains(rule.id());
            table.row(
                    OurTarget.columns(
                            rule.id(),
                            target -> published.tried(target, rule.id()).word(),
                            found ? "yes" : "–"));
        }
        return table;
    }
}
