package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.api.data.ProgressMode;

/**
 * Which trials of the chosen rules are made. For slow machines that can be a sample: each rule in
 * one of its modes, by turns, each second of those whose test is heavy, and of the rules that judge
 * the runtime alone only each so many, since they are tried in full elsewhere. The seed decides
 * where it begins, so that seed after seed all trials are made, and a heavy one is made with one of
 * two seeds that follow each other.
 *
 * @param runtimeEvery each so many of the runtime's rules; 1 for one trial of each rule, the heavy
 *     ones, too; 0 for all trials of all rules
 */
record Sample(int runtimeEvery) {

    /** No sample: everything. */
    static final Sample ALL = new Sample(0);

    Sample {
        if (runtimeEvery < 0) {
            throw new IllegalArgumentException("runtimeEvery=" + runtimeEvery);
        }
    }

    /** The trials to be made, in order. */
    List<Journal.Step> steps(List<RuleTest> tests, long seed) {
        List<Journal.Step> steps = new ArrayList<>();
        Map<Integer, Integer> seen = new HashMap<>();
        int turn = 0;
        for (RuleTest test : tests) {
            List<ProgressMode> modes = test.modes();
            if (runtimeEvery == 0) {
                modes.forEach(mode -> steps.add(step(test, mode)));
                continue;
            }
            int period = period(test);
            // Where a rule's turn comes again, its other mode is tried.
            long mode = turn++ + Math.floorDiv(seed, period);
            if (Math.floorMod(seen.merge(period, 1, Integer::sum) + seed, period) == 0) {
                steps.add(step(test, modes.get(Math.floorMod(mode, modes.size()))));
            }
        }
        return steps;
    }

    /** Each so many seeds a rule is tried. */
    private int period(RuleTest test) {
        if (test.rule().layer() == Layer.RUNTIME) {
            return runtimeEvery;
        }
        return test.isHeavy() ? Math.min(2, runtimeEvery) : 1;
    }

    private static Journal.Step step(RuleTest test, ProgressMode mode) {
        return new Journal.Step(test.rule().id(), mode);
    }
}
