package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.conformance.rules.StandardRules;
import org.jdapl.core.RegistryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityMatrixTest {

    private static final Path PAGE = Path.of("../docs/differences.md");

    private static AdapterAttributes attributes(String adapter) {
        try (AdapterRegistry registry = new RegistryBuilder().build();
                InterfaceAdapter opened = registry.open(adapter, AdapterOptions.defaults())) {
            return opened.attributes();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"soft:iwarp", "soft:sim"})
    void shouldBeInThePageAsTheAdaptersSay(String adapter) throws IOException {
        assertThat(CapabilityMatrix.read(Files.readString(PAGE), adapter))
                .as("docs/differences.md: etc/kit --matrix " + adapter)
                .isEqualTo(CapabilityMatrix.column(attributes(adapter)));
    }

    @Test
    void shouldBeInAPageThatNamesRulesWhichThereAre() throws IOException {
        List<String> known =
                StandardRules.catalogue().tests().stream().map(test -> test.rule().id()).toList();
        List<String> named =
                Pattern.compile("\\b[A-Z]{2,3}-\\d\\d\\b")
                        .matcher(Files.readString(PAGE))
                        .results()
                        .map(MatchResult::group)
                        .distinct()
                        .toList();
        assertThat(named).hasSizeGreaterThan(40).isSubsetOf(known);
    }

    @Test
    void shouldReadWhatItWrites() {
        AdapterAttributes one = attributes("soft:iwarp");
        AdapterAttributes other = attributes("soft:sim");
        String page = "# Page\n\n" + CapabilityMatrix.table(List.of(one, other)) + "\nAnd text.\n";
        assertThat(CapabilityMatrix.read(page, "soft:iwarp"))
                .isEqualTo(CapabilityMatrix.column(one))
                .containsEntry("`HOTPLUG`", "–");
        assertThat(CapabilityMatrix.read(page, "soft:sim"))
                .isEqualTo(CapabilityMatrix.column(other))
                .containsEntry("`HOTPLUG`", "yes");
        assertThatThrownBy(() -> CapabilityMatrix.read(page, "soft:other"))
                .isInstanceOf(AssertionError.class);
    }
}
