package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.Test;

/** Threads that post, poll and wait, and one that closes something meanwhile. */
class CloseUnderTrafficTest {
    private static final int ROUNDS = Integer.getInteger("jdapl.verbs.rounds", 25);

    private interface Step {
        void run();
    }

    /** Threads that repeat a step until it says that something is closed. */
    private static final class Traffic {
        final List<Thread> threads = new ArrayList<>();
        final AtomicLong steps = new AtomicLong();
        final AtomicReference<Throwable> failure = new AtomicReference<>();
        final AtomicInteger closed = new AtomicInteger();

        void start(Step step) {
            CountDownLatch started = new CountDownLatch(1);
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .start(
                                    () -> {
                                        started.countDown();
                                        try {
                                            while (true) {
                                                step.run();
                                                steps.incrementAndGet();
                                            }
                                        } catch (VerbsException e) {
                                            if (e.error() != VerbsError.CLOSED) {
                                                failure.set(e);
                                            }
                                            closed.incrementAndGet();
                                        } catch (Throwable t) {
                                            failure.set(t);
                                        }
                                    }));
            try {
                started.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        void join() throws InterruptedException {
            for (Thread thread : threads) {
                assertThat(thread.join(Loopback.soon())).as("the thread ends").isTrue();
            }
            assertThat(failure.get()).isNull();
            assertThat(closed).hasValue(threads.size());
        }
    }

    private static void during(int rounds, boolean severalPosters, Consumer<Loopback> close)
            throws InterruptedException {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            Loopback loop = Loopback.open();
            Traffic traffic = new Traffic();
            for (int i = 0; i < (severalPosters ? 2 : 1); i++) {
                SendWorkRequests writes = loop.request(SendOpcode.RDMA_WRITE, 0, 8);
                writes.remote(0, loop.region.address() + 64, loop.region.rkey());
                ReceiveWorkRequests receives = loop.receive(1, 128, 8);
                traffic.start(
                        () -> {
                            var _ = loop.left.postSend(writes, 0, 1);
                            var _ = loop.right.postReceive(receives, 0, 1);
                        });
                WorkCompletions completions = WorkCompletions.allocate(8);
                traffic.start(
                        () -> {
                            var _ = loop.queue.poll(completions);
                            loop.queue.requestNotification(false);
                        });
            }
            traffic.start(() -> loop.channel.awaitEvent(Loopback.soon()));
            traffic.start(() -> loop.context.awaitAsyncEvent(Loopback.soon()));
            while (traffic.steps.get() < 20) {
                Thread.onSpinWait();
            }
            int delay = random.nextInt(20_000);
            for (int i = 0; i < delay; i++) {
                Thread.onSpinWait();
            }

            close.accept(loop);
            loop.context.close();
            traffic.join();
            loop.close();
        }
    }

    @Test
    void shouldSurviveTheCloseOfTheQueuePair() throws InterruptedException {
        during(ROUNDS, false, loop -> loop.left.close());
    }

    @Test
    void shouldSurviveTheCloseOfTheQueuePairThatSeveralThreadsUse() throws InterruptedException {
        during(ROUNDS, true, loop -> loop.right.close());
    }

    @Test
    void shouldSurviveTheCloseOfTheCompletionQueue() throws InterruptedException {
        during(ROUNDS, true, loop -> loop.queue.close());
    }

    @Test
    void shouldSurviveTheCloseOfTheChannel() throws InterruptedException {
        during(ROUNDS, false, loop -> loop.channel.close());
    }

    @Test
    void shouldSurviveTheCloseOfTheDomain() throws InterruptedException {
        during(ROUNDS, true, loop -> loop.domain.close());
    }

    @Test
    void shouldSurviveTheCloseOfTheContext() throws InterruptedException {
        during(ROUNDS, true, loop -> loop.context.close());
    }

    @Test
    void shouldLetTwoThreadsCloseAtTheSameTime() throws InterruptedException {
        during(
                60,
                false,
                loop -> {
                    Thread other = Thread.ofPlatform().start(loop.domain::close);
                    loop.queue.close();
                    assertThat(loop.left.isOpen()).isFalse();
                    try {
                        other.join();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
    }

    /** Datagrams name an address handle that another thread closes. */
    @Test
    void shouldNeverLetADriverReadAHandleThatWasClosed() throws InterruptedException {
        for (int round = 0; round < 2 * ROUNDS; round++) {
            try (Loopback loop = Loopback.open(QueuePairType.UD)) {
                MockVerbs.setPause(100);
                AddressHandle handle = AddressHandle.create(loop.domain, AddressVector.of(1, 17));
                SendWorkRequests send = loop.request(SendOpcode.SEND, 0, 8);
                send.datagram(0, handle, loop.right.number(), 0x1234);
                Traffic traffic = new Traffic();
                traffic.start(
                        () -> {
                            var _ = loop.left.postSend(send, 0, 1);
                            var _ = loop.queue.poll(loop.completions);
                        });
                for (int i = 0; i < round * 20; i++) {
                    Thread.onSpinWait();
                }
                handle.close();
                traffic.join();
                assertThat(MockVerbs.violations()).as(MockVerbs.lastViolation()).isZero();
            }
        }
    }

    /** What is posted stays where it is while the collector works, and only as long as needed. */
    @Test
    void shouldKeepListsAliveWhileTheyArePosted() {
        try (Loopback loop = Loopback.open()) {
            for (int i = 0; i < 3000; i++) {
                loop.word(0, i);
                SendWorkRequests write = loop.request(SendOpcode.RDMA_WRITE, 0, 8);
                write.remote(0, loop.region.address() + 64, loop.region.rkey());
                assertThat(loop.left.postSend(write, 0, 1)).isZero();
                WorkCompletions completions = WorkCompletions.allocate(4);
                assertThat(loop.queue.poll(completions)).isOne();
                assertThat(completions.statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
                assertThat(loop.word(64)).isEqualTo(i);
                if (i % 100 == 0) {
                    System.gc();
                }
            }
        }
    }
}
