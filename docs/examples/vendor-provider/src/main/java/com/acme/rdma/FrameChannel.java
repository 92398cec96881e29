package com.acme.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A non-blocking socket with a buffer of frames in each direction. Everything is called under the
 * adapter's lock.
 */
final class FrameChannel {

    /** What a channel tells, by the driver, under the adapter's lock. */
    interface Handler {
        /** A whole frame; its payload is what remains in the buffer. */
        void frame(byte type, int flags, long address, long key, long total, ByteBuffer payload);

        /** Nothing comes any more; the error, or null where the peer closed. */
        void ended(IOException error);

        /** The time that was set is over. */
        void timeOut();

        /** A connection that this side started is there. */
        default void connected() {}

        /** It could not be made. */
        default void connectFailed(IOException cause) {}

        /** The socket takes bytes again. */
        default void writable() {}
    }

    /** How long a refused peer may take to read why. */
    private static final long LINGER_NS = 2_000_000_000L;

    private static final int CAPACITY = Frames.HEADER + Frames.MAX_PAYLOAD;

    private final AcmeAdapter adapter;
    private final SocketChannel socket;
    private final ByteBuffer in;

    /** Room for a refusal, which no other frame takes, is behind the limit of the others. */
    private final ByteBuffer out;

    private Handler handler;
    private SelectionKey key;
    private boolean closed;
    private boolean lingering;
    private boolean writeFailed;
    private int timer;

    FrameChannel(AcmeAdapter adapter, SocketChannel socket) throws IOException {
        this.adapter = adapter;
        this.socket = socket;
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
        in = ByteBuffer.allocateDirect(CAPACITY);
        out = ByteBuffer.allocateDirect(CAPACITY + Frames.HEADER);
    }

    void handler(Handler newHandler) {
        handler = newHandler;
    }

    /** Starts to connect; what comes of it is told, by the driver. */
    void connect(InetSocketAddress to) throws IOException {
        boolean atOnce = socket.connect(to);
        key =
                adapter.register(
                        socket, atOnce ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this);
        if (atOnce) {
            handler.connected();
        }
    }

    /** Starts to work with a socket that was accepted. */
    void start() throws IOException {
        key = adapter.register(socket, SelectionKey.OP_READ, this);
    }

    InetSocketAddress localAddress() {
        return (InetSocketAddress) socket.socket().getLocalSocketAddress();
    }

    InetSocketAddress remoteAddress() {
        return (InetSocketAddress) socket.socket().getRemoteSocketAddress();
    }

    // ---- out

    /** How many bytes of payload another frame can have; below zero where there is no room. */
    int room() {
        return closed || lingering ? -1 : CAPACITY - out.position() - Frames.HEADER;
    }

    /** The buffer, for a frame that fits into {@link #room()}. */
    ByteBuffer out() {
        return out;
    }

    /** Adds a frame of the set-up. */
    void put(byte type, long address, long frameKey, long total, byte[] payload) {
        Frames.header(out, type, 0, payload.length, address, frameKey, total);
        out.put(payload);
    }

    /**
     * Writes what the socket takes.
     *
     * @return whether nothing is left
     */
    boolean flush() {
        if (closed || writeFailed) {
            return false;
        }
        out.flip();
        try {
            while (out.hasRemaining() && socket.write(out) > 0) {
                // Once more: the socket may take the rest.
            }
        } catch (IOException e) {
            // What the peer said before is still to be read, and behind it reading will fail, too.
            writeFailed = true;
        }
        out.compact();
        return out.position() == 0;
    }

    boolean isEmpty() {
        return out.position() == 0;
    }

    /** Whether the driver is to be told when the socket takes bytes. */
    void wantWrite(boolean wanted) {
        int ops = SelectionKey.OP_READ | (wanted && !writeFailed ? SelectionKey.OP_WRITE : 0);
        try {
            if (!closed && key.interestOps() != ops) {
                key.interestOps(ops);
                adapter.wakeDriver();
            }
        } catch (CancelledKeyException e) {
            // The adapter is being closed.
        }
    }

    // ---- in

    /** The selector says that there is something to do; how much was done. */
    int ready() {
        int done = 0;
        if (!closed && key.isConnectable()) {
            done++;
            try {
                socket.finishConnect();
                key.interestOps(SelectionKey.OP_READ);
            } catch (IOException e) {
                handler.connectFailed(e);
                return done;
            }
            handler.connected();
        }
        if (!closed && key.isWritable()) {
            done++;
            if (!lingering) {
                handler.writable();
            } else if (flush()) {
                endOfOutput();
            }
        }
        return !closed && key.isReadable() ? done + read() : done;
    }

    /** Takes what the socket has, as far as the buffer goes: then others have their turn. */
    private int read() {
        try {
            int bytes = socket.read(in);
            if (bytes < 0) {
                ended(null);
                return 1;
            }
            in.flip();
            while (!closed && !lingering && frame()) {
                // The next one.
            }
            if (lingering) {
                in.position(in.limit());
            }
            in.compact();
            return bytes;
        } catch (IOException e) {
            ended(e);
            return 1;
        }
    }

    /** Takes a frame out of the buffer, where a whole one is there. */
    private boolean frame() {
        int start = in.position();
        if (in.remaining() < Frames.HEADER) {
            return false;
        }
        int length = in.getInt(start + 4);
        if (length < 0 || length > Frames.MAX_PAYLOAD) {
            in.position(in.limit());
            handler.frame(Frames.MALFORMED, 0, 0, 0, 0, in);
            return false;
        }
        int end = start + Frames.HEADER + length;
        if (in.limit() < end) {
            return false;
        }
        int limit = in.limit();
        in.position(start + Frames.HEADER).limit(end);
        handler.frame(
                in.get(start),
                in.get(start + 1),
                in.getLong(start + 8),
                in.getLong(start + 16),
                in.getLong(start + 24),
                in);
        in.limit(limit).position(end);
        return true;
    }

    /** Whether part of a frame is here and part is not. */
    boolean isInFrame() {
        return in.position() > 0;
    }

    private void ended(IOException error) {
        if (lingering) {
            close();
        } else {
            handler.ended(error);
        }
    }

    // ---- the end

    /** Has {@link Handler#timeOut} called, in place of what was set before. */
    void setTimer(long delayNs) {
        int mine = ++timer;
        adapter.later(
                delayNs,
                () -> {
                    if (timer == mine && lingering) {
                        close();
                    } else if (timer == mine) {
                        handler.timeOut();
                    }
                });
    }

    void stopTimer() {
        timer++;
    }

    /** Tells the peer that nothing follows; what it sends is still taken. */
    void endOfOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            // Reading will tell.
        }
        wantWrite(false);
    }

    /**
     * Refuses what the peer did, if it was that, and closes once it had the time to read so: a
     * socket that is closed before all of its input was read may lose what it has sent.
     */
    void refuse(Refusal why) {
        lingering = true;
        setTimer(LINGER_NS);
        Frames.header(out, Frames.REFUSED, 0, 0, 0, why.ordinal(), 0);
        if (flush()) {
            endOfOutput();
        } else {
            wantWrite(true);
        }
    }

    boolean isLingering() {
        return lingering;
    }

    void close() {
        if (closed) {
            return;
        }
        closed = true;
        stopTimer();
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
        adapter.forget(this);
    }
}
