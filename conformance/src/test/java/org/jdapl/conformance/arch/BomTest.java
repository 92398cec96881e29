package org.jdapl.conformance.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The bill of versions has no parent, so nothing but this test keeps it in step with the build. */
class BomTest {
    private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");
    private static final Pattern ARTIFACT =
            Pattern.compile("<artifactId>([^<]+)</artifactId>\\s*<version>\\$");
    private static final Pattern OWN_VERSION =
            Pattern.compile("</artifactId>\\s*<version>([^<$]+)</version>\\s*<packaging>");
    private static final Pattern SPOTLESS =
            Pattern.compile(
                    "<artifactId>spotless-maven-plugin</artifactId>\\s*<version>([^<]+)</version>");

    private final String root = read("../pom.xml");
    private final String bom = read("../bom/pom.xml");

    BomTest() throws IOException {}

    @Test
    void shouldListEveryPublishedModule() {
        List<String> published =
                all(MODULE, root).stream()
                        .filter(
                                name ->
                                        !List.of(
                                                        "bom",
                                                        "conformance/stress",
                                                        "benchmarks",
                                                        "docs/examples",
                                                        "docs/site")
                                                .contains(name))
                        .toList();

        assertThat(all(ARTIFACT, bom)).containsExactlyElementsOf(published);
    }

    @Test
    void shouldHaveTheVersionOfTheBuild() {
        assertThat(all(OWN_VERSION, bom)).hasSize(1).isEqualTo(all(OWN_VERSION, root));
    }

    @Test
    void shouldPinTheSameFormatter() {
        assertThat(all(SPOTLESS, bom)).hasSize(1).isEqualTo(all(SPOTLESS, root));
    }

    private static List<String> all(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    private static String read(String path) throws IOException {
        return Files.readString(Path.of(path));
    }
}
