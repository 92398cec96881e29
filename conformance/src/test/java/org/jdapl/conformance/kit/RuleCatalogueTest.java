package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/** Rules, tests and mutants that do not fit together are refused by name. */
class RuleCatalogueTest {

    private static final Rule FIRST = Rule.required("XX-01", Layer.RUNTIME, "First.");
    private static final Rule SECOND = Rule.required("XX-02", Layer.RUNTIME, "Second.");

    static final class TestsFirst {
        @Tests("XX-01")
        void first(Environment env) {}
    }

    static final class TestsFirstTwice {
        @Tests("XX-01")
        void first(Environment env) {}

        @Tests("XX-01")
        void again(Environment env) {}
    }

    static final class TestsFirstAndItsTwin {
        @Tests("XX-01")
        void first(Environment env) {}

        @Tests(value = "XX-01", twin = true)
        void twin(Environment env) {}
    }

    private static RuleGroup group(Class<?> tests, List<Mutant> mutants, Rule... rules) {
        return new RuleGroup("XX", "a subject", List.of(rules), tests, mutants);
    }

    private static void assertRefused(String why, RuleGroup... groups) {
        assertThatThrownBy(() -> new RuleCatalogue(List.of(groups)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void shouldRefuseARuleWithoutATestAndATestWithoutARule() {
        assertRefused("XX-02 has no test", group(TestsFirst.class, List.of(), FIRST, SECOND));
        assertRefused("first tests no rule: XX-01", group(TestsFirst.class, List.of()));
    }

    @Test
    void shouldRefuseARuleThatIsTestedTwiceOrThereTwice() {
        assertRefused("XX-01 is tested twice", group(TestsFirstTwice.class, List.of(), FIRST));
        RuleGroup group = group(TestsFirst.class, List.of(), FIRST);
        assertRefused("XX-01 is there twice", group, group);
        assertThatThrownBy(() -> group(TestsFirst.class, List.of(), FIRST, FIRST))
                .hasMessageContaining("XX-01 does not come after XX-01");
    }

    @Test
    void shouldRefuseATwinOfARuleWithoutAGate() {
        assertRefused(
                "XX-01 has a twin but no gate",
                group(TestsFirstAndItsTwin.class, List.of(), FIRST));
        Rule gated = Rule.gated("XX-01", Layer.RUNTIME, Capability.ATOMICS, "First.");
        assertThat(
                        new RuleCatalogue(
                                        List.of(
                                                group(
                                                        TestsFirstAndItsTwin.class,
                                                        List.of(),
                                                        gated)))
                                .test("XX-01")
                                .twin())
                .isNotNull();
    }

    @Test
    void shouldRefuseMutantsWithoutARuleOrWithTheSameName() {
        Mutant stray = Mutant.runtime("stray", "XX-09", "Strays.", faults -> {});
        Mutant one = Mutant.runtime("one", "XX-01", "Errs.", faults -> {});
        assertRefused(
                "mutant stray names no rule: XX-09",
                group(TestsFirst.class, List.of(stray), FIRST));
        assertRefused(
                "mutant one is there twice", group(TestsFirst.class, List.of(one, one), FIRST));
    }

    @Test
    void shouldHaveAMutantForEveryRequiredRule() {
        RuleCatalogue catalogue = StandardRules.catalogue();
        List<String> killed = catalogue.mutants().stream().map(Mutant::kills).toList();
        assertThat(catalogue.tests())
                .filteredOn(test -> test.rule().level() == Level.REQUIRED)
                .extracting(test -> test.rule().id())
                .allMatch(killed::contains);
    }

    @Test
    void shouldHaveARuleForEveryCapability() {
        EnumSet<Capability> without = EnumSet.allOf(Capability.class);
        StandardRules.catalogue()
                .tests()
                .forEach(test -> test.rule().capability().ifPresent(without::remove));
        // The first three are tried by rules for everybody (WR, RDM, SND-07), port events by tests
        // in the lab, where ports go down; nobody advertises the last.
        assertThat(without)
                .isSubsetOf(
                        Capability.RDMA_WRITE,
                        Capability.RDMA_READ,
                        Capability.INLINE,
                        Capability.PORT_EVENTS,
                        Capability.MULTIPATH);
    }

    @Test
    void shouldSelectByIdAndByGroup() {
        RuleCatalogue catalogue = StandardRules.catalogue();
        assertThat(catalogue.select("")).isEqualTo(catalogue.tests());
        assertThat(catalogue.select("PZ-02,IA-*"))
                .extracting(test -> test.rule().id())
                .contains("IA-01", "PZ-02")
                .doesNotContain("PZ-01");
    }
}
