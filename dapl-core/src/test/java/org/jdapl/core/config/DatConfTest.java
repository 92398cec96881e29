package org.jdapl.core.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.jdapl.api.ConfigurationWarning;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DatConfTest {

    @TempDir Path folder;

    private static DatConf parse(String text) {
        return DatConf.parse("f", text);
    }

    private static String line(String name) {
        return name + " u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 \"ib0 0\" \"\"";
    }

    @Test
    void aLineHasEightFields() {
        DatConf c = parse("\n# comment\n" + line("ofa-v2-ib0") + "\n");
        assertThat(c.warnings()).isEmpty();
        assertThat(c.entries())
                .containsExactly(
                        new DatConfEntry(
                                "f", 3, "ofa-v2-ib0", "u2.0", true, "libdaplofa.so.2", "ib0 0"));
        assertThat(c.entries().getFirst().source()).isEqualTo("f:3");
    }

    @Test
    void theOrderIsThatOfTheFileAndALastLineNeedsNoEnd() {
        DatConf c = parse(line("b") + "\r\n" + line("a") + "\r" + line("b"));
        assertThat(c.entries()).extracting(DatConfEntry::name).containsExactly("b", "a", "b");
        assertThat(c.entries()).extracting(DatConfEntry::line).containsExactly(1, 2, 3);
    }

    @Test
    void quotesHoldBlanksCommentSignsAndEscapes() {
        DatConf c =
                parse(
                        "\"a b#c\" u2.0 threadsafe nondefault\t\"/lib \\\"x\\\" \\\\y \\z.so\" v.1.2"
                                + " \"\" \"p q\" # rest");
        assertThat(c.warnings()).isEmpty();
        DatConfEntry e = c.entries().getFirst();
        assertThat(e.name()).isEqualTo("a b#c");
        assertThat(e.library()).isEqualTo("/lib \"x\" \\y \\z.so");
        assertThat(e.isDefault()).isFalse();
        assertThat(e.parameters()).isEmpty();
    }

    @Test
    void aCommentSignOutsideOfQuotesEndsTheLine() {
        assertThat(parse(line("a") + "#b").entries()).hasSize(1);
        assertThat(parse("a#b " + line("c")).warnings())
                .containsExactly(new ConfigurationWarning("f", 1, "api_version", "is missing"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ia_name          | \"\" u2.0 threadsafe default l v.1.0 \"\" \"\"",
                "api_version      | a u2 threadsafe default l v.1.0 \"\" \"\"",
                "api_version      | a x2.0 threadsafe default l v.1.0 \"\" \"\"",
                "threadsafety     | a u2.0 threadsafeXYZ default l v.1.0 \"\" \"\"",
                "default          | a u2.0 threadsafe maybe l v.1.0 \"\" \"\"",
                "lib_path         | a u2.0 threadsafe default \"\" v.1.0 \"\" \"\"",
                "provider_version | a u2.0 threadsafe default l v10 \"\" \"\"",
                "ia_params        | a u2.0 threadsafe default l v.1.0",
                "ia_params        | a u2.0 threadsafe default l v.1.0 \"ib0 0",
                "platform_params  | a u2.0 threadsafe default l v.1.0 \"ib0 0\"",
                "~~               | a u2.0 threadsafe default l v.1.0 \"\" \"\" nine",
                "~~               | a u2.0 threadsafe default l v.1.0 \"\" \"\" \"nine",
            })
    void aBadLineIsNamedWithItsFieldAndTheOthersCount(String field, String bad) {
        DatConf c = parse(line("before") + "\n" + bad + "\n" + line("after"));
        assertThat(c.entries()).extracting(DatConfEntry::name).containsExactly("before", "after");
        assertThat(c.warnings())
                .singleElement()
                .satisfies(
                        w -> {
                            assertThat(w.file()).isEqualTo("f");
                            assertThat(w.line()).isEqualTo(2);
                            assertThat(w.field()).isEqualTo(field);
                            assertThat(w.problem()).isNotBlank();
                            assertThat(w)
                                    .hasToString(
                                            "f:2: "
                                                    + (field.isEmpty() ? "" : field + ": ")
                                                    + w.problem());
                        });
    }

    @Test
    void aNameHasAtMost255Characters() {
        assertThat(parse(line("x".repeat(255))).entries()).hasSize(1);
        DatConf c = parse(line("x".repeat(256)));
        assertThat(c.entries()).isEmpty();
        assertThat(c.warnings().getFirst().problem()).contains("256");
    }

    @Test
    void aFileOfAnotherEncodingStillHasItsGoodLines() throws IOException {
        Path file = folder.resolve("latin1");
        Files.write(file, ("# f\u00fcr\n" + line("a")).getBytes(StandardCharsets.ISO_8859_1));
        assertThat(DatConf.read(file.toString()).entries()).hasSize(1);
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void aPipeThatNobodyWritesIntoIsNotWaitedFor() throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        DatConf c =
                Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> DatConf.read(pipe.toString()));
        assertThat(c.entries()).isEmpty();
        assertThat(c.warnings().getFirst().problem()).isEqualTo("is no file");
        assertThat(DatConf.read("/dev/null").warnings()).isEmpty();
    }

    @Test
    void aFileThatIsTooLargeIsNotRead() throws IOException {
        Path file = folder.resolve("large");
        Files.writeString(file, line("a") + "\n" + "#".repeat(DatConf.MAX_BYTES));
        DatConf c = DatConf.read(file.toString());
        assertThat(c.entries()).isEmpty();
        assertThat(c.warnings().getFirst().problem()).contains("longer");
    }

    @Test
    void whateverIsInALineItBecomesAnEntryOrAWarning() {
        Random random = new Random(7);
        String alphabet = "ab\"\\# .u20\tdefault\u0000\u00e9";
        for (int i = 0; i < 20_000; i++) {
            StringBuilder s = new StringBuilder(random.nextBoolean() ? line("a") : "");
            for (int n = random.nextInt(20); n > 0; n--) {
                s.insert(
                        random.nextInt(s.length() + 1),
                        alphabet.charAt(random.nextInt(alphabet.length())));
            }
            String text = s.toString();
            DatConf c = parse(text);
            int found = c.entries().size() + c.warnings().size();
            boolean blank = text.replaceFirst("#.*", "").chars().allMatch(x -> x <= ' ');
            assertThat(found).as(text).isEqualTo(blank ? 0 : 1);
        }
    }
}
