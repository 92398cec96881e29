package org.jdapl.conformance.historic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.api.Event;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/**
 * {@code docs/coverage.md} names every event, status, flag, completion type and state, and rules
 * that there are.
 */
class CoverageTableTest {

    private static final Path PAGE = Path.of("../docs/coverage.md");
    private static final Pattern ROW =
            Pattern.compile("(?m)^\\| (\\w+) \\| ([^|]+) \\|([^|]*)\\|$");
    private static final Pattern MISSING =
            Pattern.compile("(?m)^\\| ([A-Z]{2,3}-\\d\\d) \\| [^|]+ \\|$");
    private static final String NONE = "none";

    /** A row: what is reached, by which rules, and why by none. */
    record Row(String name, String rules, String reason) {}

    private static List<Row> rows() throws IOException {
        return ROW.matcher(Files.readString(PAGE))
                .results()
                .map(m -> new Row(m.group(1), m.group(2).strip(), m.group(3).strip()))
                .filter(row -> !row.name().equals("name"))
                .toList();
    }

    @Test
    void namesEverythingOnce() throws IOException {
        List<String> expected = new ArrayList<>();
        kinds(Event.class).map(Class::getSimpleName).forEach(expected::add);
        Stream.of(CompletionStatus.values()).map(Enum::name).forEach(expected::add);
        Stream.of(CompletionFlags.class.getFields())
                .map(Field::getName)
                .filter(name -> !name.equals("ALL"))
                .forEach(expected::add);
        Stream.of(CompletionType.values()).map(Enum::name).forEach(expected::add);
        Stream.of(EndpointState.values()).map(Enum::name).forEach(expected::add);

        assertThat(rows()).extracting(Row::name).containsExactlyInAnyOrderElementsOf(expected);
    }

    /** The records below a sealed type. */
    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(CoverageTableTest::kinds)
                : Stream.of(type);
    }

    private static Set<String> rules() {
        return StandardRules.catalogue().tests().stream()
                .map(test -> test.rule().id())
                .collect(Collectors.toSet());
    }

    @Test
    void listsNoRuleAsMissingThatIsThere() throws IOException {
        List<String> missing =
                MISSING.matcher(Files.readString(PAGE)).results().map(m -> m.group(1)).toList();
        assertThat(missing).isNotEmpty().doesNotContainAnyElementsOf(rules());
    }

    @Test
    void namesRulesThatThereAreOrSaysWhyNot() throws IOException {
        Set<String> rules = rules();
        for (Row row : rows()) {
            if (row.rules().equals(NONE)) {
                assertThat(row.reason()).as(row.name()).isNotBlank();
            } else {
                assertThat(rules).as(row.name()).contains(row.rules().split(", "));
            }
        }
    }
}
