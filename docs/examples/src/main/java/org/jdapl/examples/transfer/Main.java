package org.jdapl.examples.transfer;

import org.jdapl.api.DatException;

/** The command line of the data transfer test. */
final class Main {

    private static final int FAILED = 1;
    private static final int WRONG_USAGE = 2;

    private Main() {}

    /**
     * Runs one side.
     *
     * @param arguments see {@link Options#USAGE}
     */
    public static void main(String... arguments) throws InterruptedException {
        Options options;
        try {
            options = Options.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage() + "\n" + Options.USAGE);
            System.exit(WRONG_USAGE);
            return;
        }
        try {
            Transfer.run(options, System.out);
        } catch (DatException | IllegalStateException e) {
            System.out.println("FAILED: " + e.getMessage());
            System.exit(FAILED);
        }
    }
}
