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
    void oneProcessorNeverSpins() {
        SpinBudget b = new SpinBudget(1);
        b.traffic(1000);
        assertThat(b.take(1001, Long.MAX_VALUE)).isZero();
    }
}
