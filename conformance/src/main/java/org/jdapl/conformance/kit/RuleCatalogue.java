package org.jdapl.conformance.kit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jdapl.conformance.mutants.Mutant;
import org.jspecify.annotations.Nullable;

/**
 * All rules with their tests. Making one fails where a rule has no test, a test no rule, an id is
 * used twice, or a mutant names no rule.
 */
public final class RuleCatalogue {

    private final List<RuleGroup> groups;
    private final Map<String, RuleTest> tests = new LinkedHashMap<>();

    /**
     * Makes a catalogue.
     *
     * @param groups the groups, in the order of the specification
     * @throws IllegalArgumentException where rules, tests and mutants do not fit together; the text
     *     names everything that is wrong
     */
    public RuleCatalogue(List<RuleGroup> groups) {
        this.groups = List.copyOf(groups);
        List<String> faults = new ArrayList<>();
        groups.forEach(group -> addGroup(group, faults));
        Set<String> mutants = new TreeSet<>();
        for (Mutant mutant : mutants()) {
            if (!tests.containsKey(mutant.kills())) {
                faults.add("mutant " + mutant.id() + " names no rule: " + mutant.kills());
            }
            if (!mutants.add(mutant.id())) {
                faults.add("mutant " + mutant.id() + " is there twice");
            }
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    /**
     * The catalogue that a class of this module gives.
     *
     * @param giver name of a class with a static method {@code catalogue()}
     * @return its catalogue
     */
    static RuleCatalogue of(String giver) {
        try {
            Method method = Class.forName(giver).getDeclaredMethod("catalogue");
            method.setAccessible(true);
            return (RuleCatalogue) method.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(giver + " gives no rules", e);
        }
    }

    private void addGroup(RuleGroup group, List<String> faults) {
        Map<String, Method> methods = new TreeMap<>();
        Map<String, Method> twins = new TreeMap<>();
        for (Method method : group.tests().getDeclaredMethods()) {
            @Nullable Tests mark = method.getAnnotation(Tests.class);
            if (mark != null
                    && (mark.twin() ? twins : methods).putIfAbsent(mark.value(), method) != null) {
                faults.add(mark.value() + " is tested twice: by " + method.getName() + " too");
            }
        }
        for (Rule rule : group.rules()) {
            @Nullable Method method = methods.remove(rule.id());
            @Nullable Method twin = twins.remove(rule.id());
            if (method == null) {
                faults.add(rule.id() + " has no test");
            } else if (tests.putIfAbsent(rule.id(), new RuleTest(rule, method, twin)) != null) {
                faults.add(rule.id() + " is there twice");
            }
            if (twin != null && rule.level() != Level.GATED) {
                faults.add(rule.id() + " has a twin but no gate");
            }
        }
        methods.forEach((id, method) -> faults.add(method.getName() + " tests no rule: " + id));
        twins.forEach((id, method) -> faults.add(method.getName() + " tests no rule: " + id));
    }

    /**
     * The groups.
     *
     * @return in the order of the specification
     */
    public List<RuleGroup> groups() {
        return groups;
    }

    /**
     * Every rule with its test.
     *
     * @return in the order of the specification
     */
    public List<RuleTest> tests() {
        return List.copyOf(tests.values());
    }

    /**
     * Those rules that a selection names.
     *
     * @param selection ids, or beginnings of ids followed by a star, separated by commas; empty for
     *     all
     * @return in the order of the specification
     */
    public List<RuleTest> select(String selection) {
        if (selection.isEmpty()) {
            return tests();
        }
        List<RuleTest> chosen = new ArrayList<>();
        for (RuleTest test : tests()) {
            for (String one : selection.split(",", -1)) {
                if (one.endsWith("*")
                        ? test.rule().id().startsWith(one.substring(0, one.length() - 1))
                        : test.rule().id().equals(one)) {
                    chosen.add(test);
                    break;
                }
            }
        }
        return chosen;
    }

    /**
     * A rule with its test.
     *
     * @param id the rule's id
     * @return the test
     */
    public RuleTest test(String id) {
        @Nullable RuleTest found = tests.get(id);
        if (found == null) {
            throw new IllegalArgumentException("no rule " + id);
        }
        return found;
    }

    /**
     * All mutants.
     *
     * @return in the order of the groups
     */
    public List<Mutant> mutants() {
        return groups.stream().flatMap(group -> group.mutants().stream()).toList();
    }
}
