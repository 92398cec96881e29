package org.jdapl.tools;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import jdk.jfr.consumer.EventStream;
import org.jspecify.annotations.Nullable;

/**
 * A recording of JDAPL's counters in another process, read while it goes on. It is started by
 * {@code jcmd}, which the system lets the process's own user do, on the same machine; the counters
 * come through the recorder's files, and nothing listens anywhere.
 */
final class TopRecording implements AutoCloseable {

    /** How long the first counters may take beyond the interval. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** How often the process is looked after. */
    private static final Duration LOOK = Duration.ofMillis(250);

    /** The files hold no more than this much of the past. */
    private static final String MAX_AGE = "30s";

    private static final String COUNTERS_OF = "org.jdapl.%sCounters";
    private static final String RUNTIME = "org.jdapl.Runtime";
    private static final String REPOSITORY = "Repository path:";

    private final ProcessHandle process;
    private final Duration interval;
    private final String name;
    private final Leftovers.Removal removal = this::stop;
    private final LinkedBlockingQueue<TopSample> samples = new LinkedBlockingQueue<>();
    private @Nullable EventStream stream;
    private boolean seen;

    private TopRecording(ProcessHandle process, Duration interval) {
        this.process = process;
        this.interval = interval;
        this.name = "jdapl-top-" + ProcessHandle.current().pid();
    }

    /** Starts to record in a process. */
    static TopRecording start(long pid, Duration interval) {
        ProcessHandle process =
                ProcessHandle.of(pid)
                        .filter(ProcessHandle::isAlive)
                        .orElseThrow(() -> new Failure("there is no process " + pid));
        TopRecording recording = new TopRecording(process, interval);
        boolean done = false;
        try {
            recording.start();
            done = true;
            return recording;
        } finally {
            if (!done) {
                recording.close();
            }
        }
    }

    private void start() {
        JavaCommand jcmd = JavaCommand.of(process.pid());
        Leftovers.add(removal);
        jcmd.run(
                "JFR.start",
                "name=" + name,
                "settings=none",
                "disk=true",
                "maxage=" + MAX_AGE,
                "+" + RUNTIME + "#enabled=true",
                "+" + RUNTIME + "#period=" + interval.toMillis() + "ms",
                "+" + COUNTERS_OF.formatted("Adapter") + "#enabled=true",
                "+" + COUNTERS_OF.formatted("Endpoint") + "#enabled=true",
                "+" + COUNTERS_OF.formatted("Dispatcher") + "#enabled=true");
        String said = jcmd.run("JFR.configure");
        String repository =
                said.lines()
                        .filter(l -> l.startsWith(REPOSITORY))
                        .map(l -> l.substring(REPOSITORY.length()).strip())
                        .findFirst()
                        .orElseThrow(
                                () ->
                                        new Failure(
                                                "process "
                                                        + process.pid()
                                                        + " does not say where it records: "
                                                        + said));
        read(Path.of(repository));
    }

    private void read(Path repository) {
        EventStream s;
        try {
            s = EventStream.openRepository(repository);
        } catch (IOException e) {
            throw new Failure("cannot read the recording in " + repository + ": " + e, e);
        }
        TopSample.Collector collector = new TopSample.Collector();
        s.onEvent(COUNTERS_OF.formatted("Endpoint"), collector::endpoint);
        s.onEvent(COUNTERS_OF.formatted("Dispatcher"), collector::dispatcher);
        s.onEvent(COUNTERS_OF.formatted("Adapter"), collector::adapter);
        s.onEvent(RUNTIME, e -> samples.add(collector.end(e)));
        // The files of a process that ends go away under the reader; that is seen elsewhere.
        s.onError(_ -> {});
        stream = s;
        s.startAsync();
    }

    /** The next sample; nothing where the process has ended. */
    Optional<TopSample> next() {
        long end = System.nanoTime() + interval.plus(PATIENCE).toNanos();
        try {
            while (true) {
                @Nullable TopSample sample = samples.poll(LOOK.toMillis(), TimeUnit.MILLISECONDS);
                if (sample != null) {
                    seen = true;
                    return Optional.of(sample);
                }
                if (!process.isAlive()) {
                    return Optional.empty();
                }
                if (System.nanoTime() > end) {
                    throw new Failure(
                            seen
                                    ? "process " + process.pid() + " gives no counters any more"
                                    : "process " + process.pid() + " does not run JDAPL");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure("interrupted", e);
        }
    }

    /** Ends the recording; must not fail, since the process may be gone. */
    private void stop() {
        if (process.isAlive()) {
            try {
                JavaCommand.of(process.pid()).run("JFR.stop", "name=" + name);
            } catch (Failure e) {
                // It was never started, or the process has just ended: there is nothing to stop.
            }
        }
    }

    @Override
    public void close() {
        @Nullable EventStream s = stream;
        if (s != null) {
            s.close();
        }
        Leftovers.forget(removal);
        stop();
    }

    /**
     * {@code jcmd} for a process.
     *
     * @param program the program
     * @param pid the process
     */
    private record JavaCommand(Path program, long pid) {

        /** It attaches within this time, or the process does not answer. */
        private static final Duration LIMIT = Duration.ofSeconds(15);

        static JavaCommand of(long pid) {
            Path program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            if (!program.toFile().canExecute()) {
                throw new Failure("there is no " + program + ": a JDK is needed, not a JRE");
            }
            if (isOtherProgram(pid)) {
                throw new Failure("process " + pid + " is not a Java process");
            }
            return new JavaCommand(program, pid);
        }

        /**
         * Whether the system says that a process has no Java VM in it: {@code jcmd} would wait for
         * an answer. Where it says nothing, {@code jcmd} will.
         */
        private static boolean isOtherProgram(long pid) {
            try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"))) {
                return maps.noneMatch(line -> line.contains("libjvm"));
            } catch (IOException | UncheckedIOException e) {
                return false;
            }
        }

        /** Runs a command in the process and gives what it says. */
        String run(String... words) {
            List<String> line = new ArrayList<>();
            line.addAll(List.of(program.toString(), Long.toString(pid)));
            line.addAll(List.of(words));
            try {
                Process p = new ProcessBuilder(line).redirectErrorStream(true).start();
                // It says less than a pipe holds, so that it need not be read meanwhile.
                if (!p.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                    p.destroyForcibly();
                    throw new Failure(
                            "process "
                                    + pid
                                    + " does not answer within "
                                    + LIMIT.toSeconds()
                                    + " s");
                }
                String said =
                        new String(p.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                                .strip();
                if (p.exitValue() != 0 || said.contains("not found")) {
                    throw new Failure(refusal(said));
                }
                return said;
            } catch (IOException e) {
                throw new Failure("cannot run " + program + ": " + e.getMessage(), e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new Failure("interrupted", e);
            }
        }

        private String refusal(String said) {
            if (said.contains("jdk.jfr")) {
                return "process "
                        + pid
                        + " has no flight recorder: start it with --add-modules jdk.jfr";
            }
            List<String> lines = said.lines().toList();
            return "cannot attach to process "
                    + pid
                    + " (is it a Java process of this user?): "
                    + (lines.isEmpty() ? "no reason given" : lines.getLast().strip());
        }
    }
}
