package org.jdapl.conformance.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

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
        BufferedReader lines =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        int worst = 0;
        for (@Nullable String line = lines.readLine(); line != null; line = lines.readLine()) {
            int code = program.applyAsInt(List.of(line.strip().split("\\s+", -1)));
            worst = Math.max(worst, code);
            RdmaPing.say("exit " + code);
        }
        return worst;
    }
}
