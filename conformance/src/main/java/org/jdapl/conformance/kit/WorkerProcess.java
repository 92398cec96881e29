package org.jdapl.conformance.kit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.peer.PeerOptions;
import org.jspecify.annotations.Nullable;

/**
 * A worker, from the side of the kit: it is waited for as long as its journal goes on, and what it
 * died of is charged to the trial that it had begun.
 */
final class WorkerProcess {

    /** A worker whose journal stands still for so long hangs where no interrupt reaches it. */
    private static final long SILENCE_NS =
            2 * (Bound.TEST.nanos() + Bound.SETTLE.nanos()) + Bound.START.nanos();

    /** The end of the process is noticed at once; this is about its silence. */
    private static final long LOOK_EVERY_MS = 1_000;

    /** As much as the build gives its own tests. */
    private static final String HEAP = "-Xmx512m";

    private static final int KILLED = 137;

    /** Of workers that stopped between two trials, or have written down what the last came to. */
    private static final Set<Integer> STOPPED = Set.of(HangGuard.STATUS, Worker.TOO_SLOW);

    private final PeerOptions java;
    private final Path directory;
    private final int number;
    private final long silenceNs;

    WorkerProcess(PeerOptions java, Path directory, int number) {
        this(java, directory, number, SILENCE_NS);
    }

    WorkerProcess(PeerOptions java, Path directory, int number, long silenceNs) {
        this.java = java;
        this.directory = directory;
        this.number = number;
        this.silenceNs = silenceNs;
    }

    /**
     * What came of a worker.
     *
     * @param results in order, of as many trials as it came to
     * @param cold why it could not connect once before the rules; empty where it could, or did not
     *     have to
     * @param usable false where it did not come as far as to open the target
     */
    record Done(List<Result> results, Optional<String> cold, boolean usable) {}

    /**
     * Has trials run.
     *
     * @param warm whether to connect once before them
     * @param lostMs how long failing trials may take together
     * @param described where the target is described after the trials, if it can be then; null
     *     where it need not be
     */
    Done run(
            Class<?> catalogue,
            String target,
            List<Journal.Step> steps,
            boolean warm,
            long lostMs,
            @Nullable Path described)
            throws IOException, InterruptedException {
        Path journal = directory.resolve("journal-" + number + ".txt");
        Path log = directory.resolve("worker-" + number + ".log");
        Files.deleteIfExists(journal);
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of(catalogue.getName(), target, journal.toString()));
        arguments.addAll(List.of(Boolean.toString(warm), Long.toString(lostMs)));
        arguments.add(described == null ? "" : described.toString());
        steps.forEach(step -> arguments.add(step.rule() + "/" + step.mode()));
        Process process =
                new ProcessBuilder(java.with(HEAP).command(Worker.class, arguments))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        End end = await(process, journal);
        Journal.Account account = new Journal(journal).read();
        List<Result> results = new ArrayList<>(account.results());
        Optional<String> cold = Optional.empty();
        @Nullable Result warmUp = account.warmUp();
        if (Journal.WARM_UP.equals(account.unfinished())) {
            cold = Optional.of("the worker " + end.how() + lastWords(log));
        } else if (warmUp != null && !warmUp.status().isGood()) {
            cold = Optional.of(warmUp.text());
        }
        boolean begun = warmUp != null || account.unfinished() != null || !results.isEmpty();
        if (results.size() < steps.size()
                && (cold.isEmpty() || !results.isEmpty())
                && !STOPPED.contains(process.exitValue())) {
            Journal.Step step = steps.get(results.size());
            results.add(charge(step, step.equals(account.unfinished()), end, log));
        }
        return new Done(results, cold, begun);
    }

    private static Result charge(Journal.Step step, boolean begun, End end, Path log) {
        return Result.ofHarness(
                step,
                begun ? Status.CRASH : Status.ERROR,
                "the worker "
                        + end.how()
                        + (begun ? " while the rule was tried" : " before the rule")
                        + lastWords(log)
                        + "; see "
                        + log.getFileName(),
                "",
                end.silentMs());
    }

    private static String lastWords(Path log) {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> !line.replace("#", "").isBlank())
                    .reduce((_, last) -> last)
                    .map(line -> ", its last words: " + line.strip())
                    .orElse("");
        } catch (IOException | UncheckedIOException e) {
            return ", its log cannot be read: " + e.getMessage();
        }
    }

    /**
     * How a worker ended.
     *
     * @param how in words
     * @param silentMs how long its journal had stood still
     */
    private record End(String how, long silentMs) {}

    private End await(Process process, Path journal) throws IOException, InterruptedException {
        long seen = -1;
        long since = System.nanoTime();
        try {
            while (!process.waitFor(LOOK_EVERY_MS, TimeUnit.MILLISECONDS)) {
                long size = Files.exists(journal) ? Files.size(journal) : 0;
                if (size != seen) {
                    seen = size;
                    since = System.nanoTime();
                } else if (System.nanoTime() - since > silenceNs) {
                    process.destroyForcibly().waitFor();
                    return new End("hung", millisSince(since));
                }
            }
        } finally {
            process.destroyForcibly();
        }
        return new End(
                process.exitValue() == KILLED
                        ? "was killed"
                        : "ended with status " + process.exitValue(),
                millisSince(since));
    }

    private static long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos);
    }
}
