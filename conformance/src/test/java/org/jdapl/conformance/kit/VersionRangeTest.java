package org.jdapl.conformance.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A range of versions holds what people mean by it. */
class VersionRangeTest {

    @ParameterizedTest
    @CsvSource({
        "6.1, 6.1.0-25-amd64, true",
        "6.1, 6.10, false",
        "6.1, 6, true",
        "6.1, 5.19, false",
        "6.1 .. 6.12, 6.12.99, true",
        "6.1 .. 6.12, 6.13, false",
        "6.1.5 .. 6.12, 6.1.4, false",
        "6.1.5 .. 6.12, 6.2, true",
        "6.1, v6.1, false",
        "6.1, '', false",
    })
    void shouldContain(String range, String version, boolean contained) {
        assertThat(VersionRange.of(range).contains(version)).isEqualTo(contained);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "6.", "6.1-rc", "6.1..6.2", "6.2 .. 6.1", "6.1 .. ", "1 .. 2 .. 3"})
    void shouldRefuseWhatIsNone(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> VersionRange.of(text));
    }
}
