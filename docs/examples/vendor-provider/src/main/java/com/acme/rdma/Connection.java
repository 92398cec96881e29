package com.acme.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.ConnectionInfo;

/**
 * A connection of a queue pair from its set-up to its end. Exactly one event ends it, unless the
 * queue pair is flushed before.
 *
 * <p>Everything is called under the adapter's lock; what is told is told later, by the driver.
 */
final class Connection implements FrameChannel.Handler {

    /** How long the peer has for each step of the set-up; consumers may want less. */
    private static final long SET_UP_NS = 10_000_000_000L;

    /** How long a graceful disconnect waits for what was posted, and for the peer's side. */
    private static final long DRAIN_NS = 5_000_000_000L;

    private static final byte[] NOTHING = {};

    private enum State {
        CONNECTING,
        AWAIT_ANSWER,
        AWAIT_READY,
        OPEN,
        DRAINING,
        OUTPUT_ENDED,
        OVER
    }

    private final AcmeAdapter adapter;
    private final AcmeQueuePair pair;
    private final FrameChannel channel;
    private final InetSocketAddress remote;
    private final byte[] privateData;
    private int readsIn;
    private int readsOut;
    private final Requester requester;
    private final Responder responder;
    private State state;

    Connection(
            AcmeAdapter adapter,
            AcmeQueuePair pair,
            FrameChannel channel,
            InetSocketAddress remote,
            ConnectParameters wanted) {
        this.adapter = adapter;
        this.pair = pair;
        this.channel = channel;
        this.remote = remote;
        this.privateData = wanted.privateData().clone();
        this.readsIn = wanted.readsIn();
        this.readsOut = wanted.readsOut();
        this.requester = new Requester(this, pair, channel);
        this.responder = new Responder(this, pair, channel, adapter.regions());
        this.state = State.CONNECTING;
    }

    // ---- set-up

    /** Starts to connect; throws where it is known at once that this cannot be done. */
    void connect() throws IOException {
        channel.handler(this);
        channel.connect(remote);
    }

    @Override
    public void connected() {
        state = State.AWAIT_ANSWER;
        channel.setTimer(SET_UP_NS);
        say(Frames.CONNECT, privateData);
    }

    @Override
    public void connectFailed(IOException cause) {
        String reason = "connect failed: " + cause.getMessage();
        // Told apart by its text: the class is the same for a peer that does not answer.
        if (reason.contains("refused")) {
            endRejected(false, NOTHING, reason);
        } else {
            end(() -> adapter.listener().unreachable(pair.context, reason, 0));
        }
        channel.close();
    }

    /** Accepts on behalf of the passive side, which is established when the peer knows. */
    void accept(int peerServes, int peerWants) {
        channel.handler(this);
        agree(peerServes, peerWants);
        state = State.AWAIT_READY;
        channel.setTimer(SET_UP_NS);
        say(Frames.ACCEPT, privateData);
    }

    /** The requester went away before it was accepted. */
    void requesterGone() {
        endBroken("the requester is gone", 0);
    }

    private void say(byte type, byte[] payload) {
        channel.put(type, readsIn, readsOut, Frames.MAGIC, payload);
        channel.wantWrite(!channel.flush());
    }

    /** Neither side asks for more reads at once than the other serves. */
    private void agree(long peerServes, long peerWants) {
        readsOut = (int) Math.min(readsOut, peerServes);
        readsIn = (int) Math.min(readsIn, peerWants);
    }

    private void open(byte[] peerData) {
        state = State.OPEN;
        channel.stopTimer();
        ConnectionInfo info =
                new ConnectionInfo(channel.localAddress(), remote, peerData, readsIn, readsOut);
        adapter.tell(() -> adapter.listener().established(pair.context, info));
    }

    private void answered(byte type, long peerServes, long peerWants, byte[] peerData) {
        if (type == Frames.ACCEPT) {
            agree(peerServes, peerWants);
            say(Frames.READY, NOTHING);
            open(peerData);
            return;
        }
        if (type == Frames.REJECT) {
            endRejected(true, peerData, "the peer's consumer rejected the connection");
        } else {
            endRejected(false, NOTHING, Refusal.PROTOCOL.text());
        }
        channel.close();
    }

    // ---- work

    boolean isOpen() {
        return state == State.OPEN;
    }

    int readsIn() {
        return readsIn;
    }

    int readsOut() {
        return readsOut;
    }

