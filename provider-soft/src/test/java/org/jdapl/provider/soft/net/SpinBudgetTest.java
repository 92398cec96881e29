package org.jdapl.provider.soft.net;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpinBudgetTest {

    @Test
    void followsTheTraffic() {
        SpinBudget b = new SpinBudget(2);
        assertThat(b.take(0, Long.MAX_VALUE)).isZero();
        b.traffic(1000);
        long first = b.take(2000, Long.MAX_VALUE);
        assertThat(first).isPositive();
        assertThat(b.take(2000, 7)).isEqualTo(7);
        b.miss();
        assertThat(b.take(2000, Long.MAX_VALUE)).isEqualTo(first / 2);
        for (int i = 0; i < 20; i++) {
            b.miss();
        }
        assertThat(b.take(2000, Long.MAX_VALUE)).isEqualTo(SpinBudget.MIN_NS);
        b.blocked(50_000);
        b.blocked(50_000);
        b.blocked(50_000);
        assertThat(b.take(2000, Long.MAX_VALUE)).isGreaterThan(50_000);
        for (int i = 0; i < 20; i++) {
            b.hit(SpinBudget.MAX_NS);
        }
        assertThat(b.take(2000, Long.MAX_VALUE)).isEqualTo(SpinBudget.MAX_NS);
        assertThat(b.take(1000 + SpinBudget.IDLE_NS + 1, Long.MAX_VALUE)).isZero();
    }

    @Test
    void restsWhereOthersWantTheProcessor() {
        SpinBudget b = new SpinBudget(2);
        b.traffic(1000);
        b.late(1000, SpinBudget.CREDIT_NS / 2);
        assertThat(b.take(1001, Long.MAX_VALUE)).isPositive();
        b.late(1000, SpinBudget.CREDIT_NS);
        assertThat(b.take(1001, Long.MAX_VALUE)).isZero();
        long later = 1000 + SpinBudget.MIN_REST_NS;
        b.traffic(later);
        assertThat(b.take(later, Long.MAX_VALUE)).isPositive();
        b.late(later, SpinBudget.CREDIT_NS);
        b.traffic(later + SpinBudget.MIN_REST_NS);
        assertThat(b.take(later + SpinBudget.MIN_REST_NS, Long.MAX_VALUE))
                .as("the second rest is longer")
                .isZero();
    }

    @Test
    void whatPollingSavesIsSetAgainstWhatItLoses() {
        SpinBudget b = new SpinBudget(2);
        b.traffic(1000);
        for (int i = 0; i < 100; i++) {
            b.late(1000, 20 * SpinBudget.SAVED_NS);
            for (int hits = 0; hits < 20; hits++) {
                b.hit(1000);
            }
        }
        assertThat(b.take(1001, Long.MAX_VALUE)).isPositive();
    }

    @Test
    void oneProcessorNeverSpins() {
        SpinBudget b = new SpinBudget(1);
        b.traffic(1000);
        assertThat(b.take(1001, Long.MAX_VALUE)).isZero();
    }
}
