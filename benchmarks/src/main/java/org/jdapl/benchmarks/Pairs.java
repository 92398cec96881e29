package org.jdapl.benchmarks;

import java.util.function.Supplier;

/**
 * Samples of two ways to do the same, taken by turns: a ratio is made of two that stand next to
 * each other, so what else the machine does falls on both. Which goes first alternates.
 *
 * @param first samples of the first way, the reference
 * @param second samples of the second way
 */
record Pairs(double[] first, double[] second) {

    /**
     * Takes samples.
     *
     * @param count how many pairs
     * @param warmUps how many pairs before them are thrown away
     * @param pauseMs how long to rest before each pair, in milliseconds: for machines that others
     *     use
     */
    static Pairs take(
            int count, int warmUps, int pauseMs, Supplier<Double> first, Supplier<Double> second) {
        double[] a = new double[count];
        double[] b = new double[count];
        for (int i = -warmUps; i < count; i++) {
            int at = Math.max(i, 0);
            rest(pauseMs);
            if ((i & 1) == 0) {
                a[at] = first.get();
                b[at] = second.get();
            } else {
                b[at] = second.get();
                a[at] = first.get();
            }
        }
        return new Pairs(a, b);
    }

    private static void rest(int pauseMs) {
        if (pauseMs > 0) {
            try {
                Thread.sleep(pauseMs);
            } catch (InterruptedException e) {
                throw new Failure("interrupted", e);
            }
        }
    }

    /** Ratios of the second to the first, pair by pair. */
    Quantiles ratios() {
        double[] ratios = new double[first.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = second[i] / first[i];
        }
        return Quantiles.of(ratios);
    }

    Quantiles ofFirst() {
        return Quantiles.of(first);
    }

    Quantiles ofSecond() {
        return Quantiles.of(second);
    }
}
