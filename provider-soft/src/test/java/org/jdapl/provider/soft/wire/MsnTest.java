package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MsnTest {

    @Test
    void shouldWrapFromTheLargestNumberToZero() {
        assertThat(Msn.next(-1)).isZero();
        assertThat(Msn.next(Integer.MAX_VALUE)).isEqualTo(Integer.MIN_VALUE);
        assertThat(Msn.next(0)).isEqualTo(Msn.FIRST);
        assertThat(Msn.plus(-2, 5)).isEqualTo(3);
        assertThat(Msn.plus(3, -5)).isEqualTo(-2);
    }

    @Test
    void shouldKeepTheOrderOfTheWireAcrossBothWraps() {
        for (int start : new int[] {1, -3, Integer.MAX_VALUE - 2, 0, 0x1234_5678}) {
            int msn = start;
            for (int step = 0; step < 8; step++) {
                assertThat(Msn.compare(start, msn)).isEqualTo(-step);
                assertThat(Msn.distance(start, msn)).isEqualTo(step);
                assertThat(Msn.distance(msn, start)).isEqualTo(-step);
                msn = Msn.next(msn);
            }
        }
    }

    @Test
    void shouldFindANumberInAWindowExactlyWhenCountingFindsIt() {
        Random random = WireBytes.random();
        for (int round = 0; round < 2_000; round++) {
            int first = random.nextBoolean() ? random.nextInt() : random.nextInt(8) - 4;
            int size = random.nextInt(6);
            for (int away = -8; away <= 8; away++) {
                assertThat(Msn.inWindow(Msn.plus(first, away), first, size))
                        .isEqualTo(away >= 0 && away < size);
            }
            assertThat(Msn.inWindow(first + Integer.MIN_VALUE, first, size)).isFalse();
        }
    }
}
