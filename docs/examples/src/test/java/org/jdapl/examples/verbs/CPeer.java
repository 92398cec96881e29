package org.jdapl.examples.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A C program of librdmacm in a process of its own. */
final class CPeer implements AutoCloseable {
    private static final long LIMIT_S = 60;

    private final Process process;
    private final Path output;

    private CPeer(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** Starts a program; it writes line by line. */
    static CPeer start(String program, String... arguments) throws IOException {
        Path output = Files.createTempFile(program, ".out");
        List<String> command = new ArrayList<>(List.of("stdbuf", "-oL", program));
        command.addAll(List.of(arguments));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        return new CPeer(process, output);
    }

    /** Waits until it listens, on a port of a port space such as TCP. */
    CPeer awaitListening(String portSpace, int port) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!listens(portSpace, port)) {
            assertThat(process.isAlive()).as(output()).isTrue();
            assertThat(System.nanoTime()).as("not listening in time").isLessThan(end);
            Thread.sleep(100);
        }
        return this;
    }

    /** Waits until somebody listens on a TCP port of this machine. */
    static void awaitTcp(int port) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        String local = String.format(Locale.ROOT, ":%04X 0", port);
        while (Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .flatMap(CPeer::lines)
                .noneMatch(line -> line.contains(local) && line.contains(" 0A "))) {
            assertThat(System.nanoTime()).as("not listening in time").isLessThan(end);
            Thread.sleep(100);
        }
    }

    private static Stream<String> lines(String file) {
        try {
            return Files.readAllLines(Path.of(file)).stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean listens(String portSpace, int port) throws Exception {
        Process show = new ProcessBuilder("rdma", "resource", "show", "cm_id").start();
        List<String> lines = show.inputReader().lines().toList();
        show.waitFor();
        return lines.stream()
                .anyMatch(
                        line ->
                                line.contains("state LISTEN")
                                        && line.contains("ps " + portSpace)
                                        && line.contains(":" + port)
                                        && line.contains("pid " + process.pid()));
    }

    /** Waits for a line that it writes. */
    CPeer awaitLine(String part) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_S);
        while (!output().contains(part)) {
            assertThat(process.isAlive()).as(output()).isTrue();
            assertThat(System.nanoTime()).as(part).isLessThan(end);
            Thread.sleep(100);
        }
        return this;
    }

    String output() throws IOException {
        return Files.readString(output);
    }

    /** Waits for its end, which has to be a success, and tells what it wrote. */
    String succeeded() throws Exception {
        assertThat(process.waitFor(LIMIT_S, TimeUnit.SECONDS)).as(output()).isTrue();
        assertThat(process.exitValue()).as(output()).isZero();
        return output();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        Files.deleteIfExists(output);
    }
}
