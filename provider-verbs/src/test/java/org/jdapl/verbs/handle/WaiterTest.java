package org.jdapl.verbs.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.ffm.Posix;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WaiterTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final int descriptor = Posix.eventFd();
    private final Waiter waiter = new Waiter();

    @AfterEach
    void free() {
        waiter.free();
        Posix.close(descriptor);
    }

    private boolean await(long deadlineNs) {
        return waiter.await("awaitEvent", "channel 3", descriptor, deadlineNs);
    }

    /** A thread that waits without end, and the error that ended it. */
    private final class Sleeper {
        final AtomicReference<VerbsError> error = new AtomicReference<>();
        final AtomicReference<Boolean> interrupted = new AtomicReference<>();
        final CountDownLatch started = new CountDownLatch(1);
        final Thread thread = Thread.ofPlatform().daemon().start(this::sleep);

        private void sleep() {
            started.countDown();
            try {
                await(Long.MAX_VALUE);
            } catch (VerbsException e) {
                error.set(e.error());
                interrupted.set(Thread.currentThread().isInterrupted());
            }
        }

        VerbsError join() throws InterruptedException {
            assertThat(thread.join(LIMIT)).as("the wait ends").isTrue();
            return error.get();
        }
    }

    @Test
    void shouldSeeWhatCanBeReadAlready() {
        Posix.raise(descriptor);

        assertThat(await(System.nanoTime())).isTrue();
        assertThat(await(Long.MAX_VALUE)).isTrue();
    }

    @Test
    void shouldGiveUpWhenTimeRunsOutAndNotBefore() {
        long begin = System.nanoTime();

        assertThat(await(begin + TimeUnit.MILLISECONDS.toNanos(40))).isFalse();

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(40_000_000L);
        assertThat(await(begin)).isFalse();
    }

    @Test
    void shouldWakeWhenSomethingCanBeRead() throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.started.await();
        Posix.raise(descriptor);

        assertThat(sleeper.join()).isNull();
    }

    @Test
    void shouldEndEveryWaitWhenItsObjectEnds() throws InterruptedException {
        List<Sleeper> sleepers = List.of(new Sleeper(), new Sleeper(), new Sleeper());
        for (Sleeper sleeper : sleepers) {
            sleeper.started.await();
        }
        waiter.end();

        for (Sleeper sleeper : sleepers) {
            assertThat(sleeper.join()).isEqualTo(VerbsError.CLOSED);
        }
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> await(Long.MAX_VALUE))
                .withMessage("awaitEvent: channel 3 is closed");
    }

    @Test
    void shouldBeEndedByInterruptionAndKeepTheStatus() throws InterruptedException {
        Sleeper sleeper = new Sleeper();
        sleeper.started.await();
        sleeper.thread.interrupt();

        assertThat(sleeper.join()).isEqualTo(VerbsError.INTERRUPTED);
        assertThat(sleeper.interrupted).hasValue(true);
    }

    @Test
    void shouldNotBeginToWaitInAThreadThatIsInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(() -> await(Long.MAX_VALUE))
                    .matches(e -> e.error() == VerbsError.INTERRUPTED);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void shouldNotBeDisturbedByAnInterruptionThatIsOver() throws InterruptedException {
        Sleeper first = new Sleeper();
        first.started.await();
        first.thread.interrupt();
        first.join();
        long begin = System.nanoTime();

        assertThat(await(begin + 30_000_000L)).isFalse();

        assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(30_000_000L);
    }

    /** What one waiting thread takes must never be what another one was to see. */
    @Test
    void shouldWakeAllOfThoseInterruptedAtTheSameTime() throws InterruptedException {
        for (int round = 0; round < 600; round++) {
            List<Sleeper> sleepers = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                sleepers.add(new Sleeper());
            }
            for (Sleeper sleeper : sleepers) {
                sleeper.started.await();
            }
            for (int i = 0; i < round % 50 * 20; i++) {
                Thread.onSpinWait();
            }
            for (Sleeper sleeper : sleepers) {
                sleeper.thread.interrupt();
            }
            for (Sleeper sleeper : sleepers) {
                assertThat(sleeper.join()).isEqualTo(VerbsError.INTERRUPTED);
            }
        }
    }

    @Test
    void shouldEndTheWaitsBesideOneThatIsInterruptedJustThen() throws InterruptedException {
        for (int round = 0; round < 600; round++) {
            Waiter mine = new Waiter();
            AtomicReference<VerbsError> error = new AtomicReference<>();
            CountDownLatch started = new CountDownLatch(2);
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                threads.add(
                        Thread.ofPlatform()
                                .daemon()
                                .start(
                                        () -> {
                                            started.countDown();
                                            try {
                                                mine.await("a", "b", descriptor, Long.MAX_VALUE);
                                            } catch (VerbsException e) {
                                                error.set(e.error());
                                            }
                                        }));
            }
            started.await();
            for (int i = 0; i < round % 50 * 20; i++) {
                Thread.onSpinWait();
            }
            threads.getFirst().interrupt();
            mine.end();
            for (Thread thread : threads) {
                assertThat(thread.join(LIMIT)).as("round %d: the wait ends", round).isTrue();
            }
            assertThat(error.get()).isIn(VerbsError.CLOSED, VerbsError.INTERRUPTED);
            mine.free();
        }
    }

    @Test
    void shouldServeVirtualThreads() throws InterruptedException {
        AtomicReference<VerbsError> error = new AtomicReference<>();
        Thread virtual =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        await(Long.MAX_VALUE);
                                    } catch (VerbsException e) {
                                        error.set(e.error());
                                    }
                                });
        virtual.interrupt();

        assertThat(virtual.join(LIMIT)).isTrue();
        assertThat(error).hasValue(VerbsError.INTERRUPTED);
    }
}
