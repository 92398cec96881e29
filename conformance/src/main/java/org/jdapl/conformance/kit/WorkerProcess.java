package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.peer.PeerOptions;

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

    /** Has trials run; gives at least one result, and as many as the worker came to. */
    List<Result> run(Class<?> catalogue, String target, List<Journal.Step> steps)
            throws IOException, InterruptedException {
        Path journal = directory.resolve("journal-" + number + ".txt");
        Path log = directory.resolve("worker-" + number + ".log");
        Files.deleteIfExists(journal);
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of(catalogue.getName(), target, journal.toString()));
        steps.forEach(step -> arguments.add(step.rule() + "/" + step.mode()));
        Process process =
                new ProcessBuilder(java.with(HEAP).command(Worker.class, arguments))
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        String end = await(process, journal);
        Journal.Account account = new Journal(journal).read();
        List<Result> results = new ArrayList<>(account.results());
        if (results.size() < steps.size()) {
            Journal.Step step = steps.get(results.size());
            results.add(charge(step, step.equals(account.unfinished()), end, log));
        }
        return results;
    }

    private static Result charge(Journal.Step step, boolean begun, String end, Path log) {
        return new Result(
                step.rule(),
                step.mode(),
                begun ? Status.CRASH : Status.ERROR,
                false,
                "the worker "
                        + end
                        + (begun ? " while the rule was tried" : " before the rule")
                        + "; see "
                        + log.getFileName(),
                "",
                Set.of(),
                List.of(),
                List.of(),
                0);
    }

    /** Waits for the end of the worker, and says how it ended. */
    private String await(Process process, Path journal) throws IOException, InterruptedException {
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
                    return "hung";
                }
            }
        } finally {
            process.destroyForcibly();
        }
        return process.exitValue() == KILLED
                ? "was killed"
                : "ended with status " + process.exitValue();
    }
}
