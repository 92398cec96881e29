package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A copy that is stopped half-way, by whatever, says so in one line and leaves nothing behind. */
class CopyFaultTest {

    private static final long LONG = 4L << 30;
    private static final long HALF_WAY = 4L << 20;

    @TempDir private Path dir;

    private Path source;
    private Path target;

    @BeforeEach
    void makeLongFile() throws Exception {
        source = dir.resolve("source");
        target = Files.createDirectory(dir.resolve("target"));
        try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
            file.setLength(LONG);
        }
    }

    @Test
    void shouldEndWith130OnAnInterrupt() throws Exception {
        try (Cli.Running copy = startCopy()) {
            ProcessHandle second = copy.second();
            copy.signal("INT");
            copy.await().failed(ExitCode.INTERRUPTED, "jdapl copy: interrupted");
            assertNothingLeft(second);
        }
    }

    @Test
    void shouldNotHeedAnInterruptInTheSecondProcess() throws Exception {
        // A terminal sends it to both, and the first process shall be the one that acts.
        try (Cli.Running copy = startCopy()) {
            ProcessHandle second = copy.second();
            Cli.kill("INT", second);
            Thread.sleep(200);
            assertThat(second.isAlive()).isTrue();
            copy.signal("INT");
            copy.await().failed(ExitCode.INTERRUPTED, "interrupted");
            assertNothingLeft(second);
        }
    }

    @Test
    void shouldEndTheReceiverWhenTheSenderIsKilled() throws Exception {
        try (Cli.Running copy = startCopy()) {
            ProcessHandle second = copy.second();
            copy.signal("KILL");
            assertThat(copy.await().status()).isEqualTo(128 + 9);
            assertNothingLeft(second);
        }
    }

    @Test
    void shouldReportAReceiverThatIsKilled() throws Exception {
        try (Cli.Running copy = startCopy()) {
            ProcessHandle second = copy.second();
            Cli.kill("KILL", second);
            copy.await().failed(ExitCode.FAILURE, "the second process was ended by signal 9");
            assertNothingLeft(second);
        }
    }

    @Test
    void shouldGiveUpOnAReceiverThatStandsStill() throws Exception {
        try (Cli.Running copy = startCopy("--timeout", "1s")) {
            ProcessHandle second = copy.second();
            Cli.kill("STOP", second);
            copy.await().failed(ExitCode.FAILURE, "the peer was silent for 1 s");
            assertNothingLeft(second);
        }
    }

    @Test
    void shouldReportASenderThatIsKilledElsewhere() throws Exception {
        try (Cli.Running receiver = Cli.start("copy", "--listen=127.0.0.1", target.toString());
                Cli.Running sender =
                        Cli.start("copy", source.toString(), "--connect", receiver.address())) {
            Cli.until(this::isHalfWay);
            sender.signal("KILL");
            receiver.await().failed(ExitCode.FAILURE, "jdapl copy: the ");
            assertThat(Cli.names(target)).isEmpty();
        }
    }

    @Test
    void shouldReportAReceiverThatIsInterruptedElsewhere() throws Exception {
        try (Cli.Running receiver = Cli.start("copy", "--listen=127.0.0.1", target.toString());
                Cli.Running sender =
                        Cli.start("copy", source.toString(), "--connect", receiver.address())) {
            Cli.until(this::isHalfWay);
            receiver.signal("INT");
            receiver.await().failed(ExitCode.INTERRUPTED, "interrupted");
            sender.await().failed(ExitCode.FAILURE, "jdapl copy: the ");
            assertThat(Cli.names(target)).isEmpty();
        }
    }

    @Test
    void shouldSayThatTheSourceBecameShorter() throws Exception {
        try (Cli.Running copy = startCopy()) {
            ProcessHandle second = copy.second();
            try (RandomAccessFile file = new RandomAccessFile(source.toFile(), "rw")) {
                file.setLength(HALF_WAY);
            }
            copy.await().failed(ExitCode.FAILURE, "it became shorter");
            assertNothingLeft(second);
        }
    }

    @Test
    void shouldSayThatTheFileIsTooLargeForTheReceiversLimit() throws Exception {
        // In blocks of 512 bytes; dash has no other unit.
        List<String> limited = List.of("/bin/sh", "-c", "ulimit -f 8192; exec \"$@\"", "sh");
        try (Cli.Running copy = Cli.start(limited, "copy", source.toString(), target.toString())) {
            copy.await().failed(ExitCode.FAILURE, "cannot write ", "file too large");
            assertThat(Cli.names(target)).isEmpty();
        }
    }

    @Test
    void shouldSayThatTheDiskIsFull() throws Exception {
        Path disk = Files.createDirectory(dir.resolve("disk"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk.toString()) == 0,
                "needs the right to mount a small file system");
        try {
            Cli.run("copy", source.toString(), disk + "/copy")
                    .failed(
                            ExitCode.FAILURE,
                            "cannot write " + disk + "/copy: no space left on device");
            assertThat(Cli.names(disk)).isEmpty();
        } finally {
            run("umount", disk.toString());
        }
    }

    private Cli.Running startCopy(String... options) throws Exception {
        List<String> command = new ArrayList<>(List.of("copy"));
        command.addAll(List.of(options));
        command.addAll(List.of(source.toString(), target.toString()));
        Cli.Running copy = Cli.start(command.toArray(String[]::new));
        Cli.until(this::isHalfWay);
        return copy;
    }

    private boolean isHalfWay() {
        try (Stream<Path> files = Files.list(target)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                if (Files.size(file) >= HALF_WAY) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            return false;
        }
    }

    private void assertNothingLeft(ProcessHandle second) throws Exception {
        Cli.until(() -> !second.isAlive());
        assertThat(Cli.names(target)).isEmpty();
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
    }
}
