package org.jdapl.examples.datagrams;

import java.io.PrintStream;
import java.util.Arrays;
import org.jdapl.api.DatException;

/** Datagrams as the C programs {@code udaddy} and {@code mckey} send them, on the consumer API. */
public final class Main {
    private static final int FAILED = 1;
    private static final int BAD_USAGE = 2;

    private Main() {}

    /** One of the two. */
    private interface Program {
        void run(Options options, PrintStream out) throws InterruptedException;
    }

    /**
     * Runs one side of one of them, and exits.
     *
     * @param arguments the command line, see {@link Options#USAGE}
     */
    public static void main(String[] arguments) {
        System.exit(run(System.out, arguments));
    }

    /**
     * Runs one side of one of them.
     *
     * @param out where it writes
     * @param arguments the command line, see {@link Options#USAGE}
     * @return 0 where it came to its end, 1 where it did not, 2 for a wrong command line
     */
    public static int run(PrintStream out, String... arguments) {
        Program program;
        Options options;
        try {
            program = program(arguments.length == 0 ? "" : arguments[0]);
            options = Options.parse(Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            out.print(Options.USAGE);
            return BAD_USAGE;
        }
        try {
            program.run(options, out);
            out.println("data transfers complete");
            return 0;
        } catch (DatException | IllegalStateException e) {
            out.println(e.getMessage());
            return FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            out.println("interrupted");
            return FAILED;
        }
    }

    private static Program program(String name) {
        return switch (name) {
            case "udaddy" -> UdaDdy::run;
            case "mckey" -> McKey::run;
            default -> throw new IllegalArgumentException("udaddy or mckey?");
        };
    }
}
