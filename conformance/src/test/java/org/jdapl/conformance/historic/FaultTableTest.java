package org.jdapl.conformance.historic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdapl.conformance.kit.RuleCatalogue;
import org.jdapl.conformance.mutants.Mutant;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/** What {@code docs/historic-faults.md} names is there, and no kind of fault is missing from it. */
class FaultTableTest {

    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/historic-faults.md");

    private static final int C_KINDS = 82;
    private static final int MAY_NOT_APPLY = 10;

    /** The kinds of the other middleware: the list that the project works from has gaps. */
    private static final int[] JAVA_KINDS = {
        2, 4, 6, 7, 9, 10, 11, 12, 13, 14, 15, 17, 18, 20, 21, 22, 23, 24, 26, 27, 28, 29, 30, 31,
        32, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 48, 49, 50, 51, 52, 53, 54, 55, 57, 58, 60, 61,
        62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 75, 76
    };

    private static final String NOT_APPLICABLE = "not applicable";
    private static final String OPEN = "open";

    private static final Pattern ROW = Pattern.compile("(?m)^\\| (K?\\d+) \\|(.*)\\|$");
    private static final Pattern RULE = Pattern.compile("\\b[A-Z]{2,3}-\\d\\d\\b");
    private static final Pattern TEST = Pattern.compile("`(\\w+)#(\\w+)`");
    private static final Pattern MUTANT = Pattern.compile("`([a-z]+(?:-[a-z]+)+)`");
    private static final Pattern PUT_BACK = Pattern.compile("put back in ((?:`\\w+`(?:, )?)+)");
    private static final Pattern CLASS = Pattern.compile("`(\\w+)`");

    /** A row of the page: the kind, the fault, what guards it, how that was seen to fail. */
    record Row(String kind, String fault, String guards, String failure) {

        static Row of(MatchResult match) {
            String[] cells = match.group(2).split("\\|", -1);
            assertThat(cells).as("cells of row %s", match.group(1)).hasSize(3);
            return new Row(match.group(1), cells[0].strip(), cells[1].strip(), cells[2].strip());
        }

        boolean isGuarded() {
            return !guards.equals(NOT_APPLICABLE) && !guards.equals(OPEN);
        }
    }

    private static final List<Row> ROWS = rows();

    private static List<Row> rows() {
        return ROW.matcher(read(PAGE)).results().map(Row::of).toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(m -> m.group(Math.min(1, m.groupCount())))
                .toList();
    }

    @Test
    void hasEveryKindOnce() {
        List<String> expected = new ArrayList<>();
        IntStream.rangeClosed(1, C_KINDS).mapToObj(Integer::toString).forEach(expected::add);
        IntStream.of(JAVA_KINDS).mapToObj("K%02d"::formatted).forEach(expected::add);

        assertThat(ROWS).extracting(Row::kind).isEqualTo(expected);
        assertThat(ROWS).allSatisfy(row -> assertThat(row.fault()).isNotBlank());
    }

    @Test
    void leavesFewOutAndSaysWhy() {
        List<Row> leftOut = ROWS.stream().filter(row -> !row.isGuarded()).toList();
        assertThat(leftOut).allSatisfy(row -> assertThat(row.failure()).isNotBlank());
        assertThat(leftOut)
                .filteredOn(row -> row.guards().equals(NOT_APPLICABLE))
                .filteredOn(row -> !row.kind().startsWith("K"))
                .hasSizeLessThanOrEqualTo(MAY_NOT_APPLY);
    }

    @Test
    void namesRulesWithTheirMutants() {
        RuleCatalogue catalogue = StandardRules.catalogue();
        Map<String, String> killers =
                catalogue.mutants().stream().collect(Collectors.toMap(Mutant::id, Mutant::kills));
        for (Row row : ROWS) {
            List<String> rules = all(RULE, row.guards());
            List<String> named = all(MUTANT, row.failure());
            assertThat(killers.keySet()).as("mutants of kind %s", row.kind()).containsAll(named);
            assertThat(named.stream().map(killers::get).distinct())
                    .as("what the mutants of kind %s are found by", row.kind())
                    .containsExactlyInAnyOrderElementsOf(row.isGuarded() ? rules : List.of());
        }
    }

    @Test
    void namesTestsAndWhereTheirFaultWasPutBack() {
        Map<String, List<Path>> tests = sources("src/test/java");
        Map<String, List<Path>> classes = sources("src/main/java");
        for (Row row : ROWS) {
            List<MatchResult> named = TEST.matcher(row.guards()).results().toList();
            List<String> broken =
                    all(PUT_BACK, row.failure()).stream()
                            .flatMap(list -> all(CLASS, list).stream())
                            .toList();
            for (MatchResult test : named) {
                String method = " void " + test.group(2) + "(";
                assertThat(tests.getOrDefault(test.group(1), List.of()))
                        .as("kind %s: %s", row.kind(), test.group())
                        .anyMatch(file -> isTest(read(file), method));
            }
            assertThat(classes.keySet()).as("kind %s", row.kind()).containsAll(broken);
            assertThat(broken.isEmpty()).as("kind %s", row.kind()).isEqualTo(named.isEmpty());
        }
    }

    @Test
    void leavesNoRowWithoutAGuard() {
        assertThat(ROWS)
                .filteredOn(Row::isGuarded)
                .allSatisfy(
                        row ->
                                assertThat(
                                                all(RULE, row.guards()).size()
                                                        + all(TEST, row.guards()).size())
                                        .as("guards of kind %s", row.kind())
                                        .isPositive());
    }

    /** Whether a source has a method right under an annotation that makes it a test. */
    private static boolean isTest(String source, String method) {
        int at = source.indexOf(method);
        if (at < 0) {
            return false;
        }
        String above = source.substring(Math.max(0, source.lastIndexOf("\n\n", at)), at);
        return above.contains("@Test") || above.contains("@ParameterizedTest");
    }

    /** Java sources of all modules, by the names of their classes. */
    private static Map<String, List<Path>> sources(String folder) {
        Map<String, List<Path>> found = new HashMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.toList()) {
                Path top = module.resolve(folder);
                if (Files.isDirectory(top)) {
                    try (Stream<Path> files = Files.walk(top)) {
                        files.filter(file -> file.toString().endsWith(".java"))
                                .forEach(
                                        file ->
                                                found.computeIfAbsent(
                                                                simpleName(file),
                                                                name -> new ArrayList<>())
                                                        .add(file));
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    private static String simpleName(Path file) {
        String name = file.getFileName().toString();
        return name.substring(0, name.length() - ".java".length());
    }
}
