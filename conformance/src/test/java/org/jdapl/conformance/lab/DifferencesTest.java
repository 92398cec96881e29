package org.jdapl.conformance.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.kit.CapabilityMatrix;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@InLab
final class DifferencesTest {

    /** The tests' working directory is the project's root or one of its modules. */
    private static Path page() {
        Path page = Path.of("docs/differences.md");
        return Files.exists(page) ? page : Path.of("..").resolve(page);
    }

    @ParameterizedTest
    @EnumSource
    void thePageHasWhatTheAdaptersSay(LabDevice device) throws Exception {
        try (AdapterRegistry registry = Ends.registry();
                Party party = Ends.open(registry, device)) {
            assertThat(CapabilityMatrix.read(Files.readString(page()), device.adapter()))
                    .isEqualTo(CapabilityMatrix.column(party.adapter().attributes()));
        }
    }
}
