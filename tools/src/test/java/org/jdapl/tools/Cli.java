package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Runs the command line in processes of its own, as a user does. */
final class Cli {

    /** Of signal 2 in the masks that the kernel shows. */
    private static final long INTERRUPT_BIT = 1L << 1;

    private static final Duration LIMIT = Duration.ofSeconds(50);

    private Cli() {}

    /** How a process ended. */
    record Result(int status, String out, String err) {

        Result succeeded() {
            assertThat(status).as(toString()).isZero();
            assertThat(err).as(toString()).isEmpty();
            return this;
        }

        /** Ended with a status, and said why in one line, which contains the given texts. */
        Result failed(int expected, String... words) {
            assertThat(status).as(toString()).isEqualTo(expected);
            assertThat(err.lines().toList()).as(toString()).hasSize(1);
            assertThat(err).startsWith("jdapl").contains(words);
            return this;
        }
    }

    /** A process that runs. */
    static final class Running implements AutoCloseable {

        private final Process process;

        @SuppressWarnings("JdkObsolete") // written by one thread, read by another
        private final StringBuffer out = new StringBuffer();

        @SuppressWarnings("JdkObsolete")
        private final StringBuffer err = new StringBuffer();

        private final List<Thread> readers;

        private Running(Process process) {
            this.process = process;
            this.readers =
                    List.of(
                            reader(process.getInputStream(), out),
                            reader(process.getErrorStream(), err));
        }

        Result await() throws Exception {
            assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .as("ended in time; out: %s, err: %s", out, err)
                    .isTrue();
            for (Thread reader : readers) {
                reader.join(LIMIT);
            }
            return new Result(process.exitValue(), out.toString(), err.toString());
        }

        long pid() {
            return process.pid();
        }

        boolean isRunning() {
            return process.isAlive();
        }

        /** What it has said so far. */
        String out() {
            return out.toString();
        }

        /** Where it listens, once it says so. */
        String address() throws InterruptedException {
            String found = SecondProcess.LISTENING;
            until(() -> out.indexOf("\n") > 0 || !process.isAlive());
            assertThat(out.toString()).as("err: %s", err).startsWith(found);
            return out.substring(found.length()).split(" ", 2)[0];
        }

        /** The process that it started. */
        ProcessHandle second() throws InterruptedException {
            until(() -> process.descendants().findAny().isPresent());
            return process.descendants().findAny().orElseThrow();
        }

        void signal(String name) throws Exception {
            kill(name, process.toHandle());
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }

        private static Thread reader(InputStream stream, StringBuffer into) {
            return Thread.ofPlatform()
                    .daemon()
                    .start(
                            () -> {
                                try (BufferedReader in =
                                        new BufferedReader(
                                                new InputStreamReader(
                                                        stream, StandardCharsets.UTF_8))) {
                                    in.lines().forEach(line -> into.append(line).append('\n'));
                                } catch (IOException e) {
                                    into.append(e).append('\n');
                                }
                            });
        }
    }

    static Result run(String... arguments) throws Exception {
        try (Running running = start(arguments)) {
            return running.await();
        }
    }

    /** Runs it in this process: for command lines that need no second one. */
    static Result runHere(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        ByteArrayOutputStream complained = new ByteArrayOutputStream();
        System.setOut(new PrintStream(said, true, StandardCharsets.UTF_8));
        System.setErr(new PrintStream(complained, true, StandardCharsets.UTF_8));
        try {
            int status = Main.run(arguments);
            return new Result(
                    status,
                    said.toString(StandardCharsets.UTF_8),
                    complained.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    static Running start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /** Starts it behind another command, such as a shell that sets limits. */
    static Running start(List<String> prefix, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        if (ignoresInterrupts()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.forSecondProcess());
        command.addAll(List.of("-p", System.getProperty("jdk.module.path")));
        command.addAll(List.of("-m", "org.jdapl.tools/org.jdapl.tools.Main"));
        command.addAll(List.of(arguments));
        return new Running(new ProcessBuilder(command).start());
    }

    /**
     * Whether this process was started to ignore interrupts, as a shell does in the background:
     * what it starts would, too.
     */
    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return false;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("SigIgn:")) {
                return (Long.parseUnsignedLong(line.substring(7).strip(), 16) & INTERRUPT_BIT) != 0;
            }
        }
        return false;
    }

    /** The names of what is in a directory. */
    static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    static void kill(String signal, ProcessHandle process) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start().waitFor();
    }

    /** Waits for something, but not for ever. */
    static void until(BooleanSupplier condition) throws InterruptedException {
        long end = System.nanoTime() + LIMIT.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError("waited in vain for " + LIMIT);
            }
            Thread.sleep(10);
        }
    }
}
