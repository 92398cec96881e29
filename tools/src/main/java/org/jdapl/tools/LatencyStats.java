package org.jdapl.tools;

import java.util.Arrays;

/**
 * What a series of times says, in microseconds.
 *
 * @param min the shortest
 * @param max the longest
 * @param typical the median
 * @param average the mean
 * @param stdev the standard deviation
 * @param p99 99 of 100 are not longer
 * @param p999 999 of 1000 are not longer
 */
record LatencyStats(
        double min,
        double max,
        double typical,
        double average,
        double stdev,
        double p99,
        double p999) {

    private static final double NS = 1e3;

    /**
     * Sums a series up.
     *
     * @param times nanoseconds; left as they are
     * @param parts in how many parts each is divided: 2 for half a round trip
     */
    static LatencyStats of(long[] times, int parts) {
        if (times.length == 0) {
            throw new IllegalArgumentException("no times");
        }
        long[] sorted = times.clone();
        Arrays.sort(sorted);
        double scale = NS * parts;
        double mean = Arrays.stream(sorted).average().orElseThrow() / scale;
        double squares = Arrays.stream(sorted).mapToDouble(t -> square(t / scale - mean)).sum();
        return new LatencyStats(
                sorted[0] / scale,
                sorted[sorted.length - 1] / scale,
                quantile(sorted, 0.5) / scale,
                mean,
                Math.sqrt(squares / sorted.length),
                quantile(sorted, 0.99) / scale,
                quantile(sorted, 0.999) / scale);
    }

    /** The smallest time that the given share of all does not exceed. */
    private static long quantile(long[] sorted, double share) {
        int rank = (int) Math.ceil(share * sorted.length);
        return sorted[Math.max(1, rank) - 1];
    }

    private static double square(double d) {
        return d * d;
    }
}
