package org.jdapl.conformance.kit;

import java.util.List;
import org.jdapl.conformance.mutants.Mutant;

/**
 * The rules about one subject, with their tests and the mutants that prove that the tests bite.
 *
 * @param id what the rules' ids start with
 * @param title the subject
 * @param rules the rules, by number
 * @param tests the class with the methods that test them
 * @param mutants faults, each with the rule that finds it
 */
public record RuleGroup(
        String id, String title, List<Rule> rules, Class<?> tests, List<Mutant> mutants) {

    /** Copies the lists, and checks that every rule is of this group, in order. */
    public RuleGroup {
        rules = List.copyOf(rules);
        mutants = List.copyOf(mutants);
        String last = "";
        for (Rule rule : rules) {
            if (!rule.group().equals(id) || rule.id().compareTo(last) <= 0) {
                throw new IllegalArgumentException(
                        rule.id() + " does not come after " + last + " in group " + id);
            }
            last = rule.id();
        }
    }
}
