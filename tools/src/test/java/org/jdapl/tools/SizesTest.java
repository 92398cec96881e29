package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class SizesTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "64, 64",
        "4k, 4096",
        "4K, 4096",
        "4KiB, 4096",
        "1M, 1048576",
        "1MiB, 1048576",
        "1 mib, 1048576",
        "2g, 2147483648",
        "1kB, 1000",
        "3MB, 3000000",
        "7b, 7",
        "9223372036854775807, 9223372036854775807"
    })
    void shouldReadSizesAsPeopleWriteThem(String text, long bytes) {
        assertThat(Sizes.parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "k", "-1", "1.5k", "4x", "4kk", "9223372036854775808", "8589934592G"})
    void shouldRefuseWhatIsNoSizeAndSayIt(String text) {
        assertThatThrownBy(() -> Sizes.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @Test
    void shouldWriteSizesShort() {
        assertThat(Sizes.format(0)).isEqualTo("0 bytes");
        assertThat(Sizes.format(1023)).isEqualTo("1023 bytes");
        assertThat(Sizes.format(1024)).isEqualTo("1 KiB");
        assertThat(Sizes.format(1536)).isEqualTo("1.5 KiB");
        assertThat(Sizes.format(5L << 30)).isEqualTo("5 GiB");
        assertThat(Sizes.grouped(1_234_567)).isEqualTo("1,234,567");
    }

    @Test
    void shouldReadAndWriteTimes() throws Exception {
        Durations.Converter c = new Durations.Converter();
        assertThat(c.convert("500ms")).isEqualTo(Duration.ofMillis(500));
        assertThat(c.convert("10")).isEqualTo(Duration.ofSeconds(10));
        assertThat(c.convert("10s")).isEqualTo(Duration.ofSeconds(10));
        assertThat(c.convert("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThat(c.convert("1H")).isEqualTo(Duration.ofHours(1));
        for (String bad : new String[] {"", "0s", "s", "-1s", "1d"}) {
            assertThatThrownBy(() -> c.convert(bad)).isInstanceOf(TypeConversionException.class);
        }
        assertThat(Durations.format(Duration.ofMillis(500))).isEqualTo("500 ms");
        assertThat(Durations.format(Duration.ofMillis(1500))).isEqualTo("1.5 s");
        assertThat(Durations.format(Duration.ofSeconds(10))).isEqualTo("10 s");
        assertThat(Durations.format(Duration.ofMinutes(10))).isEqualTo("10 minutes");
    }
}
