package org.jdapl.provider.soft.iwarp;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QueuePairNumbersTest {

    @Test
    void shouldNotGiveANumberTwiceWhereTheyGrow() {
        QueuePairNumbers numbers = QueuePairNumbers.growing();
        assertThat(numbers.take()).isEqualTo(1);
        numbers.giveBack(1);
        assertThat(numbers.take()).isEqualTo(2);
    }

    @Test
    void shouldGiveTheLowestFreeNumberWhereTheyAreReused() {
        QueuePairNumbers numbers = QueuePairNumbers.reusing();
        for (int expected = 1; expected <= 3; expected++) {
            assertThat(numbers.take()).isEqualTo(expected);
        }
        numbers.giveBack(3);
        numbers.giveBack(1);
        assertThat(numbers.take()).isEqualTo(1);
        assertThat(numbers.take()).isEqualTo(3);
        assertThat(numbers.take()).isEqualTo(4);
    }
}
