package org.jdapl.tools;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.jdapl.tools.command.Session;
import picocli.CommandLine.Command;

/** The command {@code jdapl session}. */
@Command(
        name = "session",
        usageHelpWidth = 100,
        description = {
            "Runs command lines from standard input, one after the other in one Java VM, and prints"
                    + " 'exit N' with the status of each. What is measured is warm from the second"
                    + " line on.",
            "A line is that of jdapl without its name. Words stand between blanks, or between"
                    + " quotation marks. Empty lines and those that begin with # are passed over."
                    + " The exit status is the highest of all."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  jdapl session        then lines such as: perf --op read -s 4k"})
final class SessionCommand implements Callable<Integer> {

    @Override
    public Integer call() throws IOException {
        return Session.run(System.in, words -> Main.run(words.toArray(String[]::new)));
    }
}
