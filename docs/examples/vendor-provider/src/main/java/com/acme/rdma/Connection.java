package com.acme.rdma;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.util.function.Consumer;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.spi.AdapterListener;
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
    private final Requester requester;
    private final Responder responder;

    /** Reads at once, of the peer and of this side: what both have agreed to. */
    int readsIn;

    int readsOut;

    private State state = State.CONNECTING;

    Connection(
            AcmeQueuePair pair,
            FrameChannel channel,
            InetSocketAddress remote,
            ConnectParameters wanted) {
        this.adapter = pair.adapter;
        this.pair = pair;
        this.channel = channel;
        this.remote = remote;
        this.privateData = wanted.privateData().clone();
        this.readsIn = wanted.readsIn();
        this.readsOut = wanted.readsOut();
        this.requester = new Requester(this, pair, channel);
        this.responder = new Responder(this, pair, channel);
        channel.handler = this;
    }

    // ---- set-up

    /** Starts to connect; throws where it is known at once that this cannot be done. */
    void connect() throws IOException {
        try {
            channel.connect(remote);
        } catch (ConnectException e) {
            connectFailed(e); // known at once, and told as if it were not
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void connected() {
        state = State.AWAIT_ANSWER;
        channel.setTimer(SET_UP_NS);
        channel.say(Frame.CONNECT, readsIn, readsOut, privateData);
    }

    @Override
    public void connectFailed(IOException cause) {
        String reason = "connect failed: " + cause.getMessage();
        // Told apart by its text: the class is the same for a peer that does not answer.
        if (reason.contains("refused")) {
            endRejected(false, NOTHING, reason);
        } else {
            endUnreachable(reason);
        }
        channel.close();
    }

    /** Accepts a request; this side is established when the peer knows. */
    void accept(AcmeRequest request) {
        if (!request.answer()) {
            endBroken("the requester is gone", 0);
            return;
        }
        agree(request.offeredReadsOut(), request.offeredReadsIn());
        state = State.AWAIT_READY;
        channel.setTimer(SET_UP_NS);
        channel.say(Frame.ACCEPT, readsIn, readsOut, privateData);
    }

    /** Neither side asks for more reads at once than the other serves. */
    private void agree(long peerServes, long peerWants) {
        readsOut = Math.clamp(peerServes, 0, readsOut);
        readsIn = Math.clamp(peerWants, 0, readsIn);
    }

    private void open(byte[] peerData) {
        state = State.OPEN;
        channel.stopTimer();
        ConnectionInfo info =
                new ConnectionInfo(channel.localAddress(), remote, peerData, readsIn, readsOut);
        adapter.tell(listener -> listener.established(pair.context, info));
    }

    private void answered(Frame answer, byte[] peerData) {
        if (answer.type() == Frame.ACCEPT) {
            agree(answer.address(), answer.key());
            channel.say(Frame.READY, readsIn, readsOut, NOTHING);
            open(peerData);
            return;
        }
        if (answer.type() == Frame.REJECT) {
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

    @Override
    public void frame(Frame frame, MemorySegment payload) {
        switch (state) {
            case AWAIT_ANSWER -> answered(frame, payload.toArray(ValueLayout.JAVA_BYTE));
            case AWAIT_READY -> {
                if (frame.type() == Frame.READY) {
                    open(NOTHING);
                } else {
                    refuse(Refusal.PROTOCOL);
                }
            }
            case OPEN, DRAINING, OUTPUT_ENDED -> {
                switch (frame.type()) {
                    case Frame.SEND -> responder.send(frame, payload);
                    case Frame.WRITE -> responder.write(frame, payload);
                    case Frame.READ -> responder.read(frame);
                    case Frame.RESPONSE -> requester.response(frame, payload);
                    case Frame.REFUSED -> refused(Refusal.of(frame.key()));
                    default -> refuse(Refusal.PROTOCOL);
                }
                transmit();
            }
            case CONNECTING, OVER -> {
                // Nothing counts any more.
            }
        }
    }

    /** Sends as much as the socket takes at once of what there is to send. */
    @Override
    public void transmit() {
        boolean more = isWorking();
        while (more) {
            // By turns, so that neither the peer's reads nor this side's requests starve.
            boolean any = responder.fill() | requester.fill();
            more = channel.flush() && any && isWorking();
        }
        boolean idle = channel.isEmpty() && pair.requests.isEmpty() && responder.isIdle();
        if (state == State.DRAINING && idle) {
            state = State.OUTPUT_ENDED;
            channel.setTimer(DRAIN_NS);
            channel.endOfOutput();
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
        if (why == Refusal.READ_ACCESS) {
            requester.failOldestRead(CompletionStatus.REMOTE_ACCESS);
        }
        channel.close();
    }

    @Override
    public void ended(IOException error) {
        String how =
                error == null ? "the peer closed the connection" : "lost: " + error.getMessage();
        boolean halfDone = channel.isInFrame() || !pair.requests.isEmpty() || !responder.isIdle();
        if (state == State.AWAIT_ANSWER) {
            endRejected(false, NOTHING, how);
        } else if (state == State.AWAIT_READY || state == State.OPEN && halfDone) {
            endBroken(how, 0);
        } else {
            endInOrder();
        }
        channel.close();
    }

    @Override
    public void timeOut() {
        switch (state) {
            case AWAIT_ANSWER -> endUnreachable("the peer did not answer in time");
            case AWAIT_READY -> endBroken("the requester did not go on in time", 0);
            default -> endInOrder();
        }
        channel.close();
    }

    // ---- the end

    /** Starts to end the connection. */
    void disconnect(boolean graceful) {
        if (graceful && state == State.OPEN) {
            state = State.DRAINING;
            channel.setTimer(DRAIN_NS);
            transmit();
        } else if (!graceful || state.compareTo(State.OPEN) < 0) {
            endInOrder();
            kill();
        }
    }

    /** Ends it without a word. A refusal that is on its way touches no memory, and goes on. */
    void kill() {
        state = State.OVER;
        if (!channel.isLingering()) {
            channel.close();
        }
    }

    private void endUnreachable(String why) {
        end(listener -> listener.unreachable(pair.context, why, 0));
    }

    private void endRejected(boolean byConsumer, byte[] peerData, String why) {
        end(listener -> listener.rejected(pair.context, byConsumer, peerData, why));
    }

    private void endBroken(String why, int code) {
        end(listener -> listener.broken(pair.context, why, code));
    }

    private void endInOrder() {
        end(listener -> listener.disconnected(pair.context));
    }

    /** Only the first end counts, and is told. */
    private void end(Consumer<AdapterListener> event) {
        if (state != State.OVER) {
            state = State.OVER;
            adapter.tell(event);
        }
    }
}
