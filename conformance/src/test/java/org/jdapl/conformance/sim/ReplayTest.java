package org.jdapl.conformance.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.Fault;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.jdapl.provider.soft.sim.Simulation;
import org.jdapl.provider.soft.sim.SimulationStuckException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A seed decides a run, with the runtime and the protocol engine in it. */
@Timeout(120)
class ReplayTest {

    /** Everything that slows a program down and does not break it. */
    private static final FaultPlan ROUGH =
            FaultPlan.parse(
                    """
                    delay 1us..1ms
                    loss 2%
                    reorder 10% 5ms
                    short-writes 30%
                    slow-reader b 700 50us
                    poll-arm 30%
                    reuse-identifiers
                    at 1ms partition a b
                    at 300ms heal a b
                    """);

    private static final int SEEDS = 15;

    private static Simulation echo(long seed, FaultPlan plan, ProgressMode mode) throws Exception {
        Echo echo = new Echo(4, 5000);
        return Pair.run(seed, plan, mode, echo::passive, echo::active);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoTheSameWayForTheSameSeed(ProgressMode mode) throws Exception {
        Set<String> digests = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            Simulation first = echo(seed, ROUGH, mode);
            Simulation second = echo(seed, ROUGH, mode);

            assertThat(second.traceLines()).as("seed " + seed).isEqualTo(first.traceLines());
            assertThat(second.digest()).isEqualTo(first.digest());
            assertThat(second.counts()).isEqualTo(first.counts());
            digests.add(first.digest());
        }
        assertThat(digests).as("different seeds go different ways").hasSize(SEEDS);
    }

    @ParameterizedTest
    @EnumSource
    void shouldBringEveryByteThroughARoughNetwork(ProgressMode mode) throws Exception {
        Map<Fault, Long> hit = new TreeMap<>();
        for (long seed = 100; seed < 100 + SEEDS; seed++) {
            echo(seed, ROUGH, mode).counts().forEach((f, n) -> hit.merge(f, n, Long::sum));
        }
        assertThat(hit)
                .containsKeys(
                        Fault.LOSS,
                        Fault.REORDER,
                        Fault.SHORT_WRITE,
                        Fault.SLOW_READ,
                        Fault.POLL_ARM,
                        Fault.PARTITION,
                        Fault.UNREACHABLE,
                        Fault.HEAL);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeMicrosecondsOfVirtualTimeOnAGoodNetwork(ProgressMode mode) throws Exception {
        assertThat(echo(1, FaultPlan.NONE, mode).elapsed()).isLessThan(Duration.ofMillis(10));
    }

    @ParameterizedTest
    @EnumSource
    void shouldFindAProgramThatWaitsForWhatDoesNotCome(ProgressMode mode) throws Exception {
        assertThatThrownBy(
                        () ->
                                Pair.run(
                                        1,
                                        FaultPlan.NONE,
                                        mode,
                                        node -> {
                                            node.listen();
                                            node.accept();
                                            node.completions.await(Duration.ofDays(365_000));
                                        },
                                        node -> {
                                            node.connect(Echo.peer(node));
                                            node.completions.await(Duration.ofDays(365_000));
                                        }))
                .isInstanceOf(SimulationStuckException.class)
                .hasMessageContaining("\"a/program\" waits for a's network")
                .hasMessageContaining("\"b/program\" waits for b's network")
                .hasMessageContaining("ReplayTest.java");
    }

    @Test
    void shouldReplayTheRandomNumbersOfTheProgram() throws Exception {
        long[] drawn = new long[2];
        for (int i = 0; i < drawn.length; i++) {
            try (Simulation sim = Simulation.builder().seed(9).build()) {
                drawn[i] = sim.random().nextLong();
            }
        }
        assertThat(drawn[0]).isEqualTo(drawn[1]);
    }
}
