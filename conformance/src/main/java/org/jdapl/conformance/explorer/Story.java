package org.jdapl.conformance.explorer;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.jdapl.api.data.ProgressMode;

/**
 * What two consumers do, told by a seed.
 *
 * @param seed also the seed of the simulation that it is played in
 * @param setup what it is played on
 * @param steps what is done, in this order on each side
 */
record Story(long seed, Setup setup, List<Step> steps) {

    private static final int SLOTS = 1 << 10;
    private static final int AMOUNTS = 1 << 16;

    /** One in so many stories ends no connection by itself. */
    private static final int CALM = 3;

    private static final long[] PACES_NS = {2_000, 30_000, 200_000};

    Story {
        steps = List.copyOf(steps);
    }

    /** Tells the story of a seed. */
    static Story of(long seed, int length) {
        SplittableRandom random = new SplittableRandom(seed);
        Setup setup =
                new Setup(
                        mode(random),
                        mode(random),
                        random.nextBoolean(),
                        random.nextBoolean(),
                        PACES_NS[random.nextInt(PACES_NS.length)],
                        random.nextBoolean(),
                        FaultStories.plan(random));
        List<Step.Action> urn = urn(random.nextInt(CALM) == 0);
        Step[] steps = new Step[length];
        for (int i = 0; i < length; i++) {
            steps[i] =
                    new Step(
                            random.nextInt(2),
                            urn.get(random.nextInt(urn.size())),
                            random.nextInt(SLOTS),
                            random.nextInt(AMOUNTS));
        }
        return new Story(seed, setup, List.of(steps));
    }

    private static ProgressMode mode(SplittableRandom random) {
        return random.nextBoolean() ? ProgressMode.AUTO : ProgressMode.MANUAL;
    }

    /** What steps are drawn from; without what ends a connection where its life is to be long. */
    private static List<Step.Action> urn(boolean calm) {
        List<Step.Action> urn = new ArrayList<>();
        for (Step.Action action : Step.Action.values()) {
            if (!calm || !action.isEnd) {
                urn.addAll(Collections.nCopies(action.weight, action));
            }
        }
        return urn;
    }

    Story with(List<Step> fewer) {
        return new Story(seed, setup, fewer);
    }

    Story with(Setup other) {
        return new Story(seed, other, steps);
    }

    @Override
    public String toString() {
        StringBuilder out = new StringBuilder();
        out.append("seed ").append(seed).append(", ").append(setup).append('\n');
        for (Step step : steps) {
            out.append("  ").append(step).append('\n');
        }
        return out.toString();
    }
}
