package org.jdapl.conformance.kit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.api.data.ProgressMode;

/** Tries rules in a JVM of its own, and writes down each before and after. */
public final class Worker {

    private Worker() {}

    /**
     * Runs.
     *
     * @param args the class that gives the rules, the target's name, the journal's path, and then
     *     the trials, each a rule's id and a mode with a slash in between
     */
    public static void main(String[] args) {
        RuleCatalogue catalogue = RuleCatalogue.of(args[0]);
        Journal journal = new Journal(Path.of(args[2]));
        try (Target target = Targets.named(args[1])) {
            Trial.warmUp(target);
            for (Journal.Step step : steps(args)) {
                journal.begin(step);
                journal.end(Trial.run(catalogue.test(step.rule()), target, step.mode()));
            }
        }
    }

    private static List<Journal.Step> steps(String[] args) {
        List<Journal.Step> steps = new ArrayList<>();
        for (String arg : List.of(args).subList(3, args.length)) {
            String[] two = arg.split("/", -1);
            steps.add(new Journal.Step(two[0], ProgressMode.valueOf(two[1])));
        }
        return steps;
    }
}
