package org.jdapl.provider.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jdapl.verbs.ffm.Posix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits is woken by each who wakes, also when several do at once. */
class VerbsWaitSetTest {

    private static final int WAKERS = 3;
    private static final int TIMES = 3_000;

    /** A wait that is not ended takes so long. */
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(5);

    /** One that is ended takes less, on the slowest of machines. */
    private static final long BOUND_NS = TimeUnit.SECONDS.toNanos(3);

    private static final int PAUSE_NS = 30_000;

    /** Asks for something, wakes, and waits until it is done, again and again. */
    private static final class Waker {
        private final Thread thread;
        private final SplittableRandom random = new SplittableRandom(1);
        private volatile int asked;
        private volatile int done;
        private volatile long longestNs;

        Waker(VerbsWaitSet waitSet) {
            thread =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        for (int n = 1; n <= TIMES && longestNs < BOUND_NS; n++) {
                                            ask(waitSet, n);
                                        }
                                    });
        }

        private void ask(VerbsWaitSet waitSet, int n) {
            // So that it comes at every moment of the other's wait.
            long at = System.nanoTime() + random.nextInt(PAUSE_NS);
            while (System.nanoTime() < at) {
                Thread.onSpinWait();
            }
            long start = System.nanoTime();
            asked = n;
            waitSet.wake();
            while (done < n) {
                Thread.yield();
            }
            longestNs = Math.max(longestNs, System.nanoTime() - start);
        }
    }

    @Test
    @Timeout(60)
    void shouldLoseNoWakeUp() throws InterruptedException {
        List<Waker> wakers = new CopyOnWriteArrayList<>();
        AtomicBoolean over = new AtomicBoolean();
        try (VerbsWaitSet waitSet =
                new VerbsWaitSet(
                        _ -> {
                            wakers.forEach(waker -> waker.done = waker.asked);
                            return 0;
                        },
                        () -> Long.MAX_VALUE)) {
            Thread waiter =
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        while (!over.get()) {
                                            waitSet.await(LONG_NS);
                                        }
                                    });
            IntStream.range(0, WAKERS).forEach(i -> wakers.add(new Waker(waitSet)));
            for (Waker waker : wakers) {
                waker.thread.join();
            }
            over.set(true);
            waitSet.wake();
            waiter.join();
        }
        assertThat(wakers)
                .allSatisfy(waker -> assertThat(waker.longestNs).isLessThan(BOUND_NS))
                .allSatisfy(waker -> assertThat(waker.done).isEqualTo(TIMES));
    }

    @Test
    @Timeout(60)
    void shouldSleepOnceItHasBeenWoken() {
        try (VerbsWaitSet waitSet = new VerbsWaitSet(_ -> 0, () -> Long.MAX_VALUE)) {
            waitSet.wake();
            waitSet.wake();
            waitSet.await(LONG_NS);
            long start = System.nanoTime();
            waitSet.await(TimeUnit.MILLISECONDS.toNanos(20));
            assertThat(System.nanoTime() - start)
                    .isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(20));
        }
    }

    @Test
    void shouldBeReadyForWhatCanBeReadAndNotForItsBell() {
        int descriptor = Posix.eventFd();
        try (VerbsWaitSet waitSet =
                new VerbsWaitSet(ready -> ready, () -> Long.MAX_VALUE, -1, descriptor)) {
            assertThat(waitSet.ready()).isZero();
            waitSet.wake();
            assertThat(waitSet.ready()).isZero();
            Posix.raise(descriptor);
            assertThat(waitSet.ready()).isEqualTo(2);
            assertThat(waitSet.await(Long.MAX_VALUE)).isEqualTo(2);
            Posix.lower(descriptor);
            waitSet.wake();
            assertThat(waitSet.await(Long.MAX_VALUE)).isZero();
        } finally {
            Posix.close(descriptor);
        }
    }

    @Test
    @Timeout(60)
    void shouldWaitNoLongerThanItsPatience() {
        try (VerbsWaitSet waitSet =
                new VerbsWaitSet(_ -> 1, () -> TimeUnit.MILLISECONDS.toNanos(20))) {
            assertThat(waitSet.await(Long.MAX_VALUE)).isOne();
        }
    }
}
