package org.jdapl.conformance.interop;

import java.io.IOException;
import java.util.List;
import java.util.function.ToIntFunction;

/**
 * Command lines from standard input, one after the other in one JVM, each answered by its exit
 * status.
 */
final class Session {

    private Session() {}

    /** Runs the one command line that is given or, for the word "session", those that come. */
    static int main(List<String> arguments, ToIntFunction<List<String>> program)
            throws IOException {
        if (!arguments.equals(List.of("session"))) {
            return program.applyAsInt(arguments);
        }
        return org.jdapl.tools.command.Session.run(System.in, program);
    }
}
