package org.jdapl.conformance.publish;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What {@code docs} has of certificates is genuine, and its pages say what the certificates say.
 */
class PublishedTest {

    private static final Path DOCS = Path.of("..", "docs");

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Publication publication() throws IOException {
        return new Publication(DOCS, new PrintStream(said, true, StandardCharsets.UTF_8));
    }

    private static List<Path> certificates() throws IOException {
        try (Stream<Path> files = Files.list(DOCS.resolve("certificates"))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> !file.endsWith(Published.SCORE))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void shouldBeCertificatesThatCouldBePublishedAgain() throws Exception {
        boolean good = publication().check(certificates());

        assertThat(good).as(said.toString(StandardCharsets.UTF_8)).isTrue();
        assertThat(certificates())
                .isNotEmpty()
                .extracting(file -> file.getFileName().toString())
                .isSubsetOf(Arrays.stream(OurTarget.values()).map(OurTarget::fileName).toList());
    }

    @Test
    void shouldHavePagesThatFollowFromThem() throws Exception {
        for (Map.Entry<Path, String> page : publication().pages().entrySet()) {
            assertThat(Files.readString(page.getKey()))
                    .as(page.getKey() + ": etc/certificates --pages")
                    .isEqualTo(page.getValue());
        }
    }

    @Test
    void shouldHaveAScoreInWhichEveryMutantIsFoundByItsRule() throws Exception {
        assertThat(publication().published().mutants().isGood()).isTrue();
    }
}
