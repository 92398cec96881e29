package org.jdapl.provider.soft.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FaultPlanTest {

    private static final String ALL =
            """
            delay 1us..1500ns
            loss 1%
            break-after 3s
            reorder 5% 1ms
            corrupt 0.1%
            short-writes 20%
            slow-reader b 512 1ms
            refuse-memory 0.0001%
            poll-arm 100%
            reuse-identifiers
            silent-death
            at 5ms partition a b
            at 2s heal a b
            at 3min kill b
            at 3ms remove a
            at 8ms return a""";

    @Test
    void shouldWriteWhatItHasRead() {
        assertThat(FaultPlan.parse(ALL)).hasToString(ALL);
    }

    @Test
    void shouldReadTheSameAsTheBuilderMakes() {
        FaultPlan built =
                FaultPlan.builder()
                        .delay(Duration.ofNanos(1000), Duration.ofNanos(1500))
                        .loss(0.01)
                        .breakAfter(Duration.ofSeconds(3))
                        .reorder(0.05, Duration.ofMillis(1))
                        .corrupt(0.001)
                        .shortWrites(0.2)
                        .slowReader("b", 512, Duration.ofMillis(1))
                        .refuseMemory(0.000001)
                        .pollArm(1)
                        .reuseIdentifiers()
                        .silentDeath()
                        .partition(Duration.ofMillis(5), "a", "b")
                        .heal(Duration.ofSeconds(2), "a", "b")
                        .kill(Duration.ofMinutes(3), "b")
                        .remove(Duration.ofMillis(3), "a")
                        .bringBack(Duration.ofMillis(8), "a")
                        .build();

        assertThat(built).isEqualTo(FaultPlan.parse(ALL)).hasSameHashCodeAs(FaultPlan.parse(ALL));
    }

    @ParameterizedTest
    @EnumSource
    void shouldHaveEachKindOfLineInTheRoundTrip(FaultLine line) {
        assertThat(Stream.of(ALL.split("\n")).map(FaultPlan::parse))
                .as("one line makes a plan that differs by this line alone")
                .anyMatch(p -> p.toString().startsWith(line.word()));
    }

    @Test
    void shouldWriteNothingForNoFaults() {
        assertThat(FaultPlan.NONE).hasToString("").isEqualTo(FaultPlan.parse(" \n# nothing\n"));
    }

    @Test
    void shouldSkipCommentsAndBlanks() {
        assertThat(FaultPlan.parse("\n  loss   2% # much\n#corrupt 1%\n"))
                .isEqualTo(FaultPlan.builder().loss(0.02).build());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    los 1%                  | there is no fault 'los'
                    loss                    | expected: loss SHARE
                    loss 1% 2%              | expected: loss SHARE
                    loss 1                  | '1' is no share
                    loss 101%               | '101%' is no share
                    loss -1%                | '-1%' is no share
                    loss 0.00001%           | '0.00001%' is no share
                    delay 5us               | expected: delay MIN..MAX
                    delay 5us..1us          | the delay ends before it starts
                    delay x..1us            | 'x' is no duration
                    break-after 0s          | is not above zero
                    break-after 5           | '5' is no duration
                    break-after -5s         | '-5s' is no duration
                    slow-reader b x 1ms     | 'x' is no whole number
                    slow-reader b 0 1ms     | bytes=0 is below 1
                    silent-death now        | expected: silent-death
                    at                      | expected: at DURATION
                    at 5ms                  | expected: at DURATION
                    at 5ms explode b        | expected: at DURATION
                    at 5ms kill             | expected: at DURATION
                    at 5ms kill a b         | expected: at DURATION
                    at 5ms partition a      | expected: at DURATION
                    at soon kill b          | 'soon' is no duration
                    """)
    void shouldNameTheLineThatIsWrong(String line, String reason) {
        assertThatThrownBy(() -> FaultPlan.parse("loss 1%\n\n" + line + "\ncorrupt 1%"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("fault plan, line 3: ")
                .hasMessageContaining(reason);
    }

    @ParameterizedTest
    @ValueSource(doubles = {-0.1, 1.1, Double.NaN})
    void shouldRefuseSharesThatAreNone(double share) {
        assertThatThrownBy(() -> FaultPlan.builder().loss(share))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "#"})
    void shouldRefuseHostNamesThatTheTextCannotCarry(String host) {
        assertThatThrownBy(() -> FaultPlan.builder().kill(Duration.ZERO, host))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("host='" + host + "'");
    }

    @Test
    void shouldNotChangeWithItsBuilder() {
        FaultPlan.Builder builder = FaultPlan.builder().slowReader("a", 1, Duration.ofMillis(1));
        FaultPlan plan = builder.build();
        String before = plan.toString();

        builder.slowReader("b", 1, Duration.ofMillis(1)).kill(Duration.ZERO, "a").loss(1);

        assertThat(plan).hasToString(before);
    }
}
