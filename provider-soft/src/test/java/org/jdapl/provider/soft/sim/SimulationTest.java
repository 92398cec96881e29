package org.jdapl.provider.soft.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jdapl.spi.seam.ThreadEndError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Turns, the clock, and the ways in which a run ends. */
@Timeout(60)
class SimulationTest {

    private static final Duration SHORT_WATCHDOG = Duration.ofMillis(300);

    private static Simulation seeded(long seed) {
        return Simulation.builder().seed(seed).build();
    }

    // ---- the clock

    @Test
    void shouldJumpOverTimeInWhichNothingHappens() throws Exception {
        try (Simulation sim = seeded(1)) {
            long startedNs = System.nanoTime();
            sim.run(
                    () -> {
                        long before = sim.clock().nanoTime();
                        sim.sleep(Duration.ofHours(5));
                        assertThat(sim.clock().nanoTime() - before)
                                .isEqualTo(Duration.ofHours(5).toNanos());
                    });
            assertThat(sim.elapsed()).isEqualTo(Duration.ofHours(5));
            assertThat(System.nanoTime() - startedNs).isLessThan(Duration.ofMinutes(1).toNanos());
        }
    }

    @Test
    void shouldWakeSleepersInTheOrderOfTheirDeadlines() throws Exception {
        try (Simulation sim = seeded(3)) {
            List<String> order = new ArrayList<>();
            sim.run(
                    () -> {
                        List<Thread> threads = new ArrayList<>();
                        for (int millis : new int[] {30, 10, 20}) {
                            threads.add(
                                    sim.host("a")
                                            .start(
                                                    "sleeper-" + millis,
                                                    () -> {
                                                        sim.sleep(Duration.ofMillis(millis));
                                                        order.add(
                                                                millis
                                                                        + "@"
                                                                        + sim.elapsed().toMillis());
                                                    }));
                        }
                        threads.forEach(sim::join);
                    });
            assertThat(order).containsExactly("10@10", "20@20", "30@30");
        }
    }

    @Test
    void shouldLetTimePassForThreadsThatOnlyGiveWay() throws Exception {
        try (Simulation sim = seeded(1)) {
            sim.run(
                    () -> {
                        long before = sim.clock().nanoTime();
                        int rounds = 0;
                        while (sim.clock().nanoTime() - before < Duration.ofSeconds(1).toNanos()) {
                            sim.parker().giveWay();
                            rounds++;
                        }
                        assertThat(rounds).as("rounds get dearer").isLessThan(2000);
                    });
        }
    }

    // ---- turns

    private static List<String> turns(long seed) throws Exception {
        List<String> order = new ArrayList<>();
        try (Simulation sim = seeded(seed)) {
            sim.run(
                    () -> {
                        List<Thread> threads = new ArrayList<>();
                        for (String name : List.of("x", "y", "z")) {
                            threads.add(
                                    sim.host("a")
                                            .start(
                                                    name,
                                                    () -> {
                                                        for (int i = 0; i < 5; i++) {
                                                            order.add(name);
                                                            sim.parker().giveWay();
                                                        }
                                                    }));
                        }
                        threads.forEach(sim::join);
                    });
        }
        return order;
    }

