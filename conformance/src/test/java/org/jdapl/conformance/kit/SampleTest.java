package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/** A sample leaves out what it says, and seed after seed nothing. */
class SampleTest {

    private static final int EVERY = 4;

    private static final List<RuleTest> RULES = StandardRules.catalogue().tests();

    private static List<RuleTest> of(Layer layer) {
        return RULES.stream().filter(test -> test.rule().layer() == layer).toList();
    }

    @Test
    void shouldTryEverythingUnlessAsked() {
        int trials = RULES.stream().mapToInt(test -> test.modes().size()).sum();
        assertThat(Sample.ALL.steps(RULES, 1)).hasSize(trials).doesNotHaveDuplicates();
    }

    @Test
    void shouldTryEachRuleOfTheProvidersOnceAndAFewOfTheRuntimes() {
        List<Journal.Step> steps = new Sample(EVERY).steps(RULES, 1);

        List<String> ids = steps.stream().map(Journal.Step::rule).toList();
        assertThat(ids)
                .doesNotHaveDuplicates()
                .containsAll(of(Layer.PROVIDER).stream().map(t -> t.rule().id()).toList());
        assertThat(ids.size() - of(Layer.PROVIDER).size())
                .isBetween(of(Layer.RUNTIME).size() / EVERY, of(Layer.RUNTIME).size() / EVERY + 1);
        assertThat(steps.stream().map(Journal.Step::mode).distinct()).hasSize(2);
    }

    @Test
    void shouldComeToEveryTrialInTheEnd() {
        Set<Journal.Step> seen = new HashSet<>();
        for (long seed = 0; seed < 4 * EVERY; seed++) {
            seen.addAll(new Sample(EVERY).steps(RULES, seed));
        }
        assertThat(seen).containsAll(Sample.ALL.steps(of(Layer.PROVIDER), 0));
    }

    @Test
    void shouldRefuseANegativeNumber() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Sample(-1));
    }
}
