package org.jdapl.conformance.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Seed;
import org.jspecify.annotations.Nullable;

/**
 * One peer process for a kit on another host: its lines go to the connection, what comes from there
 * goes to it, and neither outlives the other.
 */
final class PeerSession {

    /** What a kit may set in the process. */
    static final List<String> SETTINGS =
            List.of(Bound.SCALE_PROPERTY, Seed.PROPERTY, Party.ADDRESS_PROPERTY);

    private static final int BUFFER_BYTES = 8192;

    private final Socket socket;
    private final Map<String, String> asked;

    PeerSession(Socket socket, Map<String, String> asked) {
        this.socket = socket;
        this.asked = asked;
    }

    /** Runs until the kit ends the connection or the process has ended. */
    void run() throws IOException {
        PeerOptions options = PeerOptions.defaults();
        for (String name : SETTINGS) {
            @Nullable String value = asked.get(name);
            if (value != null) {
                options = options.with("-D" + name + "=" + value);
            }
        }
        Process process = new ProcessBuilder(options.command()).start();
        try {
            Thread answers = pass(process.getInputStream());
            pass(process.getErrorStream());
            Thread.ofPlatform().daemon().name("peer-end").start(() -> endWith(answers));
            passCommands(process.getOutputStream());
        } finally {
            end(process);
        }
    }

    /** Each as soon as it comes. */
    private void passCommands(OutputStream to) throws IOException {
        InputStream from = socket.getInputStream();
        byte[] bytes = new byte[BUFFER_BYTES];
        for (int n = from.read(bytes); n >= 0; n = from.read(bytes)) {
            to.write(bytes, 0, n);
            to.flush();
        }
    }

    /** Once the process says no more, there is nobody for commands. */
    private void endWith(Thread answers) {
        try {
            answers.join();
            socket.shutdownInput();
        } catch (IOException | InterruptedException _) {
            // The kit was faster.
        }
    }

    private static void end(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes whole lines on: those of the process's two streams do not mix. */
    private Thread pass(InputStream from) {
        return Thread.ofPlatform()
                .daemon()
                .name("peer-lines")
                .start(
                        () -> {
                            try (BufferedReader in =
                                    new BufferedReader(
                                            new InputStreamReader(from, StandardCharsets.UTF_8))) {
                                OutputStream out = socket.getOutputStream();
                                for (String line = in.readLine();
                                        line != null;
                                        line = in.readLine()) {
                                    pass(out, line);
                                }
                            } catch (IOException _) {
                                // The process or the kit is gone.
                            }
                        });
    }

    private synchronized void pass(OutputStream out, String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
    }
}
