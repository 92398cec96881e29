package org.jdapl.conformance.explorer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(300)
class ExplorerTest {

    /** How many seeds a run plays, from where: more on demand. */
    private static final long FIRST = Long.getLong("jdapl.explorer.first", 1);

    private static final long COUNT = Long.getLong("jdapl.explorer.count", 200);

    /** Enough to see that stories become shorter. */
    private static final int TRIES = 60;

    private static final Path SOURCES = Path.of("..", "dapl-core", "src", "main", "java");

    @TempDir Path scratch;

    @Test
    void findsNothingInTheRuntimeAndSaysWhatItHit() throws IOException {
        Explorer explorer = new Explorer(new CoreRuntime());
        for (long seed = FIRST; seed < FIRST + COUNT; seed++) {
            String story = explorer.explore(seed);
            assertThat(story).as("a story; replay with -Djdapl.explorer.first=%d", seed).isNull();
        }
        Files.writeString(Path.of("target", "explorer.txt"), explorer.report());
        System.out.print(explorer.report());
    }

    @Test
    void aSeedReplaysEventForEvent() {
        Explorer explorer = new Explorer(new CoreRuntime());
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(explorer.digest(seed)).isEqualTo(explorer.digest(seed));
        }
        assertThat(explorer.digest(1)).isNotEqualTo(explorer.digest(2));
    }

    static List<PlantedBug> bugs() {
        return PlantedBug.ALL;
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void findsABugThatIsPlantedInTheRuntime(PlantedBug bug) throws IOException {
        Explorer explorer = new Explorer(PlantedRuntime.with(bug, SOURCES, scratch));
        for (int seed = 1; seed <= bug.seeds(); seed++) {
            String found = explorer.glance(seed);
            if (found != null) {
                System.out.println(bug.name() + ": seed " + seed + ": " + found);
                return;
            }
        }
        throw new AssertionError("not found within " + bug.seeds() + " seeds: " + bug.name());
    }

    @Test
    void aShrunkStoryIsShortAndStillFindsTheBug() throws IOException {
        PlantedBug bug = PlantedBug.ALL.getFirst();
        Explorer explorer = new Explorer(PlantedRuntime.with(bug, SOURCES, scratch), TRIES);
        String story = "";
        for (int seed = 1; seed <= bug.seeds() && story.isEmpty(); seed++) {
            String found = explorer.explore(seed);
            story = found == null ? "" : found;
        }
        // What is missing is seen when the story ends, or before that when nothing comes any more.
        assertThat(story).matches("(?s)(ACCOUNT|LIVENESS).*").contains("RECEIVE");
        assertThat(story.lines().filter(line -> line.matches("  (left|right) .*")).count())
                .as("steps of the shortest story, of 120")
                .isBetween(1L, 80L);
    }
}
