package org.jdapl.conformance.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.Jdapl;
import org.jdapl.api.RegistryOptions;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Watchdog;
import org.jspecify.annotations.Nullable;

/**
 * The peer process. One thread takes commands one after the other and, in between, drives the
 * adapters that have no thread of their own; another reads the lines and, when they end because the
 * parent is gone, ends the process.
 */
public final class PeerMain {

    /** Exit status when the parent is gone. */
    static final int PARENT_GONE = 3;

    private static final long DRIVE_AGAIN_US = 100;

    private PeerMain() {}

    /**
     * Runs until told to end.
     *
     * @param args none
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        PrintStream out = System.out;
        System.setOut(System.err); // whoever prints must not disturb the protocol
        LinkedTransferQueue<String> lines = new LinkedTransferQueue<>();
        Thread.ofPlatform().daemon().name("peer-lines").start(() -> read(lines));
        try (Interpreter interpreter =
                new Interpreter(Jdapl.newRegistry(RegistryOptions.defaults()), new Pump())) {
            Thread.setDefaultUncaughtExceptionHandler(interpreter::uncaught);
            say(out, new Message("ready").with("pid", ProcessHandle.current().pid()));
            while (true) {
                @Nullable String line =
                        interpreter.drive()
                                ? lines.poll(DRIVE_AGAIN_US, TimeUnit.MICROSECONDS)
                                : lines.take();
                if (line != null) {
                    Message command = Message.decode(line);
                    say(out, interpreter.answer(command));
                }
            }
        }
    }

    private static void read(LinkedTransferQueue<String> lines) {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(Message.MARK + "dump")) {
                    System.err.println(Watchdog.threads());
                } else {
                    lines.add(line);
                }
            }
        } catch (IOException _) {
            // As if it had ended.
        }
        Runtime.getRuntime().halt(PARENT_GONE);
    }

    private static void say(PrintStream out, Message message) {
        out.println(message.encode());
        out.flush();
    }
}
