package org.jdapl.provider.soft.iwarp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jdapl.api.data.DatType;
import org.jdapl.provider.soft.rdmap.Connection;
import org.jdapl.provider.soft.rdmap.LingeringClose;
import org.jdapl.provider.soft.rdmap.MpaNegotiation;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.wire.MpaDecoding;
import org.jdapl.provider.soft.wire.MpaEnhancedData;
import org.jdapl.provider.soft.wire.MpaFrame;
import org.jdapl.spi.IncomingConnection;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/**
 * An incoming stream from its first byte to the consumer's answer. Until the MPA request is here it
 * is nothing but a stranger: the first wrong byte or the end of its time closes it, and nobody
 * hears of it.
 */
final class IwarpRequest implements IncomingConnection, StreamHandler {

    /** How long a peer has to send its MPA request. */
    static final long REQUEST_LIMIT_NS = 5_000_000_000L;

    private enum State {
        READING,
        REPORTED,
        ANSWERED,
        GONE
    }

    private final IwarpWire wire;
    private final IwarpListener listener;
    private final ByteStream stream;
    private byte[] bytes = new byte[64];
    private int count;
    private @Nullable Object limit;
    private volatile @Nullable MpaFrame frame;

    // Guarded by this: the answer comes from any thread.
    private State state = State.READING;

    private IwarpRequest(IwarpWire wire, IwarpListener listener, ByteStream stream) {
        this.wire = wire;
        this.listener = listener;
        this.stream = stream;
    }

    /** Starts to read a request; called by the driver. */
    static void start(IwarpWire wire, IwarpListener listener, ByteStream stream) {
        IwarpRequest request = new IwarpRequest(wire, listener, stream);
        wire.halfOpen().opened();
        request.limit = wire.engine().schedule(request::drop, REQUEST_LIMIT_NS);
        stream.handler(request);
    }

    // ---- the driver

    @Override
    public void connected() {
        // It was connected before.
    }

    @Override
    public void connectFailed(IOException cause, boolean refused) {
        // It was connected before.
    }

    @Override
    public void writable() {
        // Nothing is written here: the connection, or the closing, takes over first.
    }

    @Override
    public synchronized int readable() {
        if (state == State.ANSWERED) {
            // What comes now is the connection's, which takes over at once.
            return 0;
        }
        ByteBuffer scratch = wire.scratch();
        int n;
        try {
            n = stream.read(scratch.clear());
        } catch (IOException _) {
            n = -1;
        }
        if (n == 0) {
            return 0;
        }
        if (state == State.REPORTED) {
            // The peer has closed, or it talks before it was answered, which no peer may do.
            gone();
        } else if (state == State.READING) {
            if (n < 0) {
                drop();
            } else {
                read(scratch.flip());
            }
        }
        return Math.max(n, 1);
    }

    private void read(ByteBuffer from) {
        int n = from.remaining();
        if (count + n > MpaFrame.MAX_BYTES) {
            drop();
            return;
        }
        if (count + n > bytes.length) {
            bytes = Arrays.copyOf(bytes, MpaFrame.MAX_BYTES);
        }
        from.get(bytes, count, n);
        count += n;
        MpaDecoding decoding =
                MpaFrame.decode(java.lang.foreign.MemorySegment.ofArray(bytes), 0, count, false);
        switch (decoding) {
            case MpaDecoding.NeedMore _ -> {
                // The rest is under way.
            }
            case MpaDecoding.Malformed _ -> drop();
            case MpaDecoding.Complete(var request, int size) -> {
                if (count > size || listener.isClosed()) {
                    drop();
                } else {
                    report(request);
                }
            }
        }
    }

    private void report(MpaFrame request) {
        settle();
        if (request.markers()) {
            // Nobody uses markers, and this side would have to put them in.
            state = State.ANSWERED;
            refuse(request, new byte[0]);
            return;
        }
        state = State.REPORTED;
        frame = request;
        bytes = new byte[0];
        wire.engine().execute(this::tell);
    }

    private void tell() {
        if (listener.isClosed()) {
            close();
        } else {
            wire.counters().requests.increment();
            wire.listener().connectionRequest(listener.context(), this);
        }
    }

    private void gone() {
        state = State.GONE;
        stream.close();
        wire.engine().execute(() -> wire.listener().requestGone(listener.context(), this));
    }

    /** Closes a stream that has not become a request. */
    private synchronized void drop() {
        if (state == State.READING) {
            state = State.GONE;
            settle();
            stream.close();
        }
    }

    private void settle() {
        wire.halfOpen().settled();
        Object timer = limit;
        if (timer != null) {
            limit = null;
            wire.engine().cancel(timer);
        }
    }

    private void refuse(MpaFrame request, byte[] privateData) {
        byte[] reply = MpaNegotiation.bytes(MpaNegotiation.rejection(request, privateData));
        LingeringClose.start(wire.engine(), stream, reply);
    }

    // ---- control calls

    /** Throws where the request was answered before. */
    synchronized void checkUnanswered() {
        if (state == State.ANSWERED) {
            throw new ProviderException(
                    DatType.INVALID_STATE, "the connection request was answered before");
        }
    }

    synchronized void accept(Connection connection) {
        MpaFrame request = frame;
        boolean here = state == State.REPORTED && request != null;
        state = State.ANSWERED;
        if (here && request != null) {
            connection.accept(request, stream);
        } else {
            connection.requesterGone();
        }
    }

    synchronized void reject(byte[] privateData) {
        MpaFrame request = frame;
        if (state == State.REPORTED && request != null) {
            state = State.ANSWERED;
            wire.engine().execute(() -> refuse(request, privateData));
        } else {
            checkUnanswered();
            state = State.ANSWERED;
        }
    }

    @Override
    public synchronized void close() {
        if (state == State.REPORTED) {
            state = State.ANSWERED;
            stream.close();
        }
    }

    private MpaFrame frame() {
        MpaFrame request = frame;
        if (request == null) {
            throw new IllegalStateException("the request is not here yet");
        }
        return request;
    }

    @Override
    public InetSocketAddress localAddress() {
        return stream.localAddress();
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return stream.remoteAddress();
    }

    @Override
    public byte[] privateData() {
        return frame().privateDataBytes();
    }

    @Override
    public int offeredReadsIn() {
        MpaEnhancedData enhanced = frame().enhanced();
        return enhanced == null ? 0 : IwarpWire.depth(enhanced.ord());
    }

    @Override
    public int offeredReadsOut() {
        MpaEnhancedData enhanced = frame().enhanced();
        return enhanced == null ? 0 : IwarpWire.depth(enhanced.ird());
    }
}
