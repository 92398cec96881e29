package org.jdapl.conformance.explorer;

import java.util.List;
import java.util.SplittableRandom;

/** Draws what goes wrong in a story. */
final class FaultStories {

    /** Each is in a story or not; what is between # is drawn, from 1 to the number. */
    private static final List<String> LINES =
            List.of(
                    "loss #40#%",
                    "reorder #30#% #900#us",
                    "corrupt 0.#9#%",
                    "short-writes #60#%",
                    "slow-reader left #3000# #200#us",
                    "slow-reader right #3000# #200#us",
                    "poll-arm #90#%",
                    "reuse-identifiers",
                    "at #12#ms remove left",
                    "at #9#ms remove right\nat 1#9#ms return right",
                    "at #12#ms kill left",
                    "at #12#ms kill right",
                    "silent-death\nat #12#ms kill right",
                    "at #9#ms partition left right\nat 1#9#ms heal left right",
                    "at #20#ms partition left right\nat 3#0#00ms heal left right");

    private FaultStories() {}

    /** None in a third of the stories, else one or two kinds. */
    static String plan(SplittableRandom random) {
        StringBuilder plan = new StringBuilder("break-after 2s\n");
        int kinds = random.nextInt(3);
        for (int i = 0; i < kinds; i++) {
            plan.append(fill(LINES.get(random.nextInt(LINES.size())), random)).append('\n');
        }
        return plan.toString();
    }

    private static String fill(String line, SplittableRandom random) {
        String[] parts = line.split("#", -1);
        StringBuilder out = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i += 2) {
            int most = Integer.parseInt(parts[i]);
            out.append(most == 0 ? 0 : 1 + random.nextInt(most)).append(parts[i + 1]);
        }
        return out.toString();
    }
}
