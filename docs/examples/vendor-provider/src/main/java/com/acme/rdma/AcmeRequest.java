package com.acme.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jdapl.api.data.DatType;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.ProviderException;

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
    private final FrameChannel channel;
    private final InetSocketAddress local;
    private final InetSocketAddress remote;
    private byte[] privateData = {};
    private int peerServes;
    private int peerWants;

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
        channel.handler(this);
        channel.setTimer(REQUEST_NS);
        channel.start();
    }

    // ---- the driver

    @Override
    public void frame(
            byte type, int flags, long address, long key, long total, ByteBuffer payload) {
        boolean good =
                state == State.READING
                        && type == Frames.CONNECT
                        && total == Frames.MAGIC
                        && payload.remaining() <= Frames.MAX_PRIVATE_DATA;
        if (!good) {
            ended(null);
            return;
        }
        state = State.REPORTED;
        channel.stopTimer();
        privateData = new byte[payload.remaining()];
        payload.get(privateData);
        peerServes = (int) Math.clamp(address, 0L, (long) AcmeAdapter.MAX_READS);
        peerWants = (int) Math.clamp(key, 0L, (long) AcmeAdapter.MAX_READS);
        adapter.tell(this::report);
    }

    private void report() {
        if (listener.isClosed()) {
            close();
        } else {
            adapter.listener().connectionRequest(listener.context(), this);
        }
    }

    @Override
    public void ended(IOException error) {
        if (state == State.REPORTED) {
            adapter.tell(() -> adapter.listener().requestGone(listener.context(), this));
        }
        state = state == State.ANSWERED ? state : State.GONE;
        channel.close();
    }

    @Override
    public void timeOut() {
        ended(null);
    }

    // ---- the consumer's answer

    FrameChannel channel() {
        return channel;
    }

    /**
     * Uses the request up.
     *
     * @return whether the requester is still there
     */
    boolean answer() {
        if (state == State.ANSWERED) {
            throw new ProviderException(
                    DatType.INVALID_STATE, "the connection request was answered before");
        }
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
        return peerWants;
    }

    @Override
    public int offeredReadsOut() {
        return peerServes;
    }

    @Override
    public void close() {
        synchronized (adapter.lock) {
            state = State.ANSWERED;
            channel.close();
        }
    }
}
