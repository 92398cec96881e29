package org.jdapl.conformance.kit;

import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.data.ProgressMode;

/**
 * Which trials of the chosen rules are made. For slow machines that can be a sample: each rule in
 * one of its modes, by turns, and of the rules that judge the runtime alone only each so many,
 * since they are tried in full elsewhere. The seed decides where it begins, so that seed after seed
 * all trials are made.
 *
 * @param runtimeEvery each so many of the runtime's rules; 0 for all trials of all rules
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
        long ofRuntime = seed;
        int turn = 0;
        for (RuleTest test : tests) {
            List<ProgressMode> modes = test.modes();
            if (runtimeEvery == 0) {
                modes.forEach(mode -> steps.add(step(test, mode)));
                continue;
            }
            boolean runtime = test.rule().layer() == Layer.RUNTIME;
            // Where a rule's turn comes again, its other mode is tried.
            long mode = turn++ + (runtime ? Math.floorDiv(seed, runtimeEvery) : seed);
            if (!runtime || Math.floorMod(ofRuntime++, runtimeEvery) == 0) {
                steps.add(step(test, modes.get(Math.floorMod(mode, modes.size()))));
            }
        }
        return steps;
    }

    private static Journal.Step step(RuleTest test, ProgressMode mode) {
        return new Journal.Step(test.rule().id(), mode);
    }
}
