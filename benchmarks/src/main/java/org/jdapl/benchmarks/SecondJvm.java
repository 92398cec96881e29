package org.jdapl.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The second Java VM, from the first one's side: the same program with the same flags and options.
 * The two talk by lines over its standard input and output, and it ends when its input does, so
 * also when this process is killed.
 */
final class SecondJvm implements AutoCloseable {

    private static final Duration END_LIMIT = Duration.ofSeconds(5);
    private static final String END = "\0end";

    /** What the first program alone is to do: to write a recording to a file that is named. */
    private static final String RECORDING = "-XX:StartFlightRecording";

    private final Process process;
    private final PrintWriter commands;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final Thread removal = new Thread(this::kill, "second-jvm-removal");

    private SecondJvm(Process process) {
        this.process = process;
        this.commands = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        Thread reader = new Thread(this::read, "second-jvm-output");
        reader.setDaemon(true);
        reader.start();
        Runtime.getRuntime().addShutdownHook(removal);
    }

    /** Starts it. */
    static SecondJvm start(Class<?> program, Options options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("--module-path") && !flag.startsWith(RECORDING)) {
                command.add(flag);
            }
        }
        command.add("--module-path");
        command.add(System.getProperty("jdk.module.path", ""));
        command.add("--module");
        command.add(program.getModule().getName() + "/" + program.getName());
        command.addAll(options.arguments());
        command.add("--" + Options.PEER);
        try {
            return new SecondJvm(
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start());
        } catch (IOException e) {
            throw new Failure("cannot start a second Java VM", e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** Tells it to do something. */
    void tell(String command) {
        commands.println(command);
    }

    /**
     * Waits for what it says.
     *
     * @param word the first word of the line
     * @param limit how long at most
     * @return the words behind it
     */
    String[] expect(String word, Duration limit) {
        try {
            @Nullable String line = answers.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
            if (line == null) {
                throw new Failure("the second Java VM did not say '" + word + "' in " + limit);
            }
            if (line.equals(END)) {
                throw new Failure("the second Java VM ended before it said '" + word + "'");
            }
            String[] words = line.split(" ", -1);
            if (!words[0].equals(word)) {
                throw new Failure("the second Java VM said '" + line + "', not '" + word + "'");
            }
            return java.util.Arrays.copyOfRange(words, 1, words.length);
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    /** Ends it, in order where it can, and waits until it is gone. */
    @Override
    public void close() {
        commands.close();
        try {
            if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                kill();
            }
            Runtime.getRuntime().removeShutdownHook(removal);
        } catch (InterruptedException | IllegalStateException _) {
            kill();
        }
    }

    private void kill() {
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader in = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                answers.add(line);
            }
        } catch (IOException _) {
            // It is gone; that is what the last line says.
        }
        answers.add(END);
    }
}
