package org.jdapl.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/examples/README.md} to the examples, to the API and to the C calls. */
class ExamplesPageTest {

    private static final String PACKAGE = "org.jdapl.examples.transfer.";

    private final Page page = Page.of("docs/examples/README.md");

    @Test
    void shouldListEveryExample() throws IOException {
        Path sources = Path.of("src", "main", "java", "org", "jdapl", "examples");
        try (Stream<Path> folders = Files.list(sources)) {
            List<String> examples =
                    folders.filter(folder -> Files.exists(folder.resolve("Main.java")))
                            .map(folder -> folder.getFileName().toString())
                            .toList();
            assertThat(examples).isNotEmpty();
            assertThat(page.text())
                    .contains(
                            examples.stream()
                                    .map(e -> "[" + e + "](src/main/java/org/jdapl/examples/" + e)
                                    .toList());
            assertThat(page.text())
                    .contains(examples.stream().map(e -> "etc/example " + e).toList());
        }
    }

    @Test
    void shouldNameCallsAndPlacesThatThereAre() {
        List<List<String>> steps = page.section("A C program and its port").rows();
        ApiNames names = new ApiNames();

        assertThat(steps).hasSizeGreaterThan(5);
        for (List<String> step : steps) {
            assertThat(Page.code(step.get(1)).filter(c -> c.startsWith("dat_")))
                    .isSubsetOf(DatCalls.ofTheSpecification());
            assertThat(Page.names(step.get(2))).isNotEmpty().allMatch(names::knows);
            assertThat(Page.names(step.get(3)))
                    .isNotEmpty()
                    .allMatch(ExamplesPageTest::isInTransfer);
        }
    }

    private static boolean isInTransfer(String name) {
        String[] parts = name.split("\\.", 2);
        try {
            Class<?> type = Class.forName(PACKAGE + parts[0]);
            return parts.length == 1
                    || Arrays.stream(type.getDeclaredMethods())
                            .anyMatch(m -> m.getName().equals(parts[1]));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
