package org.jdapl.conformance.explorer;

import java.time.Duration;
import java.util.Locale;
import org.jdapl.conformance.explorer.Play.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Plays stories of two consumers that a seed tells, in a simulation that the same seed rules, and
 * holds all that happens against a small model: every operation that was posted completes once, in
 * order; every byte is where it may be and nowhere else; events come in legal sequences; calls are
 * refused where the table of states says so, and only there; everything ends; nothing is left.
 */
public final class Explorer {

    private static final int STEPS = 120;
    private static final int MOST_TRIES = 400;

    private final RuntimeUnderTest runtime;
    private final int tries;
    private final Tally tally = new Tally();

    /**
     * Makes an explorer.
     *
     * @param runtime the runtime to explore
     */
    public Explorer(RuntimeUnderTest runtime) {
        this(runtime, MOST_TRIES);
    }

    /**
     * Makes an explorer that is content with longer stories.
     *
     * @param runtime the runtime to explore
     * @param tries how many stories it plays at most to find a shorter one
     */
    public Explorer(RuntimeUnderTest runtime, int tries) {
        this.runtime = runtime;
        this.tries = tries;
    }

    /**
     * Plays the story of one seed.
     *
     * @param seed the seed
     * @return what was found, with the shortest story that finds it; null for nothing
     */
    public @Nullable String explore(long seed) {
        Outcome outcome = Play.play(Story.of(seed, STEPS), runtime);
        tally.add(outcome.tally());
        if (outcome.finding() == null) {
            return null;
        }
        Outcome shortest = new Shrinker(story -> Play.play(story, runtime), tries).shrink(outcome);
        Finding finding = shortest.finding();
        return (finding == null ? "" : finding.getMessage())
                + "\nseed "
                + seed
                + ", "
                + outcome.story().steps().size()
                + " steps, of which these are enough:\n"
                + shortest.story();
    }

    /**
     * Whether a seed finds something, without looking for a shorter story.
     *
     * @param seed the seed
     * @return what kind of thing, or null
     */
    public @Nullable String glance(long seed) {
        Outcome outcome = Play.play(Story.of(seed, STEPS), runtime);
        tally.add(outcome.tally());
        Finding finding = outcome.finding();
        return finding == null ? null : String.valueOf(finding.getMessage());
    }

    /**
     * A fingerprint of what happens under a seed.
     *
     * @param seed the seed
     * @return equal texts for equal runs
     */
    public String digest(long seed) {
        return Play.play(Story.of(seed, STEPS), runtime).digest();
    }

    /**
     * What was hit so far.
     *
     * @return a table of state rows, operations, outcomes and faults
     */
    public String report() {
        return tally.toString();
    }

    /**
     * Explores.
     *
     * @param arguments {@code FIRST COUNT [SECONDS]}: the first seed, how many, and after how many
     *     seconds to stop all the same
     */
    public static void main(String[] arguments) {
        if (arguments.length < 2 || arguments.length > 3) {
            System.err.println("usage: etc/explore FIRST-SEED COUNT [SECONDS]");
            System.exit(2);
        }
        long first = Long.parseLong(arguments[0]);
        long count = Long.parseLong(arguments[1]);
        Duration limit =
                arguments.length == 3
                        ? Duration.ofSeconds(Long.parseLong(arguments[2]))
                        : Duration.ofDays(1);
        Explorer explorer = new Explorer(new CoreRuntime());
        long start = System.nanoTime();
        long done = 0;
        int found = 0;
        while (done < count && System.nanoTime() - start < limit.toNanos()) {
            String story = explorer.explore(first + done);
            if (story != null) {
                found++;
                System.out.println(story);
            }
            done++;
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.print(explorer.report());
        System.out.printf(
                Locale.ROOT,
                "%d seeds from %d in %.1f s: %d found something%n",
                done,
                first,
                seconds,
                found);
        System.exit(found == 0 ? 0 : 1);
    }
}
