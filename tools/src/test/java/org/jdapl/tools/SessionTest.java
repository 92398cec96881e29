package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.tools.command.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Command lines, one after the other in one Java VM. */
class SessionTest {

    @Test
    void shouldPartWordsAtBlanksAndKeepWhatIsQuoted() throws IOException {
        assertThat(words("copy  'a file' \"b's file\"\t--block=4k "))
                .containsExactly(List.of("copy", "a file", "b's file", "--block=4k"));
        assertThat(words("копия 'ö ü'")).containsExactly(List.of("копия", "ö ü"));
    }

    @Test
    void shouldPassOverCommentsAndEmptyLines() throws IOException {
        assertThat(words("# what follows\n\n   \ninfo\n#")).containsExactly(List.of("info"));
    }

    @Test
    void shouldRunEachLineAndEndWithTheHighestStatus(@TempDir Path temp) throws Exception {
        Path from = Files.writeString(temp.resolve("a file"), "text");
        Path to = temp.resolve("copied");
        Path lines =
                Files.writeString(
                        temp.resolve("lines"),
                        "ping -C 3\ncopy '%s' %s\ninfo --adapter soft:none\nperf --no-such-option\nping -C 4\n"
                                .formatted(from, to));
        try (Cli.Running session =
                Cli.start(List.of("bash", "-c", "exec \"$@\" <" + lines, "bash"), "session")) {
            Cli.Result result = session.await();
            assertThat(result.status()).as(result.toString()).isEqualTo(ExitCode.USAGE);
            assertThat(result.out().lines().filter(line -> line.startsWith("exit ")))
                    .containsExactly("exit 0", "exit 0", "exit 1", "exit 2", "exit 0");
            assertThat(result.out()).contains("3 sent, 3 received", "4 sent, 4 received");
            assertThat(result.err()).contains("soft:none", "--no-such-option");
        }
        assertThat(to).hasContent("text");
    }

    private static List<List<String>> words(String lines) throws IOException {
        List<List<String>> all = new ArrayList<>();
        int status =
                Session.run(
                        new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)),
                        words -> {
                            all.add(words);
                            return 0;
                        });
        assertThat(status).isZero();
        return all;
    }
}
