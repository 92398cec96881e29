package org.jdapl.examples.verbs.pingpong;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import org.jdapl.verbs.error.VerbsException;

/**
 * Messages to and fro over verbs, with the options and the protocol of the C programs {@code
 * ibv_rc_pingpong}, {@code ibv_uc_pingpong}, {@code ibv_ud_pingpong} and {@code ibv_srq_pingpong}:
 * either side may be one of those.
 */
public final class Main {
    private Main() {}

    /**
     * Runs one side.
     *
     * @param arguments the kind, options, and at the client the server's address
     */
    public static void main(String... arguments) {
        System.exit(run(System.out, arguments));
    }

    /**
     * Runs one side.
     *
     * @param out where it prints
     * @param arguments as of {@link #main}
     * @return the exit code: 0, 1 if it failed, 2 if the arguments are wrong
     */
    public static int run(PrintStream out, String... arguments) {
        Kind kind;
        Options options;
        try {
            kind = Kind.valueOf(arguments[0].toUpperCase(Locale.ROOT));
            options = Options.parse(kind, Arrays.copyOfRange(arguments, 1, arguments.length));
        } catch (RuntimeException e) {
            out.println(Options.USAGE);
            return 2;
        }
        try {
            new PingPong(kind, options, out).run();
            return 0;
        } catch (IOException | VerbsException | IllegalStateException e) {
            out.println("pingpong: " + e.getMessage());
            return 1;
        }
    }
}
