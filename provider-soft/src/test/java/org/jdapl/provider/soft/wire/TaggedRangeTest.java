package org.jdapl.provider.soft.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TaggedRangeTest {

    private static final BigInteger END = BigInteger.TWO.pow(64);

    /** Values around which unsigned arithmetic goes wrong. */
    private static final long[] EDGES = {
        0, 1, 7, 8, 0x1000, 0xffff_ffffL, 0x1_0000_0000L, Long.MAX_VALUE, Long.MIN_VALUE, -8, -2, -1
    };

    @Test
    void shouldAgreeWithUnboundedArithmeticAtEveryEdge() {
        for (long base : EDGES) {
            for (long length : EDGES) {
                for (long to : EDGES) {
                    for (long access : EDGES) {
                        assertAgrees(base, length, to, access);
                    }
                }
            }
        }
    }

    @Test
    void shouldAgreeWithUnboundedArithmeticOnRandomRangesNearTheRegion() {
        Random random = WireBytes.random();
        for (int round = 0; round < 40_000; round++) {
            long base = random.nextLong();
            long length = random.nextInt(64);
            long to = base + random.nextInt(96) - 16;
            long access = random.nextInt(8) == 0 ? random.nextLong() : random.nextInt(80);
            assertAgrees(base, length, to, access);
        }
    }

    @Test
    void shouldAllowARegionThatEndsWithTheAddressSpace() {
        assertThat(TaggedRange.contains(-8, 8, -8, 8)).isTrue();
        assertThat(TaggedRange.contains(-8, 8, -1, 1)).isTrue();
        assertThat(TaggedRange.contains(-8, 8, -1, 2)).isFalse();
        assertThat(TaggedRange.wraps(-1, 1)).isFalse();
        assertThat(TaggedRange.wraps(-1, 2)).isTrue();
        assertThat(TaggedRange.wraps(-1, 0)).isFalse();
    }

    @Test
    void shouldNotBeFooledByALengthThatWrapsBackIntoTheRegion() {
        assertThat(TaggedRange.contains(0x1000, 0x100, 0x1080, -0x40)).isFalse();
        assertThat(TaggedRange.contains(0x1000, 0x100, 0x0fff, 1)).isFalse();
        assertThat(TaggedRange.contains(0x1000, 0x100, -1, 0x1010)).isFalse();
    }

    private static void assertAgrees(long base, long length, long to, long access) {
        BigInteger first = unsigned(to);
        BigInteger past = first.add(unsigned(access));
        boolean wraps = past.compareTo(END) > 0;
        assertThat(TaggedRange.wraps(to, access))
                .as("wraps to=%x access=%x", to, access)
                .isEqualTo(wraps);
        BigInteger regionPast = unsigned(base).add(unsigned(length));
        if (regionPast.compareTo(END) > 0) {
            // No such region can be registered.
            return;
        }
        assertThat(TaggedRange.contains(base, length, to, access))
                .as("contains base=%x length=%x to=%x access=%x", base, length, to, access)
                .isEqualTo(first.compareTo(unsigned(base)) >= 0 && past.compareTo(regionPast) <= 0);
    }

    private static BigInteger unsigned(long value) {
        return new BigInteger(Long.toUnsignedString(value));
    }
}
