package org.jdapl.benchmarks;

import java.util.Arrays;

/** Median and quartiles of samples, and other parts. */
final class Quantiles {

    private final double[] sorted;

    private Quantiles(double[] sorted) {
        this.sorted = sorted;
    }

    static Quantiles of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return new Quantiles(sorted);
    }

    static Quantiles of(long[] values, int count) {
        double[] sorted = new double[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = values[i];
        }
        Arrays.sort(sorted);
        return new Quantiles(sorted);
    }

    /** The value below which so many hundredths of the samples are, interpolated. */
    double at(double percent) {
        double place = (sorted.length - 1) * percent / 100;
        int below = (int) place;
        int above = Math.min(below + 1, sorted.length - 1);
        return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
    }

    double median() {
        return at(50);
    }

    double lowerQuartile() {
        return at(25);
    }

    double upperQuartile() {
        return at(75);
    }
}
