package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Our own provider keeps every rule, on the wire that needs no time: {@code etc/kit} tries all
 * wires in worker JVMs. {@code -Djdapl.test.args=-Djdapl.kit.rules=CON-01,EVD-*} picks some of
 * them, and {@code -Djdapl.kit.targets=soft:iwarp,soft:sim} other targets.
 */
class RulesTest {

    private static final RuleCatalogue CATALOGUE = StandardRules.catalogue();
    private static final List<Target> TARGETS = new ArrayList<>();

    @AfterAll
    static void endPeers() {
        TARGETS.forEach(Target::close);
    }

    @TestFactory
    Stream<DynamicNode> rules() {
        return Arrays.stream(System.getProperty("jdapl.kit.targets", "soft:sim").split(",", -1))
                .flatMap(RulesTest::rulesOn);
    }

    private static Stream<DynamicNode> rulesOn(String name) {
        Target target = Targets.named(name);
        TARGETS.add(target);
        Trial.warmUp(target);
        List<RuleTest> selected = CATALOGUE.select(System.getProperty("jdapl.kit.rules", ""));
        assertThat(selected).isNotEmpty();
        return CATALOGUE.groups().stream()
                .map(
                        group ->
                                DynamicContainer.dynamicContainer(
                                        name + " " + group.id(),
                                        selected.stream()
                                                .filter(t -> t.rule().group().equals(group.id()))
                                                .flatMap(t -> trials(t, target))));
    }

    private static Stream<DynamicTest> trials(RuleTest test, Target target) {
        return test.modes().stream()
                .map(
                        mode ->
                                DynamicTest.dynamicTest(
                                        test.rule().id() + " " + mode + " " + target.name(),
                                        () -> keepsTheRule(test, target, mode)));
    }

    private static void keepsTheRule(RuleTest test, Target target, ProgressMode mode) {
        Result result = Trial.run(test, target, mode);
        assertThat(result.status().isGood())
                .as(
                        "%s (%s) %s: %s%nIf this fails: %s%n%s",
                        result.rule(),
                        test.rule().sentence(),
                        result.status(),
                        result.text(),
                        test.rule().hint(),
                        result.trace())
                .isTrue();
    }
}