    @Test
    void shouldDrawTurnsFromTheSeed() throws Exception {
        Set<List<String>> orders = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            List<String> order = turns(seed);
            assertThat(turns(seed)).isEqualTo(order);
            orders.add(order);
        }
        assertThat(orders).as("different orders of 20 seeds").hasSizeGreaterThan(15);
    }

    @Test
    void shouldNeverRunTwoThreadsAtATime() throws Exception {
        try (Simulation sim = seeded(5)) {
            int[] inside = new int[1];
            sim.run(
                    () -> {
                        List<Thread> threads = new ArrayList<>();
                        for (int t = 0; t < 4; t++) {
                            threads.add(
                                    sim.host("a")
                                            .start(
                                                    "t" + t,
                                                    () -> {
                                                        for (int i = 0; i < 200; i++) {
                                                            inside[0]++;
                                                            assertThat(inside[0]).isEqualTo(1);
                                                            inside[0]--;
                                                            sim.parker().giveWay();
                                                        }
                                                    }));
                        }
                        threads.forEach(sim::join);
                    });
        }
    }

    @Test
    void shouldRememberAnUnparkThatComesFirst() throws Exception {
        try (Simulation sim = seeded(1)) {
            sim.run(
                    () -> {
                        sim.parker().unpark(Thread.currentThread());
                        sim.parker().park(Long.MAX_VALUE);
                        sim.parker().park(1000);
                    });
            assertThat(sim.elapsed()).isEqualTo(Duration.ofNanos(1000));
        }
    }

    @Test
    void shouldEndAParkByAnInterrupt() throws Exception {
        try (Simulation sim = seeded(1)) {
            sim.run(
                    () -> {
                        Thread parked =
                                sim.host("a")
                                        .start(
                                                "parked",
                                                () -> {
                                                    sim.parker().park(Long.MAX_VALUE);
                                                    assertThat(Thread.interrupted()).isTrue();
                                                });
                        sim.sleep(Duration.ofMillis(1));
                        parked.interrupt();
                        sim.join(parked);
                    });
            assertThat(sim.elapsed()).isEqualTo(Duration.ofMillis(1));
        }
    }

    // ---- ends

    @Test
    void shouldPassOnWhatTheBodyThrows() {
        try (Simulation sim = seeded(1)) {
            IOException thrown = new IOException("mine");
            assertThatThrownBy(
                            () ->
                                    sim.run(
                                            () -> {
                                                throw thrown;
                                            }))
                    .isSameAs(thrown);
        }
    }

    @Test
    void shouldFailTheRunWhereAThreadFails() {
        try (Simulation sim = seeded(1)) {
            AssertionError thrown = new AssertionError("mine");
            assertThatThrownBy(
                            () ->
                                    sim.run(
                                            () -> {
                                                Thread bad =
                                                        sim.host("a")
                                                                .start(
                                                                        "bad",
                                                                        () -> {
                                                                            throw thrown;
                                                                        });
                                                sim.join(bad);
                                            }))
                    .isInstanceOf(SimulationException.class)
                    .hasMessageContaining("seed 1: thread \"a/bad\" failed")
                    .hasCause(thrown);
        }
    }

    @Test
    void shouldSayWhoWaitsWhereNothingIsToCome() {
        try (Simulation sim = seeded(1)) {
            assertThatThrownBy(
                            () ->
                                    sim.run(
                                            () -> {
                                                sim.host("a")
                                                        .start(
                                                                "forgotten",
                                                                () ->
                                                                        sim.parker()
                                                                                .park(
                                                                                        Long
                                                                                                .MAX_VALUE));
                                                sim.parker().park(Long.MAX_VALUE);
                                            }))
                    .isInstanceOf(SimulationStuckException.class)
                    .hasMessageContaining("\"a/forgotten\" waits for being unparked")
                    .hasMessageContaining("SimulationTest.java");
        }
    }

    @Test
    void shouldFindThreadsThatLookInVainForEver() {
        try (Simulation sim =
                Simulation.builder().seed(1).idleLimit(Duration.ofSeconds(30)).build()) {
            assertThatThrownBy(
                            () ->
                                    sim.run(
                                            () -> {
                                                while (true) {
                                                    sim.parker().giveWay();
                                                }
                                            }))
                    .isInstanceOf(SimulationStuckException.class)
                    .hasMessageContaining("nothing has happened for 30");
        }
    }

    @Test
    void shouldTellOfTheBodyThatBlocksOutside() {
        try (Simulation sim = Simulation.builder().watchdog(SHORT_WATCHDOG).build()) {
            CountDownLatch never = new CountDownLatch(1);
            assertThatThrownBy(() -> sim.run(never::await))
                    .isInstanceOf(SimulationBlockedException.class)
                    .hasMessageContaining("300ms of real time")
                    .hasMessageContaining("CountDownLatch.await");
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void shouldTellOfAnotherThreadThatBlocksOutside() throws Exception {
        CountDownLatch late = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (Simulation sim = Simulation.builder().watchdog(SHORT_WATCHDOG).build()) {
            assertThatThrownBy(
                            () ->
                                    sim.run(
                                            () -> {
                                                Thread stubborn =
                                                        sim.host("a")
                                                                .start(
                                                                        "stubborn",
                                                                        () -> {
                                                                            await(late);
                                                                            ended.countDown();
                                                                        });
                                                sim.join(stubborn);
                                            }))
                    .isInstanceOf(SimulationBlockedException.class)
                    .hasMessageContaining("\"a/stubborn\" has not come to a seam");
            late.countDown();
        }
        assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    }

    /** Waits whatever happens, as a thread in native code does. */
    private static void await(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException _) {
                // Not by this.
            }
        }
    }

    @Test
    void shouldEndTheThreadsOfAHostThatDies() throws Exception {
        try (Simulation sim = seeded(1)) {
            List<String> said = new ArrayList<>();
            sim.run(
                    () -> {
                        SimHost a = sim.host("a");
                        Thread victim =
                                a.start(
                                        "victim",
                                        () -> {
                                            try {
                                                sim.parker().park(Long.MAX_VALUE);
                                                said.add("woken");
                                            } catch (ThreadEndError e) {
                                                said.add("ended");
                                                throw e;
                                            }
                                        });
                        Thread witness =
                                sim.host("b")
                                        .start(
                                                "witness",
                                                () -> {
                                                    sim.sleep(Duration.ofMillis(1));
                                                    a.kill();
                                                    sim.sleep(Duration.ofMillis(1));
                                                    said.add("lives");
                                                });
                        sim.join(victim);
                        sim.join(witness);
                    });
            assertThat(said).containsExactly("ended", "lives");
            assertThat(sim.counts()).containsEntry(Fault.DEATH, 1L);
        }
    }

    @Test
    void shouldEndAllThreadsWhenItIsClosed() throws Exception {
        List<String> said = new ArrayList<>();
        Thread left;
        try (Simulation sim = seeded(1)) {
            Thread[] made = new Thread[1];
            sim.run(
                    () -> {
                        made[0] =
                                sim.threads()
                                        .newThread(
                                                () -> {
                                                    try {
                                                        sim.parker().park(Long.MAX_VALUE);
                                                    } finally {
                                                        said.add("unwound");
                                                    }
                                                });
                        made[0].start();
                        sim.sleep(Duration.ofMillis(1));
                    });
            left = made[0];
            assertThat(said).isEmpty();
        }
        left.join();
        assertThat(said).containsExactly("unwound");
    }

    @Test
    void shouldGoOnWithThreadsOfAnEarlierRun() throws Exception {
        try (Simulation sim = seeded(1)) {
            int[] ticks = new int[1];
            Simulation.Body tick =
                    () -> {
                        while (true) {
                            sim.sleep(Duration.ofSeconds(1));
                            ticks[0]++;
                        }
                    };
            sim.run(() -> sim.host("a").start("ticker", tick));
            assertThat(ticks[0]).isZero();
            sim.run(() -> sim.sleep(Duration.ofMillis(3500)));
            assertThat(ticks[0]).isEqualTo(3);
        }
    }

    // ---- misuse

    @Test
    void shouldRefuseToWaitOutsideOfARun() {
        try (Simulation sim = seeded(1)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> sim.parker().park(1))
                    .withMessageContaining("use Simulation.run");
            assertThatIllegalStateException()
                    .isThrownBy(() -> sim.sleep(Duration.ofSeconds(1)))
                    .withMessageContaining("use Simulation.run");
        }
    }

    @Test
    void shouldRefuseARunInsideARun() throws Exception {
        try (Simulation sim = seeded(1)) {
            sim.run(
                    () ->
                            assertThatIllegalStateException()
                                    .isThrownBy(() -> sim.run(() -> {}))
                                    .withMessage("the simulation runs"));
        }
    }

    @Test
    void shouldRefuseARunAfterItsEnd() {
        Simulation sim = seeded(1);
        sim.close();
        sim.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> sim.run(() -> {}))
                .withMessage("the simulation is closed");
    }

    @Test
    void shouldRefuseToJoinAThreadOfTheSystem() throws Exception {
        try (Simulation sim = seeded(1)) {
            sim.run(
                    () ->
                            assertThatIllegalArgumentException()
                                    .isThrownBy(() -> sim.join(new Thread(() -> {}))));
        }
    }

    @Test
    void shouldKnowAHostByItsName() {
        try (Simulation sim = seeded(1)) {
            assertThat(sim.host("a")).isSameAs(sim.host("a")).isNotSameAs(sim.host("b"));
            assertThat(sim.host("a").addresses())
                    .doesNotContainAnyElementsOf(sim.host("b").addresses());
            assertThat(sim.host("a").provider().adapters())
                    .singleElement()
                    .satisfies(d -> assertThat(d.device()).isEqualTo("sim"));
        }
    }
}
