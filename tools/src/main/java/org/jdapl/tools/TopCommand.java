package org.jdapl.tools;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code jdapl top}. */
@Command(
        name = "top",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Shows what the adapters, endpoints and event dispatchers of another process on this"
                    + " machine do, until it is interrupted or that process ends.",
            "The process must belong to the same user and have Java's module jdk.jfr. A recording"
                    + " of JDAPL's counters alone is started in it, and stopped at the end."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  jdapl top 4711",
            "  jdapl top --interval 5s --rows 50 4711",
            "  jdapl top --once --json 4711"
        })
final class TopCommand implements Runnable {

    /** The recorder hands events over about once a second: shorter intervals show nothing more. */
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    @Parameters(paramLabel = "PID", description = "The process.")
    private long pid;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "TIME",
            defaultValue = "1s",
            converter = Durations.Converter.class,
            description = "How long a look lasts, from 1s (default: ${DEFAULT-VALUE}).")
    private Duration interval = SHORTEST;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "20",
            description =
                    "So many endpoints and dispatchers of each adapter at most, the busiest first"
                            + " (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(names = "--once", description = "Look once and exit.")
    private boolean once;

    @Option(names = "--json", description = "Print JSON, one document for each look.")
    private boolean json;

    @Spec private CommandSpec spec = CommandSpec.create();

    TopCommand() {}

    @Override
    public void run() {
        Leftovers.running(spec.qualifiedName());
        if (interval.compareTo(SHORTEST) < 0) {
            throw new ParameterException(
                    spec.commandLine(), "--interval is below " + Durations.format(SHORTEST));
        }
        if (rows < 0) {
            throw new ParameterException(spec.commandLine(), "--rows " + rows + " is below zero");
        }
        TopView view = new TopView(System.out, pid, rows, json, !once);
        try (TopRecording recording = TopRecording.start(pid, interval)) {
            Optional<TopSample> former = recording.next();
            if (former.isEmpty()) {
                throw new Failure("process " + pid + " ended");
            }
            for (@Nullable TopSample last = former.get(); last != null; ) {
                @Nullable TopSample now = recording.next().orElse(null);
                if (now != null) {
                    view.print(last, now);
                }
                last = once ? null : now;
            }
        }
        System.out.flush();
    }
}
