package org.jdapl.examples.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An example in a process of its own; what it says goes to a file. */
final class Program implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(50);

    private final Process process;
    private final Path out;

    private Program(Process process, Path out) {
        this.process = process;
        this.out = out;
    }

    static Program start(String main, String... arguments) throws IOException {
        List<String> command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "--enable-native-access=org.jdapl.core,org.jdapl.provider.verbs",
                                "--module-path",
                                System.getProperty("jdapl.test.modulepath"),
                                "-m",
                                "org.jdapl.examples/org.jdapl.examples." + main));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile("example", ".out");
        return new Program(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(out.toFile())
                        .start(),
                out);
    }

    /** What a pattern's group finds in what it says, once it does. */
    String awaited(Pattern pattern) throws IOException, InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < end && process.isAlive()) {
            Matcher m = pattern.matcher(said());
            if (m.find()) {
                return m.group(1);
            }
            Thread.sleep(10);
        }
        throw new AssertionError("not said: " + pattern + "; but: " + said());
    }

    String succeeded() throws IOException, InterruptedException {
        return ended(0);
    }

    /** What it said, once it has ended with a status. */
    String ended(int status) throws IOException, InterruptedException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).as(said()).isTrue();
        assertThat(process.exitValue()).as(said()).isEqualTo(status);
        return said();
    }

    private String said() throws IOException {
        return Files.readString(out).replace(System.lineSeparator(), "\n");
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(out);
    }
}
