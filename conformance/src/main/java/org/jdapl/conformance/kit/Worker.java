package org.jdapl.conformance.kit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.data.ProgressMode;

/** Tries rules in a JVM of its own, and writes down each before and after. */
public final class Worker {

    /** The exit status of a worker whose failing trials took longer than they may. */
    static final int TOO_SLOW = 5;

    private static final int KIT_GONE = 3;

    private static final int SETTINGS = 6;

    private Worker() {}

    /**
     * Runs.
     *
     * @param args the class that gives the rules, the target's name, the journal's path, whether to
     *     connect once before the first rule, how many milliseconds failing trials may take
     *     together, the file that a description of the target goes to after the trials (empty for
     *     none), and then the trials, each a rule's id and a mode with a slash in between
     * @throws Throwable where the target cannot be described
     */
    public static void main(String[] args) throws Throwable {
        RuleCatalogue catalogue = RuleCatalogue.of(args[0]);
        Journal journal = new Journal(Path.of(args[2]));
        Thread.ofPlatform().daemon().name("kit-gone").start(Worker::endWithTheKit);
        try (Target target = Targets.named(args[1])) {
            if (Boolean.parseBoolean(args[3])) {
                warmUp(target, journal);
            }
            long left = Long.parseLong(args[4]);
            for (Journal.Step step : steps(args)) {
                if (left < 0) {
                    System.exit(TOO_SLOW);
                }
                journal.begin(step);
                Result result;
                try (HangGuard _ = new HangGuard(step, journal)) {
                    result = Trial.run(catalogue.test(step.rule()), target, step.mode());
                }
                journal.end(result);
                left -= result.status().isGood() ? 0 : result.millis();
            }
            if (!args[5].isEmpty()) {
                Describer.describe(args[1], target, Path.of(args[5]));
            }
        }
    }

    /** The kit says nothing to its workers; the end of their input tells that it is gone. */
    private static void endWithTheKit() {
        try {
            while (System.in.read() >= 0) {
                // Not for us.
            }
        } catch (IOException _) {
            // As if it had ended.
        }
        Runtime.getRuntime().halt(KIT_GONE);
    }

    /** A target that cannot connect is tried all the same: there are rules that do not connect. */
    private static void warmUp(Target target, Journal journal) {
        journal.begin(Journal.WARM_UP);
        Status status = Status.PASS;
        String text = "";
        try (HangGuard _ = new HangGuard(Journal.WARM_UP, journal)) {
            Trial.warmUp(target);
        } catch (AssertionError e) {
            e.printStackTrace();
            status = Status.ERROR;
            text = String.valueOf(e.getMessage());
        }
        journal.end(Result.ofHarness(Journal.WARM_UP, status, text, "", 0));
    }

    private static List<Journal.Step> steps(String[] args) {
        List<Journal.Step> steps = new ArrayList<>();
        for (String arg : List.of(args).subList(SETTINGS, args.length)) {
            String[] two = arg.split("/", -1);
            steps.add(new Journal.Step(two[0], ProgressMode.valueOf(two[1])));
        }
        return steps;
    }
}
