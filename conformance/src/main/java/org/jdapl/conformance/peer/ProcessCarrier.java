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
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Watchdog;
import org.jspecify.annotations.Nullable;

/** Talks to another process by its standard input and output. */
final class ProcessCarrier implements Carrier {

    private static final int KEPT_LINES = 200;

    private final Process process;
    private final Writer commands;
    private final LinkedTransferQueue<String> answers = new LinkedTransferQueue<>();
    private final Deque<String> said = new ArrayDeque<>();
    private final Runnable dump = this::dump;
    private volatile boolean ended;

    private ProcessCarrier(Process process) {
        this.process = process;
        this.commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /** Starts a process where peers are. */
    static ProcessCarrier start(PeerPlace place) {
        try {
            ProcessCarrier carrier = new ProcessCarrier(place.start());
            carrier.listen("peer-out", carrier.process.getInputStream(), true);
            carrier.listen("peer-err", carrier.process.getErrorStream(), false);
            Watchdog.addDump(carrier.dump);
            return carrier;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process process() {
        return process;
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

    @Override
    public void send(String line) throws IOException {
        commands.write(line + "\n");
        commands.flush();
    }

    @Override
    public @Nullable String receive(long nanos) throws InterruptedException {
        return answers.poll(nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public boolean ended() {
        return ended && answers.isEmpty();
    }

    @Override
    public String said() {
        synchronized (said) {
            return String.join("\n", said);
        }
    }

    /** Has the process print what its threads do, and prints it. */
    @Override
    public void dump() {
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
                "peer " + process + (process.isAlive() ? "" : " (dead)") + ":\n" + said());
    }

    /** Takes note that the process is dead. */
    void forget() {
        Watchdog.removeDump(dump);
    }

    /** Ends the process, by the end of its input where that helps. */
    @Override
    public void close() {
        forget();
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
