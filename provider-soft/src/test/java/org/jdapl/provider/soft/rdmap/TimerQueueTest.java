package org.jdapl.provider.soft.rdmap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimerQueueTest {

    private final TimerQueue queue = new TimerQueue();
    private final List<Integer> fired = new ArrayList<>();

    @Test
    void firesInOrderOfDeadlines() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 200; round++) {
            List<Timer> timers = new ArrayList<>();
            int[] deadline = new int[60];
            for (int i = 0; i < 60; i++) {
                int n = i;
                timers.add(new Timer(() -> fired.add(n)));
            }
            for (int i = 0; i < 150; i++) {
                int n = random.nextInt(60);
                if (random.nextInt(3) == 0) {
                    queue.cancel(timers.get(n));
                    deadline[n] = 0;
                } else {
                    deadline[n] = 1 + random.nextInt(100);
                    queue.set(timers.get(n), deadline[n]);
                }
            }
            int expected = 0;
            for (int d : deadline) {
                expected += d > 0 ? 1 : 0;
            }
            int done = 0;
            for (int now = 0; now <= 100; now++) {
                done += queue.run(now);
            }
            assertThat(done).isEqualTo(expected);
            assertThat(fired).hasSize(expected);
            for (int i = 1; i < fired.size(); i++) {
                assertThat(deadline[fired.get(i)])
                        .isGreaterThanOrEqualTo(deadline[fired.get(i - 1)]);
            }
            assertThat(queue.isEmpty()).isTrue();
            fired.clear();
        }
    }

    @Test
    void knowsWhenTheNextIsDue() {
        assertThat(queue.untilNext(5)).isEqualTo(TimerQueue.NEVER);
        Timer t = new Timer(() -> fired.add(1));
        queue.set(t, 100);
        assertThat(queue.untilNext(30)).isEqualTo(70);
        assertThat(queue.untilNext(200)).isEqualTo(1);
        assertThat(t.isSet()).isTrue();
        queue.cancel(t);
        queue.cancel(t);
        assertThat(t.isSet()).isFalse();
        assertThat(queue.run(1000)).isZero();
    }

    @Test
    void aTimerMaySetItselfAgain() {
        Timer[] t = new Timer[1];
        t[0] =
                new Timer(
                        () -> {
                            fired.add(1);
                            if (fired.size() < 3) {
                                queue.set(t[0], fired.size() * 10L);
                            }
                        });
        queue.set(t[0], 0);
        assertThat(queue.run(100)).isEqualTo(3);
    }
}
