package org.jdapl.verbs.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.junit.jupiter.api.Test;

class GuardTest {

    /** What a guard protects: memory that is there or not, and at most one thread in it. */
    private static final class Room {
        final Guard guard = new Guard("queue pair 7");
        long plain;
        volatile boolean freed;
        final AtomicInteger inside = new AtomicInteger();
        final AtomicInteger together = new AtomicInteger();
        final AtomicInteger late = new AtomicInteger();

        void visit() {
            boolean entered = guard.enter("postSend");
            try {
                if (inside.incrementAndGet() != 1) {
                    together.incrementAndGet();
                }
                if (freed) {
                    late.incrementAndGet();
                }
                plain++;
                inside.decrementAndGet();
            } finally {
                guard.exit(entered);
            }
        }
    }

    @Test
    void shouldLetItsOwnerInAgainAndAgain() {
        Room room = new Room();

        for (int i = 0; i < 1000; i++) {
            room.visit();
        }

        assertThat(room.plain).isEqualTo(1000);
    }

    @Test
    void shouldLoseNothingWhenManyThreadsUseIt() throws InterruptedException {
        Room room = new Room();
        room.visit();
        int threads = 4;
        int visits = 50_000;

        inParallel(
                threads,
                _ -> {
                    for (int i = 0; i < visits; i++) {
                        room.visit();
                    }
                });

        assertThat(room.plain).isEqualTo(1 + (long) threads * visits);
        assertThat(room.together).hasValue(0);
    }

    @Test
    void shouldKeepTheOwnerAndTheThreadThatTakesItAwayApart() throws Exception {
        int rounds = 400;
        for (int round = 0; round < rounds; round++) {
            Room room = new Room();
            CyclicBarrier start = new CyclicBarrier(2);
            int delay = round * 5;
            AtomicBoolean stop = new AtomicBoolean();
            AtomicInteger visits = new AtomicInteger();
            Thread owner =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        room.visit();
                                        await(start);
                                        while (!stop.get()) {
                                            room.visit();
                                            visits.incrementAndGet();
                                        }
                                    });
            await(start);
            for (int i = 0; i < delay; i++) {
                Thread.onSpinWait();
            }
            for (int i = 0; i < 20; i++) {
                room.visit();
            }
            stop.set(true);
            owner.join();

            assertThat(room.together).as("round %d", round).hasValue(0);
            assertThat(room.plain).as("round %d", round).isEqualTo(21 + visits.get());
        }
    }

    @Test
    void shouldLetNobodyInAfterItsCloseReturned() throws Exception {
        int rounds = 400;
        for (int round = 0; round < rounds; round++) {
            Room room = new Room();
            int threads = 1 + round % 3;
            CountDownLatch started = new CountDownLatch(threads);
            List<Thread> visitors = new ArrayList<>();
            AtomicReference<VerbsException> seen = new AtomicReference<>();
            for (int i = 0; i < threads; i++) {
                visitors.add(
                        Thread.ofPlatform()
                                .start(
                                        () -> {
                                            started.countDown();
                                            try {
                                                while (true) {
                                                    room.visit();
                                                }
                                            } catch (VerbsException e) {
                                                seen.set(e);
                                            }
                                        }));
            }
            started.await();
            for (int i = 0; i < round * 10; i++) {
                Thread.onSpinWait();
            }

            room.guard.close();
            room.freed = true;
            for (Thread visitor : visitors) {
                visitor.join();
            }

            assertThat(room.late).as("round %d", round).hasValue(0);
            assertThat(room.together).as("round %d", round).hasValue(0);
            assertThat(seen.get().error()).isEqualTo(VerbsError.CLOSED);
        }
    }

    @Test
    void shouldSayWhatIsClosedAndWhichCallWasRefused() {
        Room room = new Room();
        room.visit();
        room.guard.close();
        room.guard.close();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(room::visit)
                .withMessage("postSend: queue pair 7 is closed");
    }

    @Test
    void shouldBeClosedThoughNobodyEverCame() {
        Guard guard = new Guard("completion queue 1");
        guard.close();

        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> guard.enter("poll"))
                .withMessage("poll: completion queue 1 is closed");
    }

    @Test
    void shouldServeEveryThreadAfterItWasOpenedAgain() throws InterruptedException {
        Room room = new Room();
        room.visit();
        room.guard.close();
        room.guard.reopen();

        room.visit();
        inParallel(2, _ -> room.visit());

        assertThat(room.plain).isEqualTo(4);
        room.guard.close();
        assertThatExceptionOfType(VerbsException.class).isThrownBy(room::visit);
    }

    @Test
    void shouldWaitInCloseForWhoeverIsInside() throws InterruptedException {
        Guard guard = new Guard("queue pair 8");
        AtomicBoolean left = new AtomicBoolean();
        boolean entered = guard.enter("postSend");
        AtomicBoolean leftBeforeClosed = new AtomicBoolean();
        Thread closer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    guard.close();
                                    leftBeforeClosed.set(left.get());
                                });
        assertThat(closer.join(java.time.Duration.ofMillis(50))).isFalse();
        left.set(true);
        guard.exit(entered);
        closer.join();

        assertThat(leftBeforeClosed).isTrue();
    }

    interface Work {
        void run(int thread);
    }

    static void inParallel(int threads, Work work) throws InterruptedException {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> running = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            running.add(
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            work.run(number);
                                        } catch (Throwable t) {
                                            failure.set(t);
                                        }
                                    }));
        }
        for (Thread thread : running) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(thread.isAlive()).as("thread ends").isFalse();
        }
        assertThat(failure.get()).isNull();
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
