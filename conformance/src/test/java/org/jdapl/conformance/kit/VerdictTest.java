package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A waiver covers the failure that it describes, on its days, and nothing else. */
class VerdictTest {

    private static final LocalDate LAST = LocalDate.of(2027, 12, 31);

    private static final Waiver WAIVER =
            new Waiver(
                    "ib:rxe*", VersionRange.of("6.1"), "XX-01", "as SUCCESS", "Blind.", "a", LAST);

    private static Verdict of(Status status, String text) {
        return Verdict.of(status, text, List.of(WAIVER), LAST);
    }

    @ParameterizedTest
    @EnumSource(names = {"FAIL", "ERROR"})
    void shouldWaiveTheFailureThatItDescribes(Status status) {
        Verdict verdict = of(status, "came out as SUCCESS");
        assertThat(verdict.status()).isEqualTo(Status.WAIVED);
        assertThat(verdict.text()).isEqualTo("Blind. [a, until 2027-12-31] (came out as SUCCESS)");
    }

    @Test
    void shouldNotWaiveAnotherFailureOfTheRule() {
        assertThat(of(Status.FAIL, "2 events were left"))
                .isEqualTo(new Verdict(Status.FAIL, "2 events were left"));
    }

    @Test
    void shouldNotWaiveTheDeathOfTheJvm() {
        assertThat(of(Status.CRASH, "as SUCCESS").status()).isEqualTo(Status.CRASH);
    }

    @Test
    void shouldHoldUntilItsLastDay() {
        Verdict late = Verdict.of(Status.FAIL, "as SUCCESS", List.of(WAIVER), LAST.plusDays(1));
        assertThat(late.status()).isEqualTo(Status.FAIL);
        assertThat(late.text()).contains("as SUCCESS", "no longer waived", "2027-12-31");
        assertThat(Verdict.of(Status.PASS, "", List.of(WAIVER), LAST.plusDays(1)))
                .isEqualTo(new Verdict(Status.PASS, ""));
    }

    @Test
    void shouldTellOfARuleThatPassesInSpiteOfIt() {
        Verdict pass = of(Status.PASS, "");
        assertThat(pass.status()).isEqualTo(Status.WARNING);
        assertThat(pass.text()).startsWith(Verdict.UNEXPECTED_PASS).contains("Blind.");

        assertThat(of(Status.WARNING, "slow").text()).endsWith("; slow");
        assertThat(of(Status.NOT_APPLICABLE, "none"))
                .isEqualTo(new Verdict(Status.NOT_APPLICABLE, "none"));
    }

    @Test
    void shouldLeaveOtherRulesAlone() {
        assertThat(Verdict.of(Status.PASS, "", List.of(), LAST))
                .isEqualTo(new Verdict(Status.PASS, ""));
    }
}
