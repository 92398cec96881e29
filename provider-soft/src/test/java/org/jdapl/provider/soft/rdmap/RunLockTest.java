package org.jdapl.provider.soft.rdmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunLockTest {

    @Test
    void whoAsksMeanwhileIsServedByTheHolder() {
        RunLock lock = new RunLock();
        assertThat(lock.request()).isTrue();
        assertThat(lock.request()).isFalse();
        assertThat(lock.request()).isFalse();
        assertThat(lock.release()).isFalse();
        assertThat(lock.release()).isTrue();
        lock.lock();
        assertThat(lock.request()).isFalse();
        assertThat(lock.release()).isFalse();
        assertThat(lock.release()).isTrue();
    }

    @Test
    void nothingIsStrandedAndNobodyMeets() throws Exception {
        RunLock lock = new RunLock();
        AtomicInteger work = new AtomicInteger();
        int[] done = new int[1];
        boolean[] inside = new boolean[1];
        boolean[] met = new boolean[1];
        List<Thread> threads = new ArrayList<>();
        int each = 50_000;
        for (int t = 0; t < 3; t++) {
            Thread thread =
                    new Thread(
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    work.incrementAndGet();
                                    if (!lock.request()) {
                                        continue;
                                    }
                                    do {
                                        met[0] |= inside[0];
                                        inside[0] = true;
                                        done[0] += work.getAndSet(0);
                                        inside[0] = false;
                                    } while (!lock.release());
                                }
                            });
            threads.add(thread);
            thread.start();
        }
        for (Thread t : threads) {
            t.join(30_000);
        }
        assertThat(met[0]).isFalse();
        assertThat(done[0]).isEqualTo(3 * each);
    }
}
