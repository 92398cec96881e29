package org.jdapl.provider.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PendingAttemptsTest {
    private final PendingAttempts attempts = new PendingAttempts();
    private final List<String> freed = new ArrayList<>();

    @AfterEach
    void close() {
        attempts.close();
    }

    @Test
    void shouldFreeAtOnceAndTellFailuresWhileNothingIsHeld() {
        attempts.free(() -> freed.add("queue"));
        assertThat(freed).containsExactly("queue");
        assertThatThrownBy(
                        () ->
                                attempts.free(
                                        () -> {
                                            throw new IllegalStateException("busy");
                                        }))
                .hasMessage("busy");
    }

    @Test
    void shouldFreeInOrderWhenTheLastAttemptIsLetGo() {
        attempts.hold();
        attempts.hold();
        attempts.free(() -> freed.add("queue"));
        attempts.free(
                () -> {
                    throw new IllegalStateException("this one keeps nobody from being freed");
                });
        attempts.free(() -> freed.add("domain"));
        attempts.letGo();
        assertThat(freed).isEmpty();

        attempts.letGo();
        assertThat(freed).containsExactly("queue", "domain");

        attempts.free(() -> freed.add("device"));
        assertThat(freed).containsExactly("queue", "domain", "device");
    }

    @Test
    void shouldFreeAfterWhatIsBeingFreed() {
        attempts.hold();
        attempts.free(
                () -> {
                    attempts.free(() -> freed.add("device"));
                    freed.add("domain");
                });
        attempts.letGo();
        assertThat(freed).containsExactly("domain", "device");
    }

    @Test
    void shouldLetEightBlockAtATimeAndDoAllEvenWhenClosed() throws InterruptedException {
        int all = 20;
        CountDownLatch blocked = new CountDownLatch(8);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(all);
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < all; i++) {
            attempts.run(
                    () -> {
                        most.accumulateAndGet(now.incrementAndGet(), Math::max);
                        blocked.countDown();
                        try {
                            go.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                        now.decrementAndGet();
                        done.countDown();
                    });
        }
        assertThat(blocked.await(60, TimeUnit.SECONDS)).isTrue();
        attempts.close();
        go.countDown();
        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(most).hasValue(8);
    }
}
