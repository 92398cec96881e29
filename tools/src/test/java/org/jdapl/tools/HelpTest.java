package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.OptionSpec;

/** The help text of each command: complete, narrow enough, and with examples that are right. */
class HelpTest {

    private static final int WIDTH = 100;

    static Stream<CommandLine> commands() {
        CommandLine root = Main.commandLine();
        return Stream.concat(Stream.of(root), root.getSubcommands().values().stream());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayWhatEachOptionDoes(CommandLine command) {
        String text = command.getUsageMessage(Ansi.OFF);
        for (OptionSpec option : command.getCommandSpec().options()) {
            if (option.hidden()) {
                continue;
            }
            assertThat(option.description()).as(option.longestName()).isNotEmpty();
            assertThat(text).contains(option.names());
        }
        assertThat(text).contains("-h, --help").doesNotContain("--second", "--part");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldFitATerminal(CommandLine command) {
        assertThat(command.getUsageMessage(Ansi.OFF).lines())
                .allSatisfy(line -> assertThat(line.length()).as(line).isLessThanOrEqualTo(WIDTH));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldGiveExamplesThatParse(CommandLine command) {
        List<String> examples =
                Arrays.stream(command.getCommandSpec().usageMessage().footer())
                        .filter(line -> line.startsWith("  jdapl "))
                        // What follows after a gap explains.
                        .map(line -> line.strip().replaceFirst(" {2,}.*", ""))
                        .toList();
        assertThat(examples).isNotEmpty();
        for (String example : examples) {
            String[] arguments = example.substring("jdapl ".length()).split(" ");
            assertThatCode(() -> Main.commandLine().parseArgs(arguments))
                    .as(example)
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldSayWhatTheExitStatusMeans(CommandLine command) {
        assertThat(command.getUsageMessage(Ansi.OFF))
                .contains("Exit status:", "  0", "  1", "  2", "130", "interrupted");
    }

    @Test
    void shouldTakeAnAttachedAddressOnlyAfterListen() {
        CommandLine line = Main.commandLine();
        line.parseArgs("copy", "--listen", "/dir");
        CopyCommand copy = line.getSubcommands().get("copy").getCommand();
        assertThat(copy.listensAt()).isEqualTo(new HostPort("", 0));
        line.parseArgs("copy", "--listen=[::1]:5", "/dir");
        assertThat(copy.listensAt()).isEqualTo(new HostPort("::1", 5));
    }
}
