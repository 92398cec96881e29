package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jdapl.api.DatException;
import org.jdapl.api.ErrorScope;
import org.jdapl.api.Remedy;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.junit.jupiter.api.Test;

/** What is printed: JSON, tables, numbers, error lines. */
class ReportTest {

    @Test
    void shouldWriteJson() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("text", "a \"quoted\" \\ line\nand \u0001 more \uD83D\uDE00");
        map.put("number", 12L);
        map.put("fraction", 1.50);
        map.put("whole", 100.0);
        map.put("nothing", Optional.empty());
        map.put("infinite", Double.POSITIVE_INFINITY);
        map.put("time", Duration.ofMillis(1500));
        map.put("list", List.of(true, Map.of()));
        map.put("empty", List.of());
        assertThat(Json.write(map))
                .isEqualTo(
                        """
                        {
                          "text": "a \\"quoted\\" \\\\ line\\nand \\u0001 more \\ud83d\\ude00",
                          "number": 12,
                          "fraction": 1.5,
                          "whole": 100,
                          "nothing": null,
                          "infinite": null,
                          "time": 1.5,
                          "list": [
                            true,
                            {}
                          ],
                          "empty": []
                        }\
                        """);
    }

    @Test
    void shouldAlignTablesToTheRight() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        Table table =
                new Table(
                        out, List.of(new Table.Column("#bytes", 8), new Table.Column("t[us]", 3)));
        table.header();
        table.row(List.of("64", "1.5"));
        table.row(List.of("123456789", "123456.5"));
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines().toList())
                .containsExactly("  #bytes  t[us]", "      64    1.5", "123456789  123456.5");
    }

    @Test
    void shouldSumTimesUp() {
        LatencyStats s =
                LatencyStats.of(LongStream.rangeClosed(1, 1000).map(i -> i * 2000).toArray(), 2);
        assertThat(s.min()).isEqualTo(1);
        assertThat(s.max()).isEqualTo(1000);
        assertThat(s.typical()).isEqualTo(500);
        assertThat(s.average()).isEqualTo(500.5);
        assertThat(s.stdev()).isCloseTo(288.675, within(0.001));
        assertThat(s.p99()).isEqualTo(990);
        assertThat(s.p999()).isEqualTo(999);
        LatencyStats one = LatencyStats.of(new long[] {1000}, 1);
        assertThat(one.p999()).isEqualTo(1);
        assertThat(one.stdev()).isZero();
    }

    @Test
    void shouldCutARunIntoSlicesThatAreLongerThanItsQueue() {
        PerfRunner.Slices long_ = new PerfRunner.Slices(20_000, 64);
        long_.start();
        for (int i = 1; i <= 20_000; i++) {
            long_.done(i);
        }
        long_.end();
        PerfRunner.Rates r = long_.rates(100);
        assertThat(r.peak()).isGreaterThanOrEqualTo(r.average());
        assertThat(r.average()).isCloseTo(r.messages() * 100, within(1.0));
        PerfRunner.Slices short_ = new PerfRunner.Slices(100, 64);
        short_.start();
        short_.end();
        assertThat(short_.rates(1).peak()).isCloseTo(short_.rates(1).average(), within(1e-6));
    }

    @Test
    void shouldSayInOneLineWhatWentWrong() {
        DatException dat =
                new DatException(
                        DatCode.error(DatType.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE),
                        "it is\nin use",
                        ErrorScope.CALL,
                        Remedy.FIX_ORDER,
                        -12);
        assertThat(OneLine.flat(OneLine.text(dat))).isEqualTo("it is in use");
        assertThat(OneLine.text(new NoSuchFileException("f")))
                .isEqualTo("no such file or directory");
        assertThat(OneLine.text(new AccessDeniedException("f"))).isEqualTo("permission denied");
        assertThat(OneLine.text(new FileSystemException("f", null, "Is a directory")))
                .isEqualTo("is a directory");
        assertThat(OneLine.text(new java.io.IOException("No space left on device")))
                .isEqualTo("no space left on device");
        assertThat(OneLine.text(new NullPointerException("x"))).startsWith("internal error: ");
    }

    @Test
    void shouldDrawAProgressBar() {
        try (ProgressBar bar = new ProgressBar(4 << 20)) {
            assertThat(bar.text(1 << 20, 1_000_000_000L))
                    .isEqualTo(
                            "[########                      ]  25 %  1 MiB of 4 MiB  1 MiB/s  0:03"
                                    + " left");
            assertThat(bar.text(4 << 20, 2_000_000_000L)).contains("100 %", "0:00 left");
        }
        try (ProgressBar empty = new ProgressBar(0)) {
            assertThat(empty.text(0, 0)).contains("100 %");
        }
    }

    @Test
    void shouldSpellAttributesWithUnits() {
        assertThat(Facts.words("maxPrivateData")).isEqualTo("max private data");
        assertThat(Facts.words("iwarp.mpa.crc")).isEqualTo("iwarp.mpa.crc");
        assertThat(Facts.text("maxMessageBytes", 65536L)).isEqualTo("65,536 bytes (64 KiB)");
        assertThat(Facts.text("livenessBound", Duration.ZERO)).isEqualTo("none");
        assertThat(Facts.text("padded", true)).isEqualTo("yes");
        assertThat(Facts.text("addresses", List.of("a", "b"))).isEqualTo("a, b");
    }

    @Test
    void shouldCarryAGreetingInPrivateDataThatMayBePadded() {
        Hello hello = new Hello(Hello.Tool.PERF, 1, -5, 64, 3);
        byte[] bytes = hello.encode().toByteArray();
        assertThat(bytes).hasSizeLessThanOrEqualTo(52);
        byte[] padded = java.util.Arrays.copyOf(bytes, 56);
        assertThat(Hello.decode(org.jdapl.api.PrivateData.of(padded))).isEqualTo(hello);
        assertThat(Hello.decode(org.jdapl.api.PrivateData.of("hello, this is something else")))
                .isNull();
        assertThat(Hello.decode(org.jdapl.api.PrivateData.EMPTY)).isNull();
        assertThat(Hello.reason(Hello.refusal("this is jdapl ping")))
                .isEqualTo("this is jdapl ping");
        assertThat(Hello.refusal("x".repeat(300)).size()).isLessThanOrEqualTo(52);
        assertThat(Hello.reason(org.jdapl.api.PrivateData.EMPTY)).contains("not a jdapl command");
    }
}
