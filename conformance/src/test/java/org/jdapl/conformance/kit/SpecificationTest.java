package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jdapl.conformance.rules.StandardRules;
import org.junit.jupiter.api.Test;

/** The page for people says what the catalogue says. */
class SpecificationTest {

    @Test
    void shouldBeWrittenAnewWhenTheRulesChange() throws IOException {
        assertThat(Files.readString(Path.of("../docs/specification.md")))
                .as("docs/specification.md: etc/kit --specification docs/specification.md")
                .isEqualTo(new Specification(StandardRules.catalogue()).text());
    }
}
