package org.jdapl.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The other end of a command that was not told to meet a peer: the same program in a process of its
 * own. It says where it listens on its standard output, and ends when its standard input does,
 * which also happens when this process is killed.
 */
final class SecondProcess implements AutoCloseable {

    /** What a listening command prints before the address, and this class looks for. */
    static final String LISTENING = "listening on ";

    /** A Java VM, an adapter and a service point on a busy machine. */
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    /** For an orderly end, before the process is told, and then made, to go. */
    private static final Duration END_LIMIT = Duration.ofSeconds(2);

    private static final Path SHELL = Path.of("/bin/sh");

    private final Process process;
    private final CompletableFuture<String> listening = new CompletableFuture<>();
    private final Thread errors;
    private final Leftovers.Removal removal = this::end;
    private volatile String lastError = "";

    private SecondProcess(Process process) {
        this.process = process;
        this.errors = reader("errors", process.getErrorStream(), this::error);
        reader("output", process.getInputStream(), this::output).start();
        errors.start();
        Leftovers.add(removal);
    }

    /**
     * Starts one and waits until it listens.
     *
     * @param arguments the command and its options, without those that make it a second process
     */
    static SecondProcess start(List<String> arguments) {
        List<String> command = new ArrayList<>();
        if (Files.isExecutable(SHELL)) {
            // A terminal sends Ctrl-C to both processes, and only the first shall act on it: it
            // ends the second in order, whose own end would look like a failure if it came first.
            // The Java VM leaves an ignored signal ignored.
            command.addAll(List.of(SHELL.toString(), "-c", "trap '' INT; exec \"$@\"", "sh"));
        }
        command.addAll(javaCommand());
        command.addAll(arguments);
        command.add("--second");
        try {
            SecondProcess second = new SecondProcess(new ProcessBuilder(command).start());
            second.waitUntilListening();
            return second;
        } catch (IOException e) {
            throw new Failure("cannot start a second process: " + OneLine.reason(e), e);
        }
    }

    /** Where it listens. */
    InetSocketAddress address() {
        return HostPort.parse(listening.join(), true).resolve();
    }

    /** Whether it is still there. */
    boolean isAlive() {
        return process.isAlive();
    }

    /**
     * A failure that is, or may be, due to this process's end says so: what the other end says of
     * itself is nearer to the cause than what this end saw of it.
     */
    Failure explain(Failure seen) {
        try {
            // The connection breaks a moment before the process is gone.
            if (!process.waitFor(500, TimeUnit.MILLISECONDS)) {
                return seen;
            }
            errors.join(500);
            int code = process.exitValue();
            if (!lastError.isEmpty()) {
                return new Failure(lastError, seen);
            }
            return code == 0
                    ? seen
                    : new Failure("the second process was ended by " + cause(code), seen);
        } catch (InterruptedException _) {
            return seen;
        }
    }

    /** Waits for its orderly end, after it was told by other means that there is no more to do. */
    void awaitEnd() {
        try {
            if (process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                    && process.exitValue() != 0) {
                throw explain(new Failure("the second process failed"));
            }
        } catch (InterruptedException e) {
            throw new Failure("interrupted", e);
        }
    }

    /** Ends it, first gently, and waits until it is gone. */
    @Override
    public void close() {
        Leftovers.forget(removal);
        end();
    }

    private void end() {
        try {
            process.getOutputStream().close();
        } catch (IOException _) {
            // Its end of the pipe is gone, and so is it.
        }
        try {
            if (process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            process.destroy();
            if (process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private void waitUntilListening() {
        try {
            listening.get(START_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException _) {
            Failure failure = explain(new Failure("the second process ended before it listened"));
            close();
            throw failure;
        } catch (TimeoutException e) {
            close();
            throw new Failure(
                    "the second process did not listen within " + Durations.format(START_LIMIT), e);
        } catch (InterruptedException e) {
            close();
            throw new Failure("interrupted", e);
        }
    }

    private void output(String line) {
        if (line.startsWith(LISTENING)) {
            listening.complete(line.substring(LISTENING.length()).strip().split(" ", 2)[0]);
        }
    }

    private void error(String line) {
        String text = line.strip();
        if (!text.isEmpty()) {
            lastError = text.replaceFirst("^jdapl( \\w+)?: ", "");
        }
    }

    private Thread reader(
            String name, InputStream stream, java.util.function.Consumer<String> sink) {
        Thread thread =
                new Thread(
                        () -> {
                            try (BufferedReader in =
                                    new BufferedReader(
                                            new InputStreamReader(
                                                    stream, StandardCharsets.UTF_8))) {
                                for (String line = in.readLine();
                                        line != null;
                                        line = in.readLine()) {
                                    sink.accept(line);
                                }
                            } catch (IOException _) {
                                // The process is gone; that is what the end of the stream says too.
                            } finally {
                                listening.completeExceptionally(new IOException("end of output"));
                            }
                        },
                        "second-process-" + name);
        thread.setDaemon(true);
        return thread;
    }

    private static String cause(int exit) {
        return exit > 128 && exit < 128 + 65 ? "signal " + (exit - 128) : "exit status " + exit;
    }

    /** The command that starts this program again, with this process's modules and settings. */
    private static List<String> javaCommand() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(JvmFlags.forSecondProcess());
        Map<String, String> settings = new TreeMap<>();
        for (String name : System.getProperties().stringPropertyNames()) {
            if (name.startsWith("jdapl.")) {
                settings.put(name, System.getProperty(name, ""));
            }
        }
        settings.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add("-p");
        command.add(System.getProperty("jdk.module.path", ""));
        command.add("-m");
        command.add("org.jdapl.tools/org.jdapl.tools.Main");
        return command;
    }
}
