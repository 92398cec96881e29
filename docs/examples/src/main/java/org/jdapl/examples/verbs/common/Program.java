package org.jdapl.examples.verbs.common;

import java.io.PrintStream;
import org.jdapl.verbs.error.VerbsException;

/** What the {@code main} methods have in common: usage, failures, exit codes. */
public final class Program {
    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    /** What a program does. */
    @FunctionalInterface
    public interface Body {
        /**
         * Does it.
         *
         * @param out where it writes
         * @param arguments the command line
         * @throws IllegalArgumentException with a text for people where the command line is wrong
         */
        void run(PrintStream out, String... arguments);
    }

    private Program() {}

    /**
     * Runs a program.
     *
     * @param body what it does
     * @param usage its command line
     * @param out where it writes
     * @param arguments the command line
     * @return its exit code
     */
    public static int run(Body body, String usage, PrintStream out, String... arguments) {
        try {
            body.run(out, arguments);
            return 0;
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage() + "\n" + usage);
            return WRONG_USAGE;
        } catch (VerbsException | IllegalStateException e) {
            out.println("FAILED: " + e.getMessage());
            return FAILED;
        }
    }
}
