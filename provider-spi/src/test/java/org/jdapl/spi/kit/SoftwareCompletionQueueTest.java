package org.jdapl.spi.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.spi.Completions;
import org.junit.jupiter.api.Test;

class SoftwareCompletionQueueTest {

    private final List<Object> notified = new ArrayList<>();
    private final Completions batch = new Completions(8);

    private SoftwareCompletionQueue queue(int depth) {
        return new SoftwareCompletionQueue(depth, "context", notified::add);
    }

    private static boolean add(SoftwareCompletionQueue q, long id) {
        return q.add(id, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Test
    void givesBackEachFieldInOrder() {
        SoftwareCompletionQueue q = queue(3);
        q.add(1, 2, 3, 1L << 33, 4, 5, 1L << 40, 6, 7);
        add(q, 2);
        assertThat(q.size()).isEqualTo(2);
        assertThat(q.poll(batch, 8)).isEqualTo(2);
        assertThat(batch.id[0]).isEqualTo(1);
        assertThat(batch.status[0]).isEqualTo(2);
        assertThat(batch.kind[0]).isEqualTo(3);
        assertThat(batch.length[0]).isEqualTo(1L << 33);
        assertThat(batch.flags[0]).isEqualTo(4);
        assertThat(batch.immediate[0]).isEqualTo(5);
        assertThat(batch.invalidatedKey[0]).isEqualTo(1L << 40);
        assertThat(batch.vendorStatus[0]).isEqualTo(6);
        assertThat(batch.queuePair[0]).isEqualTo(7);
        assertThat(batch.id[1]).isEqualTo(2);
        assertThat(q.poll(batch, 8)).isZero();
    }

    @Test
    void letsATestPlaceACompletionRightBeforeItIsArmed() {
        SoftwareCompletionQueue[] made = new SoftwareCompletionQueue[1];
        List<Boolean> announced = new ArrayList<>();
        made[0] =
                new SoftwareCompletionQueue(
                        4, "context", notified::add, () -> announced.add(add(made[0], 7)));
        made[0].arm(false);
        assertThat(announced).as("not announced: it was not armed").containsExactly(false);
        assertThat(made[0].poll(batch, 8)).isEqualTo(1);
        assertThat(add(made[0], 8)).as("armed since").isTrue();
    }

    @Test
    void takesNotMoreThanAskedAndHoldsNotMoreThanItsDepth() {
        SoftwareCompletionQueue q = queue(5);
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < 5; i++) {
                add(q, i);
            }
            assertThatThrownBy(() -> add(q, 9))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("5");
            assertThat(q.poll(batch, 2)).isEqualTo(2);
            assertThat(q.poll(batch, 0)).isZero();
            assertThat(q.poll(batch, 8)).isEqualTo(3);
            assertThat(batch.id[2]).isEqualTo(4);
        }
    }

    @Test
    void notifiesOncePerArming() {
        SoftwareCompletionQueue q = queue(100);
        assertThat(add(q, 1)).isFalse();
        q.arm(false);
        assertThat(add(q, 2)).isTrue();
        assertThat(add(q, 3)).isFalse();
        q.notifyReady();
        assertThat(notified).containsExactly("context");
    }

    @Test
    void solicitedArmingWaitsForSolicitedOrFailed() {
        SoftwareCompletionQueue q = queue(100);
        q.arm(true);
        assertThat(add(q, 1)).isFalse();
        assertThat(q.add(2, 0, 0, 0, Completions.SOLICITED, 0, 0, 0, 0)).isTrue();
        q.arm(true);
        assertThat(q.add(3, 1, 0, 0, 0, 0, 0, 0, 0)).isTrue();
        q.arm(false);
        q.arm(true);
        assertThat(add(q, 4)).isTrue();
        q.arm(false);
        q.close();
        assertThat(add(q, 5)).isFalse();
    }

    @Test
    void isAsDeepAsItWasMadeAndAsLargeAsItHasToBe() {
        int deep = 1 << 24; // the arrays of so many entries would take 700 MiB
        List<SoftwareCompletionQueue> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            many.add(queue(deep));
        }
        SoftwareCompletionQueue q = many.getLast();
        assertThat(q.depth()).isEqualTo(deep);
        long added = 0;
        long taken = 0;
        while (taken < 20_000) {
            for (int i = 0; i < 12 && added < 20_000; i++) {
                add(q, added++);
            }
            int n = q.poll(batch, 8);
            for (int i = 0; i < n; i++) {
                assertThat(batch.id[i]).isEqualTo(taken++);
            }
        }
        assertThat(q.size()).isZero();
    }

    @Test
    void growsWithWhatItHolds() {
        SoftwareCompletionQueue q = queue(3);
        add(q, 1);
        add(q, 2);
        add(q, 3);
        q.poll(batch, 1);
        add(q, 4);
        assertThatThrownBy(() -> q.grow(3)).isInstanceOf(IllegalArgumentException.class);
        q.grow(9);
        assertThat(q.depth()).isEqualTo(9);
        for (int i = 5; i <= 10; i++) {
            add(q, i);
        }
        assertThatThrownBy(() -> add(q, 11)).isInstanceOf(IllegalStateException.class);
        assertThat(q.poll(batch, 8)).isEqualTo(8);
        assertThat(batch.id[0]).isEqualTo(2);
        assertThat(batch.id[7]).isEqualTo(9);
        assertThat(q.poll(batch, 8)).isEqualTo(1);
    }

    @Test
    void manyProducersLoseNothing() throws Exception {
        SoftwareCompletionQueue q = queue(1 << 20);
        int each = 100_000;
        List<Thread> producers = new ArrayList<>();
        for (int t = 0; t < 3; t++) {
            int producer = t;
            Thread thread =
                    new Thread(
                            () -> {
                                for (int i = 0; i < each; i++) {
                                    q.add(i, 0, 0, i, 0, i, i, 0, producer);
                                }
                            });
            producers.add(thread);
            thread.start();
        }
        long[] next = new long[3];
        long deadline = System.nanoTime() + 30_000_000_000L;
        int total = 0;
        while (total < 3 * each) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            int n = q.poll(batch, 8);
            total += n;
            for (int i = 0; i < n; i++) {
                int producer = batch.queuePair[i];
                assertThat(batch.id[i]).isEqualTo(next[producer]);
                assertThat(batch.length[i]).isEqualTo(next[producer]);
                assertThat(batch.immediate[i]).isEqualTo((int) next[producer]);
                next[producer]++;
            }
        }
        for (Thread t : producers) {
            t.join(10_000);
        }
    }
}
