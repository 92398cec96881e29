package org.jdapl.conformance.kit;

import java.util.Set;
import java.util.TreeSet;

/** The rules as a text for people, generated from the catalogue. */
public final class Specification {

    private static final String HEAD =
            """
            # The rules of JDAPL

            What every provider is held to by the conformance kit. This page is generated from the rules' declarations in
            `org.jdapl.conformance.rules`; do not edit it. A test compares it; `etc/kit --specification docs/specification.md` writes it anew.

            Level: **required** of every provider; **gated** by a capability, and checked to be refused where that is not advertised; **stress** is required,
            found out by many tries; **info** is written down only. Layer: whether the rule judges the runtime or the provider. Where a faulty
            operation may come out in more than one way, the allowed outcomes of each profile are named. Which outcomes of two threads are allowed
            for the runtime itself is also tried by jcstress ([which rules](rule-list.md)).
            """;

    private final RuleCatalogue catalogue;

    /**
     * Makes one.
     *
     * @param catalogue the rules
     */
    public Specification(RuleCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /**
     * The text.
     *
     * @return Markdown
     */
    public String text() {
        StringBuilder out = new StringBuilder(HEAD);
        out.append("\n").append(catalogue.tests().size()).append(" rules in ");
        out.append(catalogue.groups().size()).append(" groups.\n");
        for (RuleGroup group : catalogue.groups()) {
            out.append("\n## ").append(group.id()).append(": ").append(group.title());
            out.append("\n\n| id | rule | level | layer |\n|---|---|---|---|\n");
            group.rules().forEach(rule -> row(out, rule));
        }
        return out.toString();
    }

    private static void row(StringBuilder out, Rule rule) {
        out.append("| ").append(rule.id()).append(" | ").append(rule.sentence());
        if (!rule.allowed().isEmpty()) {
            out.append(" Allowed:");
            for (Profile profile : Profile.values()) {
                Set<Outcome> outcomes = rule.allowed().getOrDefault(profile, Set.of());
                if (!outcomes.isEmpty()) {
                    out.append(' ').append(profile).append(' ');
                    out.append(new TreeSet<>(outcomes)).append(';');
                }
            }
            out.setCharAt(out.length() - 1, '.');
        }
        if (!rule.hint().isEmpty()) {
            out.append(" *If this fails:* ").append(rule.hint());
        }
        out.append(" | ").append(rule.level().name().toLowerCase(java.util.Locale.ROOT));
        rule.capability().ifPresent(capability -> out.append(" (").append(capability).append(')'));
        out.append(" | ").append(rule.layer().name().toLowerCase(java.util.Locale.ROOT));
        out.append(" |\n");
    }
}
