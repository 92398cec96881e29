package org.jdapl.examples.verbs.rping;

import java.io.PrintStream;
import org.jdapl.examples.verbs.common.Program;

/** Ping by RDMA, as the C program {@code rping} of librdmacm does it; either talks to the other. */
public final class Main {
    private Main() {}

    /**
     * Runs one side.
     *
     * @param arguments the command line
     */
    public static void main(String... arguments) {
        System.exit(run(System.out, arguments));
    }

    /**
     * Runs one side.
     *
     * @param out where it writes
     * @param arguments the command line
     * @return the exit code
     */
    public static int run(PrintStream out, String... arguments) {
        return Program.run(Main::runSide, Options.USAGE, out, arguments);
    }

    private static void runSide(PrintStream out, String... arguments) {
        Options options = Options.parse(arguments);
        if (options.server()) {
            new Server(options, out).run();
        } else {
            new Client(options, out).run();
        }
    }
}
