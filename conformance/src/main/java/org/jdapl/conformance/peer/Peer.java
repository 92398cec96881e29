package org.jdapl.conformance.peer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.conformance.base.AttributeText;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Pump;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Time;
import org.jspecify.annotations.Nullable;

/**
 * The peer of a test, from the side of the test: another process, or a thread with adapters of its
 * own. Commands are carried out one after the other; a test that wants the peer to wait while it
 * does something itself keeps the {@link Pending} answer. For use by one thread.
 */
public abstract class Peer implements AutoCloseable {

    private static final long LOOK_AGAIN_NS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long MARGIN_NS = TimeUnit.SECONDS.toNanos(1);

    private final Carrier carrier;
    private final Pump pump;
    private int sent;
    private int names;
    private boolean ready;

    /**
     * Makes one; does not wait for it.
     *
     * @param carrier what takes lines there and back
     * @param pump what to drive while a command is carried out
     */
    Peer(Carrier carrier, Pump pump) {
        this.carrier = carrier;
        this.pump = pump;
    }

    /** What drives adapters here while the peer is waited for. */
    final Pump pump() {
        return pump;
    }

    // ---- commands

    /** A command that was sent and will be answered. */
    final class Pending {

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
            carrier.send(command.encode());
        } catch (java.io.IOException e) {
            throw new PeerException(
                    "the peer is gone, "
                            + command.verb()
                            + " cannot be sent: "
                            + e
                            + "\n"
                            + carrier.said());
        }
        return new Pending(command, sent, waitsNs + Bound.COMMAND.nanos());
    }

    Message call(Message command) {
        return send(command, 0).take();
    }

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
        Time time = pump.time();
        long start = time.now();
        try {
            while (true) {
                boolean driving = pump.run();
                @Nullable String line =
                        carrier.receive(driving ? LOOK_AGAIN_NS : 1000 * LOOK_AGAIN_NS);
                if (line != null) {
                    return Message.decode(line);
                }
                if (carrier.ended()) {
                    throw new PeerException(
                            "the peer is gone, " + what + " was not answered\n" + carrier.said());
                }
                if (time.since(start) > limitNs + MARGIN_NS) {
                    carrier.dump();
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
            case "violated" -> throw new AssertionError("peer, " + answer.text("text"));
            default ->
                    throw new PeerException("peer: " + answer.text("text") + "\n" + carrier.said());
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
        Message answer =
                call(
                        new Message("open")
                                .with("party", name)
                                .with("adapter", adapter)
                                .with("progress", mode)
                                .with(AttributeText.toFields(attributes, Interpreter.ATTRIBUTE)));
        return new RemoteParty(this, name, mode, (int) answer.number("privateData"));
    }

    /** Closes every adapter of the peer process, and checks its canaries. */
    public void closeAll() {
        call(new Message("closeAll"));
    }

    /**
     * What threads of the peer died of.
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
     * What the peer has printed last, beside the protocol.
     *
     * @return the lines
     */
    public String said() {
        return carrier.said();
    }

    /**
     * Kills the peer, in the middle of whatever it does: it closes nothing and tells nobody.
     *
     * @throws InterruptedException where the thread was interrupted
     * @throws UnsupportedOperationException where it is a thread of this process
     */
    public abstract void kill() throws InterruptedException;

    /** Ends the peer. */
    @Override
    public void close() {
        carrier.close();
    }
}
