package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.List;

/** The results of several runs of the same trials; of each trial the worst counts. */
final class Repeats {

    private final int runs;
    private final List<Result> worst = new ArrayList<>();
    private int added;

    Repeats(int runs) {
        if (runs < 1) {
            throw new IllegalArgumentException("runs=" + runs);
        }
        this.runs = runs;
    }

    /** Adds a run's results, which are of the same trials in the same order each time. */
    void add(List<Result> results) {
        added++;
        for (int i = 0; i < results.size(); i++) {
            Result result = results.get(i);
            if (i == worst.size()) {
                worst.add(named(result));
            } else {
                Result before = worst.get(i);
                boolean worse = result.status().compareTo(before.status()) > 0;
                long millis = Math.max(before.millis(), result.millis());
                worst.set(i, (worse ? named(result) : before).withMillis(millis));
            }
        }
    }

    /** Of several runs it is told which one it was that failed. */
    private Result named(Result result) {
        return runs == 1 || result.status().isGood()
                ? result
                : result.withText("run " + added + " of " + runs + ": " + result.text());
    }

    /** The worst result of each trial. */
    List<Result> worst() {
        return worst;
    }
}
