package org.jdapl.conformance.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.AttributeText;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Watchdog;
import org.jspecify.annotations.Nullable;

/**
 * The peer process, from the side of the test. Commands are carried out one after the other; a test
 * that wants the peer to wait while it does something itself keeps the {@link Pending} answer. For
 * use by one thread.
 */
public final class Peer implements AutoCloseable {

    private static final int KEPT_LINES = 200;
    private static final long LOOK_AGAIN_US = 50;
    private static final long MARGIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final Process process;
    private final Writer commands;
    private final Pump pump;
    private final LinkedTransferQueue<String> answers = new LinkedTransferQueue<>();
    private final Deque<String> said = new ArrayDeque<>();
    private final Runnable dump = this::dump;
    private int sent;
    private int names;
    private volatile boolean ended;

    private Peer(Process process, Pump pump) {
        this.process = process;
        this.pump = pump;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
        listen("peer-out", process.getInputStream(), true);
        listen("peer-err", process.getErrorStream(), false);
        Watchdog.addDump(dump);
    }

    /**
     * Starts a process; does not wait for it.
     *
     * @param options how
     * @param pump what to drive while a command is carried out
     * @return the peer
     */
    public static Peer start(PeerOptions options, Pump pump) {
        try {
            return new Peer(new ProcessBuilder(options.command()).start(), pump);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void listen(String name, InputStream from, boolean protocol) {
        Thread.ofPlatform()
                .daemon()
                .name(name)
                .start(
                        () -> {
                            try (BufferedReader in =
                                    new BufferedReader(
                                            new InputStreamReader(from, StandardCharsets.UTF_8))) {
                                for (String line = in.readLine();
                                        line != null;
                                        line = in.readLine()) {
                                    if (protocol && line.startsWith(Message.MARK)) {
                                        answers.add(line);
                                    } else {
                                        keep(line);
                                    }
                                }
                            } catch (IOException _) {
                                // The process is gone.
                            }
                            if (protocol) {
                                ended = true;
                            }
                        });
    }

    private void keep(String line) {
        synchronized (said) {
            said.addLast(line);
            if (said.size() > KEPT_LINES) {
                said.removeFirst();
            }
        }
    }

    /**
     * What the process has printed last, beside the protocol.
     *
     * @return the lines
     */
    public String said() {
        synchronized (said) {
            return String.join("\n", said);
        }
    }

    /** Has the process print what its threads do, and prints it. */
    private void dump() {
        try {
            commands.write(Message.MARK + "dump\n");
            commands.flush();
            TimeUnit.MILLISECONDS.sleep(Bound.QUIET.millis());
        } catch (IOException _) {
            keep("cannot be told to dump");
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        System.err.println(
                "peer " + process.pid() + (process.isAlive() ? "" : " (dead)") + ":\n" + said());
    }

    // ---- commands

    /** A command that was sent and will be answered. */
    public final class Pending {

        private final Message command;
        private final int number;
        private final long limitNs;

        private Pending(Message command, int number, long limitNs) {
            this.command = command;
            this.number = number;
            this.limitNs = limitNs;
        }

        /** Waits for the answer. */
        Message take() {
            while (true) {
                Message answer = receive(command.verb(), limitNs);
                // An answer that nobody took, because a test had failed before, is skipped.
                if (answer.number(Message.NUMBER) == number) {
                    return check(command, answer);
                }
            }
        }
    }

    Pending send(Message command, long waitsNs) {
        awaitReady();
        command.with(Message.NUMBER, ++sent);
        try {
            commands.write(command.encode() + "\n");
            commands.flush();
        } catch (IOException e) {
            throw new PeerException(
                    "the peer is gone, "
                            + command.verb()
                            + " cannot be sent: "
                            + e
                            + "\n"
                            + said());
        }
        return new Pending(command, sent, waitsNs + Bound.COMMAND.nanos());
    }

    Message call(Message command) {
        return send(command, 0).take();
    }

    private boolean ready;

    private void awaitReady() {
        if (!ready) {
            Message first = receive("start", Bound.START.nanos());
            if (!first.verb().equals("ready")) {
                throw new PeerException("the peer started with " + first);
            }
            ready = true;
        }
    }

    private Message receive(String what, long limitNs) {
        long start = System.nanoTime();
        try {
            while (true) {
                boolean driving = pump.run();
                @Nullable String line =
                        answers.poll(
                                driving ? LOOK_AGAIN_US : 1000 * LOOK_AGAIN_US,
                                TimeUnit.MICROSECONDS);
                if (line != null) {
                    return Message.decode(line);
                }
                if (ended && answers.isEmpty()) {
                    throw new PeerException(
                            "the peer is gone, " + what + " was not answered\n" + said());
                }
                if (System.nanoTime() - start > limitNs + MARGIN_NS) {
                    dump();
                    throw new PeerException(
                            what + " was not answered within " + limitNs / 1_000_000 + " ms");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PeerException("interrupted while " + what + " was carried out: " + e);
        }
    }

    private Message check(Message command, Message answer) {
        return switch (answer.verb()) {
            case "ok" -> answer;
            case "refused" ->
                    throw new PeerRefusedException(
                            DatType.valueOf(answer.text("type")),
                            DatSubtype.valueOf(answer.text("subtype")),
                            "peer, " + command.verb() + ": " + answer.text("text"));
            default -> throw new PeerException("peer: " + answer.text("text") + "\n" + said());
        };
    }

    String newName(String kind) {
        return kind + ++names;
    }

    // ---- what a test uses

    /** Waits until the process is there and answers. */
    public void ping() {
        call(new Message("ping"));
    }

    /**
     * Opens an adapter in the peer process.
     *
     * @param adapter its name
     * @param mode its progress mode
     * @return the party
     */
    public RemoteParty open(String adapter, ProgressMode mode) {
        return open(adapter, mode, TransportAttributes.NONE);
    }

    /**
     * Opens an adapter in the peer process with attributes.
     *
     * @param adapter its name
     * @param mode its progress mode
     * @param attributes transport-specific attributes
     * @return the party
     */
    public RemoteParty open(String adapter, ProgressMode mode, TransportAttributes attributes) {
        String name = newName("party");
        call(
                new Message("open")
                        .with("party", name)
                        .with("adapter", adapter)
                        .with("progress", mode)
                        .with(AttributeText.toFields(attributes, Interpreter.ATTRIBUTE)));
        return new RemoteParty(this, name, mode);
    }

    /** Closes every adapter of the peer process, and checks its canaries. */
    public void closeAll() {
        call(new Message("closeAll"));
    }

    /**
     * What threads of the peer process died of.
     *
     * @return a text; empty where none did
     */
    public String failures() {
        return call(new Message("failures")).text("text");
    }

    /**
     * What the peer process holds.
     *
     * @param memory whether to look at native memory too, which is slow
     * @return what there is at this moment
     */
    public Resources resources(boolean memory) {
        Message command = new Message("resources");
        Message answer = call(memory ? command.with("native", true) : command);
        Map<String, Integer> threads = new LinkedHashMap<>();
        Map<String, Integer> descriptors = new LinkedHashMap<>();
        answer.fields()
                .forEach(
                        (name, value) -> {
                            if (name.startsWith("thread:")) {
                                threads.put(
                                        name.substring("thread:".length()),
                                        Integer.parseInt(value));
                            } else if (name.startsWith("descriptor:")) {
                                descriptors.put(
                                        name.substring("descriptor:".length()),
                                        Integer.parseInt(value));
                            }
                        });
        return new Resources(threads, descriptors, answer.number("native"));
    }

    /**
     * Has the process end as a program ends that calls {@code System.exit}, its connections open.
     *
     * @param status the exit status
     */
    public void exit(int status) {
        call(new Message("exit").with("status", status));
    }

    /**
     * The process.
     *
     * @return its number
     */
    public long pid() {
        return process.pid();
    }

    /**
     * Whether the process lives.
     *
     * @return true while it does
     */
    public boolean isAlive() {
        return process.isAlive();
    }

    /**
     * Waits for the end of the process.
     *
     * @param bound how long at most
     * @return its exit status
     * @throws InterruptedException where the thread was interrupted
     * @throws AssertionError where it did not end in time
     */
    public int awaitExit(Bound bound) throws InterruptedException {
        long start = System.nanoTime();
        while (!process.waitFor(1, TimeUnit.MILLISECONDS)) {
            pump.run();
            if (System.nanoTime() - start > bound.nanos()) {
                throw new AssertionError(
                        "the peer did not end within " + bound + "=" + bound.millis() + " ms");
            }
        }
        return process.exitValue();
    }

    /**
     * Kills the process with SIGKILL, and waits until it is dead.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        awaitExit(Bound.EVENT);
        Watchdog.removeDump(dump);
    }

    /**
     * Stops the process with SIGSTOP: its sockets stay, and nothing is done with them.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    public void suspend() throws InterruptedException {
        signal("-STOP");
    }

    /**
     * Lets the process go on after {@link #suspend()}.
     *
     * @throws InterruptedException where the thread was interrupted
     */
    public void resume() throws InterruptedException {
        signal("-CONT");
    }

    private void signal(String which) throws InterruptedException {
        try {
            Process kill =
                    new ProcessBuilder(List.of("kill", which, Long.toString(process.pid())))
                            .inheritIO()
                            .start();
            if (kill.waitFor() != 0) {
                throw new PeerException("kill " + which + " failed");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the process, by the end of its input where that helps. */
    @Override
    public void close() {
        Watchdog.removeDump(dump);
        try {
            commands.close();
            if (!process.waitFor(Bound.EVENT.millis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException _) {
            process.destroyForcibly();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
