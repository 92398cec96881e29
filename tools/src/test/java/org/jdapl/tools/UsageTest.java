package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command line gets that is empty or wrong. It needs no process of its own. */
class UsageTest {

    @Test
    void shouldPrintUsageWhenAlone() {
        assertThat(Cli.runHere().succeeded().out())
                .startsWith("Usage: jdapl")
                .contains("copy", "perf");
        assertThat(Cli.runHere("--version").succeeded().out())
                .startsWith("jdapl ")
                .contains("Java 25");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "frob | unknown command 'frob'",
                "ping --frob | unknown option '--frob'",
                "ping extra | unexpected argument 'extra'",
                "ping -C 0 | -C 0 is not above zero",
                "ping -C many | 'many' is not an int",
                "ping -S 65M | not from 1 byte to 64 MiB",
                "ping --connect nowhere | is not an address such as",
                "ping --timeout 0s | is not above zero",
                "ping --listen --connect a:1 | exclude each other",
                "perf --poll --wait | exclude each other",
                "perf --op shout | 'shout'",
                "perf -s 0 | not from 1 byte",
                "perf -t 5000 | not from 1 to 4096",
                "copy one | SRC and DST are needed",
                "copy --listen | takes one file or directory",
                "copy a b --depth 0 | not from 1 to 1024",
                "copy a b --block 1x | unknown unit"
            })
    void shouldAnswerAWrongCommandLineByOneLineAndStatus2(String line, String message) {
        Cli.runHere(line.split(" ")).failed(ExitCode.USAGE, message, "--help'");
    }

    @Test
    void shouldNotCallAnInternalErrorTheUsers() {
        assertThat(OneLine.text(new IllegalStateException("x")))
                .contains("internal error", "--debug");
    }
}
