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
        int ofRuntime = 0;
        int turn = Math.floorMod(seed, 2);
        for (RuleTest test : tests) {
            boolean runtime = test.rule().layer() == Layer.RUNTIME;
            if (runtimeEvery == 0) {
                test.modes().forEach(mode -> steps.add(step(test, mode)));
            } else if (!runtime || Math.floorMod(ofRuntime++ + seed, runtimeEvery) == 0) {
                List<ProgressMode> modes = test.modes();
                steps.add(step(test, modes.get(turn++ % modes.size())));
            }
        }
        return steps;
    }

    private static Journal.Step step(RuleTest test, ProgressMode mode) {
        return new Journal.Step(test.rule().id(), mode);
    }
}
