package org.jdapl.conformance.explorer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jdapl.conformance.explorer.Play.Outcome;

/**
 * Makes a story that found something shorter, as long as it finds the same kind of thing: takes out
 * halves, quarters and so on, down to single steps, then simplifies what it is played on.
 */
final class Shrinker {

    private final Function<Story, Outcome> player;
    private final int most;
    private int played;

    /**
     * Makes a shrinker.
     *
     * @param player plays a story
     * @param most how many stories to play at most
     */
    Shrinker(Function<Story, Outcome> player, int most) {
        this.player = player;
        this.most = most;
    }

    /** Shortens; the outcome of the shortest story that still finds it. */
    Outcome shrink(Outcome first) {
        Outcome best = simpler(first);
        int chunk = Math.max(1, best.story().steps().size() / 2);
        while (chunk >= 1 && played < most) {
            boolean shorter = false;
            for (int from = 0; from < best.story().steps().size() && played < most; ) {
                Outcome tried = without(best, from, chunk);
                if (finds(best, tried)) {
                    best = tried;
                    shorter = true;
                } else {
                    from += chunk;
                }
            }
            if (!shorter) {
                chunk /= 2;
            }
        }
        return best;
    }

    private Outcome simpler(Outcome first) {
        Outcome tried = play(first.story().with(first.story().setup().calm()));
        return finds(first, tried) ? tried : first;
    }

    private Outcome without(Outcome best, int from, int count) {
        List<Step> fewer = new ArrayList<>(best.story().steps());
        fewer.subList(from, Math.min(fewer.size(), from + count)).clear();
        return play(best.story().with(fewer));
    }

    private Outcome play(Story story) {
        played++;
        return player.apply(story);
    }

    private static boolean finds(Outcome wanted, Outcome tried) {
        Finding one = wanted.finding();
        Finding two = tried.finding();
        return one != null && two != null && one.check() == two.check();
    }
}
