package com.acme.rdma;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.IncomingConnection;

/** A connection request, from the stranger's first byte to the consumer's answer. */
final class AcmeRequest implements IncomingConnection, FrameChannel.Handler {

    /** How long a stranger has to say what it wants. */
    private static final long REQUEST_NS = 5_000_000_000L;

    private enum State {
        READING,
        REPORTED,
        GONE,
        ANSWERED
    }

    private final AcmeAdapter adapter;
    private final AcmeListener listener;
    final FrameChannel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private byte[] privateData = {};
    private Frame wanted;

    // Guarded by the adapter's lock.
    private State state = State.READING;

    AcmeRequest(AcmeAdapter adapter, AcmeListener listener, FrameChannel channel) {
        this.adapter = adapter;
        this.listener = listener;
        this.channel = channel;
        this.local = channel.localAddress();
        this.remote = channel.remoteAddress();
    }

    /** Starts to read. */
    void start() throws IOException {
        channel.handler = this;
        channel.setTimer(REQUEST_NS);
        channel.start();
    }

    // ---- the driver

    @Override
    public void frame(Frame frame, MemorySegment payload) {
        if (state != State.READING
                || frame.type() != Frame.CONNECT
                || frame.total() != Frame.MAGIC
                || frame.length() > AcmeAdapter.MAX_PRIVATE_DATA) {
            ended(null);
            return;
        }
        state = State.REPORTED;
        channel.stopTimer();
        privateData = payload.toArray(ValueLayout.JAVA_BYTE);
        wanted = frame;
        adapter.tell(this::report);
    }

    private void report(AdapterListener to) {
        if (listener.isClosed()) {
            close();
        } else {
            to.connectionRequest(listener.context, this);
        }
    }

    @Override
    public void ended(IOException error) {
        if (state == State.REPORTED) {
            adapter.tell(to -> to.requestGone(listener.context, this));
        }
        state = state == State.ANSWERED ? state : State.GONE;
        channel.close();
    }

    // ---- the consumer's answer

    /**
     * Uses the request up.
     *
     * @return whether the requester is still there
     */
    boolean answer() {
        boolean here = state == State.REPORTED;
        state = State.ANSWERED;
        return here;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public byte[] privateData() {
        return privateData.clone();
    }

    @Override
    public int offeredReadsIn() {
        return Math.clamp(wanted.key(), 0, AcmeAdapter.MAX_READS);
    }

    @Override
    public int offeredReadsOut() {
        return Math.clamp(wanted.address(), 0, AcmeAdapter.MAX_READS);
    }

    @Override
    public void close() {
        synchronized (adapter.lock) {
            state = State.ANSWERED;
            channel.close();
        }
    }
}
