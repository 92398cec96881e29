package org.jdapl.provider.soft.sim;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;

/** Durations and shares as a fault plan writes them. */
final class FaultText {

    private record Unit(String name, long nanos) {}

    /** Largest first, and before a shorter name that it ends with. */
    private static final Unit[] UNITS = {
        new Unit("min", 60_000_000_000L),
        new Unit("ms", 1_000_000L),
        new Unit("us", 1_000L),
        new Unit("ns", 1L),
        new Unit("s", 1_000_000_000L),
    };

    private static final BigDecimal PPM_PER_PERCENT = BigDecimal.valueOf(10_000);

    private FaultText() {}

    /** Reads a number with a unit, such as {@code 1.5ms}; at most some 292 years. */
    static long nanos(String text) {
        for (Unit unit : UNITS) {
            if (text.endsWith(unit.name)) {
                String number = text.substring(0, text.length() - unit.name.length());
                try {
                    long nanos =
                            new BigDecimal(number)
                                    .multiply(BigDecimal.valueOf(unit.nanos))
                                    .longValueExact();
                    if (nanos >= 0) {
                        return nanos;
                    }
                } catch (ArithmeticException | NumberFormatException _) {
                    // Said below.
                }
                break;
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no duration such as 10us, 1.5ms, 2s or 3min");
    }

    /** A duration's nanoseconds, or the most that there can be. */
    static long nanos(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException _) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Writes a duration in the largest unit of which it is a whole number. */
    static String duration(long nanos) {
        Unit best = new Unit("ns", 1);
        for (Unit unit : UNITS) {
            if (nanos % unit.nanos == 0 && unit.nanos > best.nanos) {
                best = unit;
            }
        }
        return nanos == 0 ? "0s" : nanos / best.nanos + best.name;
    }

    /** Reads a share such as {@code 0.5%}; parts per million. */
    static int ppm(String text) {
        if (text.endsWith("%")) {
            try {
                int ppm =
                        new BigDecimal(text.substring(0, text.length() - 1))
                                .multiply(PPM_PER_PERCENT)
                                .intValueExact();
                if (ppm >= 0 && ppm <= Chance.CERTAIN_PPM) {
                    return ppm;
                }
            } catch (ArithmeticException | NumberFormatException _) {
                // Said below.
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no share from 0% to 100% with at most four decimals");
    }

    /** Writes a share. */
    static String share(int ppm) {
        BigDecimal percent =
                BigDecimal.valueOf(ppm).divide(PPM_PER_PERCENT, 4, RoundingMode.UNNECESSARY);
        return percent.stripTrailingZeros().toPlainString() + "%";
    }
}