    @Override
    public void frame(
            byte type, int flags, long address, long key, long total, ByteBuffer payload) {
        switch (state) {
            case AWAIT_ANSWER -> {
                byte[] peerData = new byte[payload.remaining()];
                payload.get(peerData);
                answered(type, address, key, peerData);
            }
            case AWAIT_READY -> {
                if (type == Frames.READY) {
                    open(NOTHING);
                } else {
                    refuse(Refusal.PROTOCOL);
                }
            }
            case OPEN, DRAINING, OUTPUT_ENDED -> {
                switch (type) {
                    case Frames.SEND -> responder.send(flags, payload);
                    case Frames.WRITE -> responder.write(address, key, payload);
                    case Frames.READ -> responder.read(address, key, total);
                    case Frames.RESPONSE -> requester.response(flags, payload);
                    case Frames.REFUSED -> refused(Refusal.of(key));
                    default -> refuse(Refusal.PROTOCOL);
                }
                transmit();
            }
            case CONNECTING, OVER -> {
                // Nothing counts any more.
            }
        }
    }

    @Override
    public void writable() {
        transmit();
    }

    /** Sends as much as the socket takes at once of what there is to send. */
    void transmit() {
        boolean empty = true;
        while (isWorking() && empty) {
            // By turns, so that neither the peer's reads nor this side's requests starve.
            boolean any = responder.fill() | requester.fill();
            if (!any && channel.isEmpty()) {
                break;
            }
            empty = channel.flush();
            if (empty) {
                requester.allWritten();
            }
        }
        if (isWorking()) {
            channel.wantWrite(!empty);
            if (state == State.DRAINING && empty && requester.isIdle() && responder.isIdle()) {
                state = State.OUTPUT_ENDED;
                channel.setTimer(DRAIN_NS);
                channel.endOfOutput();
            }
        }
    }

    private boolean isWorking() {
        return state == State.OPEN || state == State.DRAINING;
    }

    // ---- failures

    /** The peer did what it may not do, or this side cannot go on: tells it, and ends. */
    void refuse(Refusal why) {
        if (state != State.OVER) {
            endBroken(why.text(), why.ordinal());
            channel.refuse(why);
        }
    }

    private void refused(Refusal why) {
        endBroken("at the peer: " + why.text(), why.ordinal());
        if (why.isAboutRead()) {
            requester.failOldestRead(CompletionStatus.REMOTE_ACCESS);
        }
        channel.close();
    }

    @Override
    public void ended(IOException error) {
        String how =
                error == null ? "the peer closed the connection" : "lost: " + error.getMessage();
        boolean halfDone = channel.isInFrame() || !requester.isIdle() || !responder.isIdle();
        switch (state) {
            case AWAIT_ANSWER -> endRejected(false, NOTHING, how);
            case DRAINING, OUTPUT_ENDED -> endInOrder();
            case OPEN -> {
                if (halfDone) {
                    endBroken(how, 0);
                } else {
                    endInOrder();
                }
            }
            case CONNECTING, AWAIT_READY, OVER -> endBroken(how, 0);
        }
        channel.close();
    }

    @Override
    public void timeOut() {
        switch (state) {
            case AWAIT_ANSWER -> {
                String reason = "the peer did not answer in time";
                end(() -> adapter.listener().unreachable(pair.context, reason, 0));
            }
            case AWAIT_READY -> endBroken("the requester did not go on in time", 0);
            default -> endInOrder();
        }
        channel.close();
    }

    // ---- the end

    /** Starts to end the connection. */
    void disconnect(boolean graceful) {
        if (state == State.OVER) {
            return;
        }
        if (graceful && state == State.OPEN) {
            state = State.DRAINING;
            channel.setTimer(DRAIN_NS);
            transmit();
        } else if (!graceful || state.compareTo(State.OPEN) < 0) {
            endInOrder();
            channel.close();
        }
    }

    /** Ends it without a word. A refusal that is on its way touches no memory, and goes on. */
    void kill() {
        state = State.OVER;
        if (!channel.isLingering()) {
            channel.close();
        }
    }

    private void endRejected(boolean byConsumer, byte[] peerData, String why) {
        end(() -> adapter.listener().rejected(pair.context, byConsumer, peerData, why));
    }

    private void endBroken(String why, int code) {
        end(() -> adapter.listener().broken(pair.context, why, code));
    }

    private void endInOrder() {
        end(() -> adapter.listener().disconnected(pair.context));
    }

    /** Only the first end counts, and is told. */
    private void end(Runnable event) {
        if (state != State.OVER) {
            state = State.OVER;
            adapter.tell(event);
        }
    }
}
