package org.jdapl.conformance.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jdapl.api.DatException;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.jdapl.provider.soft.sim.Simulation;
import org.jdapl.provider.soft.sim.SimulationException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs what {@code docs/simulation.md} shows, and compares the page with it. */
@Timeout(120)
class GuideTest {

    private static final Path PAGE = Path.of("..", "docs", "simulation.md");
    private static final Path SOURCES =
            Path.of("src", "test", "java", "org", "jdapl", "conformance", "sim");
    private static final int SEEDS = 40;

    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^```(java|text) ([^\n]+)\n(.*?)^```$");
    private static final Pattern MARKED =
            Pattern.compile("(?ms)^ *// docs: (?!end)([^\n]+)\n(.*?)^ *// docs: end$");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|.*\\|$");

    // docs: search
    static @Nullable SimulationException search(Greeting.Welcome welcome, int seeds)
            throws Exception {
        for (long seed = 1; seed <= seeds; seed++) {
            try {
                Greeting.run(Simulation.builder().seed(seed), welcome);
            } catch (SimulationException e) {
                return e; // "seed 1: thread ... failed: ..."
            }
        }
        return null;
    }

    // docs: end

    private static String page() throws IOException {
        return Files.readString(PAGE);
    }

    /** Blocks of the page by their titles. */
    private static Map<String, String> blocks(String kind) throws IOException {
        Map<String, String> blocks = new TreeMap<>();
        Matcher m = BLOCK.matcher(page());
        while (m.find()) {
            if (m.group(1).equals(kind)) {
                blocks.put(m.group(2), m.group(3));
            }
        }
        return blocks;
    }

    /** Code without what its formatting may change. */
    private static String bare(String code) {
        return code.replace("@Nullable ", "").replaceAll("\\s+", "");
    }

    @Test
    void shouldShowTheCodeThatIsRunHere() throws IOException {
        Map<String, String> marked = new TreeMap<>();
        for (String file : List.of("Greeting.java", "GuideTest.java")) {
            Matcher m = MARKED.matcher(Files.readString(SOURCES.resolve(file)));
            while (m.find()) {
                marked.put(m.group(1), bare(m.group(2)));
            }
        }
        Map<String, String> shown =
                blocks("java").entrySet().stream()
                        .collect(
                                Collectors.toMap(
                                        Map.Entry::getKey,
                                        e -> bare(e.getValue()),
                                        (a, b) -> a + b,
                                        TreeMap::new));
        assertThat(shown).isEqualTo(marked).hasSize(4);
    }

    @Test
    void shouldFindTheBugByASeed() throws Exception {
        SimulationException found = search(Greeting::tooLate, SEEDS);

        assertThat(found)
                .hasMessageMatching("(?s)seed \\d+: thread \"b/greeted\" failed: .*FLUSHED.*")
                .hasCauseInstanceOf(DatException.class);
    }

    @Test
    void shouldFindNoBugInTheCuredProgram() throws Exception {
        assertThat(search(Greeting::inTime, SEEDS)).isNull();
    }

    @Test
    void shouldReplayTheStoryThatThePageTells() throws Exception {
        for (Map.Entry<String, String> story : blocks("text").entrySet()) {
            long seed = Long.parseLong(story.getKey().replace("story ", ""));
            List<String> first = story(seed);

            assertThat(story(seed)).isEqualTo(first);
            assertThat(
                            first.stream()
                                    .map(l -> l.replaceFirst("^\\S+ ", ""))
                                    .map(l -> l.replaceFirst(" bytes, [0-9a-f]+\\)", " bytes)"))
                                    .toList())
                    .containsSubsequence(story.getValue().lines().toList());
        }
        assertThat(blocks("text")).hasSize(1);
    }

    /** What happens with a seed for which the program fails. */
    private static List<String> story(long seed) {
        List<String> lines = new ArrayList<>();
        assertThat(
                        catchThrowableOfType(
                                SimulationException.class,
                                () ->
                                        Greeting.run(
                                                Simulation.builder().seed(seed).trace(lines::add),
                                                Greeting::tooLate)))
                .isNotNull();
        return lines;
    }

    @Test
    void shouldListEveryLineOfAFaultPlan() throws IOException {
        List<String> rows = new ArrayList<>();
        Matcher m = ROW.matcher(page());
        while (m.find()) {
            rows.add(m.group(1));
        }
        FaultPlan plan = FaultPlan.parse(String.join("\n", rows));
        List<String> defaults = List.of("delay 5us..50us", "break-after 20s");

        assertThat(rows).containsAll(defaults);
        assertThat(plan.toString().lines())
                .as("each example says something, but for the defaults")
                .containsExactlyInAnyOrderElementsOf(
                        rows.stream().filter(r -> !defaults.contains(r)).toList());
        String known =
                catchThrowableOfType(
                                IllegalArgumentException.class, () -> FaultPlan.parse("nothing"))
                        .getMessage();
        assertThat(
                        Pattern.compile(", ")
                                .splitAsStream(known.replaceFirst(".*there are ", ""))
                                .toList())
                .isEqualTo(rows.stream().map(r -> r.replaceFirst(" .*", "")).distinct().toList());
    }
}
