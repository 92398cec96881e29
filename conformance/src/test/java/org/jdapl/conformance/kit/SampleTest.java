package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/** A sample leaves out what it says, and seed after seed nothing. */
class SampleTest {

    private static final int EVERY = 4;

    private static final List<RuleTest> RULES = StandardRules.catalogue().tests();

    @Test
    void shouldTryEverythingUnlessAsked() {
        int trials = RULES.stream().mapToInt(test -> test.modes().size()).sum();
        assertThat(Sample.ALL.steps(RULES, 1)).hasSize(trials).doesNotHaveDuplicates();
    }

    @Test
    void shouldTryEachRuleOfTheProvidersOnceAndAFewOfTheRuntimes() {
        List<String> ids = ids(1);

        assertThat(ids).doesNotHaveDuplicates().containsAll(ids(SampleTest::isOfProvider));
        long ofRuntime = RULES.size() - ids(SampleTest::isOfProvider).size();
        assertThat(ids.stream().filter(ids(test -> !isOfProvider(test))::contains).count())
                .isBetween(ofRuntime / EVERY, ofRuntime / EVERY + 1);
        assertThat(new Sample(EVERY).steps(RULES, 1).stream().map(Journal.Step::mode).distinct())
                .hasSize(2);
    }

    @Test
    void shouldComeToEveryTrialInTheEnd() {
        Set<Journal.Step> seen = new HashSet<>();
        for (long seed = 0; seed < 2 * EVERY; seed++) {
            seen.addAll(new Sample(EVERY).steps(RULES, seed));
        }
        assertThat(seen).containsAll(Sample.ALL.steps(RULES, 0));
    }

    private static boolean isOfProvider(RuleTest test) {
        return test.rule().layer() == Layer.PROVIDER;
    }

    private static List<String> ids(Predicate<RuleTest> which) {
        return RULES.stream().filter(which).map(test -> test.rule().id()).toList();
    }

    private static List<String> ids(long seed) {
        return new Sample(EVERY).steps(RULES, seed).stream().map(Journal.Step::rule).toList();
    }

    @Test
    void shouldRefuseANegativeNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Sample(-1));
    }
}
