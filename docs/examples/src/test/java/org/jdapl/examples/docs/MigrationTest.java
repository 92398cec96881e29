package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdapl.api.Endpoint;
import org.jdapl.api.EventDispatcher;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.SharedReceiveQueue;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionStatus;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/udapl-migration.md} to the API and to the list of C calls. */
class MigrationTest {

    private static final int JAVA = 1;
    private static final int NEEDS = 2;

    private final Page page = Page.of("docs/udapl-migration.md");
    private final ApiNames names = new ApiNames();

    /** Rows that begin with a C call. */
    private Stream<List<String>> calls() {
        return page.section("The calls").rows().stream()
                .filter(row -> row.getFirst().startsWith("`dat_"));
    }

    @Test
    void shouldHaveEveryCallOfDatOnce() {
        List<String> called = calls().flatMap(row -> Page.code(row.getFirst())).toList();

        assertThat(DatCalls.ofTheSpecification()).hasSizeGreaterThan(80).doesNotHaveDuplicates();
        assertThat(called).containsExactlyInAnyOrderElementsOf(DatCalls.all());
    }

    @Test
    void shouldSayForEveryCallWhatItIsInJava() {
        assertThat(calls())
                .allMatch(
                        row ->
                                row.get(JAVA).equals("none")
                                        || Page.names(row.get(JAVA)).findAny().isPresent());
    }

    @Test
    void shouldNameOnlyWhatTheApiHas() {
        Set<String> unknown =
                Stream.concat(
                                Page.names(page.prose()),
                                page.rows().stream()
                                        .flatMap(row -> row.stream().skip(JAVA))
                                        .flatMap(Page::names))
                        .filter(name -> !names.knows(name))
                        .collect(Collectors.toSet());

        assertThat(unknown).isEmpty();
        assertThat(names.size()).isGreaterThan(80);
    }

    @Test
    void shouldNameOnlyCapabilitiesThatThereAre() {
        Set<String> capabilities =
                Arrays.stream(Capability.values()).map(Enum::name).collect(Collectors.toSet());
        List<String> needed = calls().flatMap(row -> Page.code(row.get(NEEDS))).toList();

        assertThat(needed).isNotEmpty();
        assertThat(capabilities).containsAll(needed);
    }

    @Test
    void shouldHaveEveryStatusWithItsNumber() {
        List<List<String>> rows = page.section("Completion statuses").rows();

        assertThat(rows).hasSize(CompletionStatus.values().length);
        for (CompletionStatus status : CompletionStatus.values()) {
            List<String> row = rows.get(status.value());
            assertThat(row.getFirst()).isEqualTo(Integer.toString(status.value()));
            assertThat(row.get(2)).startsWith("`CompletionStatus." + status.name() + "`");
        }
    }

    /** A C programmer finds the way in, a Java programmer what the new calls are for. */
    @Test
    void shouldMentionEveryCallOfTheObjectsThatProgramsUseMost() {
        Set<String> mentioned =
                page.rows().stream()
                        .flatMap(List::stream)
                        .flatMap(Page::names)
                        .collect(Collectors.toSet());
        for (Class<?> type :
                List.of(
                        InterfaceAdapter.class,
                        EventDispatcher.class,
                        Endpoint.class,
                        SharedReceiveQueue.class,
                        Work.class)) {
            assertThat(
                            Arrays.stream(type.getDeclaredMethods())
                                    .filter(m -> !m.isSynthetic())
                                    .map(m -> type.getSimpleName() + "." + m.getName())
                                    .filter(m -> !mentioned.contains(m))
                                    .collect(Collectors.toSet()))
                    .as("calls of " + type.getSimpleName() + " that the page does not mention")
                    .isEmpty();
        }
    }

    @Test
    void shouldNotKnowANameThatTheApiHasNot() {
        assertThat(names.knows("Endpoint.postSend")).isTrue();
        assertThat(names.knows("RmrScope.ENDPOINT")).isTrue();
        assertThat(names.knows("ConnectionEvent.Established")).isTrue();
        assertThat(names.knows("Endpoint.postSent")).isFalse();
        assertThat(names.knows("Posts")).isFalse();
        assertThat(names.knows("EndPoint")).isFalse();
    }
}
