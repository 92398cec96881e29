package org.jdapl.examples.verbs.mckey;

import java.io.PrintStream;
import org.jdapl.examples.verbs.common.Program;

/**
 * Datagrams to a multicast group, as the C program {@code mckey} of librdmacm sends them; either
 * talks to the other.
 */
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
        return Program.run(McKey::run, Options.USAGE, out, arguments);
    }
}
