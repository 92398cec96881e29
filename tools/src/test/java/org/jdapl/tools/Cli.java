package org.jdapl.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Runs the command line in processes of its own, as a user does. */
final class Cli {

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
        private final StringBuffer out = new StringBuffer();
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

    static Running start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /** Starts it behind another command, such as a shell that sets limits. */
    static Running start(List<String> prefix, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(prefix);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JvmFlags.forSecondProcess());
        command.addAll(List.of("-p", System.getProperty("jdk.module.path")));
        command.addAll(List.of("-m", "org.jdapl.tools/org.jdapl.tools.Main"));
        command.addAll(List.of(arguments));
        return new Running(new ProcessBuilder(command).start());
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
