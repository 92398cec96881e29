package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.spi.Provider;
import org.junit.jupiter.api.Test;

/** Whatever a test of a rule does is told as what it is. */
class TrialTest {

    @SuppressWarnings("DoNotCallSuggester") // they fail on purpose
    static final class Behaviours {
        @Tests("XX-01")
        void passes(Environment env) {
            assertThat(env.here().adapter().isClosed()).isFalse();
        }

        @Tests("XX-02")
        void fails(Environment env) {
            throw new AssertionError("as it should not be");
        }

        @Tests("XX-03")
        void errs(Environment env) {
            throw new IllegalStateException("the test is wrong");
        }

        @Tests("XX-04")
        void leavesAnEvent(Environment env) {
            env.here().adapter().createEventDispatcher(8, EventStream.SOFTWARE).post("left");
        }

        @Tests("XX-05")
        void isNotReached(Environment env) {
            throw new AssertionError("the gate is open");
        }

        @Tests("XX-06")
        void isNotReachedEither(Environment env) {
            throw new AssertionError("the gate is open");
        }

        @Tests(value = "XX-06", twin = true)
        void twin(Environment env) {
            env.warn("the twin");
        }

        @Tests("XX-07")
        void leavesAThread(Environment env) {
            Thread.ofPlatform().daemon().name("jdapl-left").start(Behaviours::sleep);
        }

        private static void sleep() {
            try {
                Thread.sleep(org.jdapl.conformance.base.Bound.SETTLE.millis() * 2);
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        }

        @Tests("XX-08")
        void comesOutAsItMust(Environment env) {
            env.requireAllowed(Outcome.REFUSED);
        }

        @Tests("XX-09")
        void comesOutAsItMustNot(Environment env) {
            env.requireAllowed(Outcome.SUCCESS);
        }
    }

    private static final RuleCatalogue CATALOGUE =
            new RuleCatalogue(
                    List.of(
                            new RuleGroup(
                                    "XX",
                                    "behaviours",
                                    List.of(
                                            rule("XX-01"),
                                            rule("XX-02"),
                                            rule("XX-03"),
                                            rule("XX-04"),
                                            gated("XX-05"),
                                            gated("XX-06"),
                                            rule("XX-07"),
                                            rule("XX-08").allowElsewhere(Outcome.REFUSED),
                                            rule("XX-09").allowElsewhere(Outcome.REFUSED)),
                                    Behaviours.class,
                                    List.of())));

    private static Rule rule(String id) {
        return Rule.required(id, Layer.RUNTIME, "A rule.");
    }

    private static Rule gated(String id) {
        return Rule.gated(id, Layer.RUNTIME, Capability.MULTICAST, "A rule.");
    }

    private static Result run(String id) {
        try (Target target = Targets.named("soft:iwarp@thread")) {
            return Trial.run(CATALOGUE.test(id), target, ProgressMode.AUTO);
        }
    }

    private static void assertResult(String id, Status status, boolean byAssertion, String text) {
        Result result = run(id);
        assertThat(result.status()).as(result.toString()).isEqualTo(status);
        assertThat(result.byAssertion()).as(result.toString()).isEqualTo(byAssertion);
        assertThat(result.text()).contains(text);
    }

    @Test
    void shouldTellPassFailureAndErrorApart() {
        Trial.warmUp(Targets.named("soft:iwarp@thread"));
        assertResult("XX-01", Status.PASS, false, "");
        assertResult("XX-02", Status.FAIL, true, "as it should not be");
        assertResult("XX-03", Status.ERROR, false, "the test is wrong");
    }

    @Test
    void shouldFailARuleThatLeavesSomethingBehindButNotByItsAssertion() {
        assertResult("XX-04", Status.FAIL, false, "1 events were left");
        assertResult("XX-07", Status.FAIL, false, "jdapl-left");
    }

    @Test
    void shouldRunTheTwinOfAClosedGateOrSayThatTheRuleDoesNotApply() {
        assertResult("XX-05", Status.NOT_APPLICABLE, false, "MULTICAST is not advertised");
        assertResult("XX-06", Status.WARNING, false, "the twin");
    }

    @Test
    void shouldHoldOutcomesAgainstThoseOfTheProfile() {
        assertThat(run("XX-08").outcomes()).containsExactly(Outcome.REFUSED);
        assertResult("XX-09", Status.FAIL, true, "came out as SUCCESS, allowed is [REFUSED]");
    }

    @Test
    void shouldWaiveWhatTheProviderIsKnownToBreak() {
        ProviderUnderTest waived =
                new Waived(InstalledProvider.find("soft:iwarp").orElseThrow(), "2.0.1");
        try (Target target = Targets.inOneProcess(waived)) {
            Result known = Trial.run(CATALOGUE.test("XX-02"), target, ProgressMode.AUTO);
            assertThat(known.status()).isEqualTo(Status.WAIVED);
            assertThat(known.text()).contains("Known since spring", "as it should not be");
            assertThat(known.trace()).contains("fails");

            Result mended = Trial.run(CATALOGUE.test("XX-01"), target, ProgressMode.AUTO);
            assertThat(mended.status()).isEqualTo(Status.WARNING);
            assertThat(mended.text()).startsWith(Verdict.UNEXPECTED_PASS);
        }
    }

    @Test
    void shouldNotWaiveWhatAnotherVersionIsKnownToBreak() {
        ProviderUnderTest newer =
                new Waived(InstalledProvider.find("soft:iwarp").orElseThrow(), "2.1");
        try (Target target = Targets.inOneProcess(newer)) {
            Result result = Trial.run(CATALOGUE.test("XX-02"), target, ProgressMode.AUTO);
            assertThat(result.status()).isEqualTo(Status.FAIL);
        }
    }

    /** Known to break two rules in a version that is not always the one under test. */
    private record Waived(ProviderUnderTest subject, String version) implements ProviderUnderTest {
        @Override
        public Provider provider() {
            return subject.provider();
        }

        @Override
        public String adapterName() {
            return subject.adapterName();
        }

        @Override
        public Profile profile() {
            return subject.profile();
        }

        @Override
        public List<Waiver> waivers() {
            return List.of(waiver("XX-01"), waiver("XX-02"));
        }

        private static Waiver waiver(String rule) {
            return new Waiver(
                    "soft:*",
                    VersionRange.of("2.0"),
                    rule,
                    "as it should not be",
                    "Known since spring.",
                    "docs",
                    LocalDate.MAX);
        }
    }
}
