package com.acme.rdma;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.function.Predicate;

/**
 * A non-blocking socket with a buffer of frames in each direction, and one timer. Everything is
 * called under the adapter's lock.
 */
final class FrameChannel {

    /** What a channel tells, by the driver, under the adapter's lock. */
    interface Handler {
        /** A whole frame, and its payload, which is good until this returns. */
        void frame(Frame frame, MemorySegment payload);

        /** Nothing comes any more; the error, or null where the peer closed. */
        void ended(IOException error);

        /** The time that was set is over: as if the peer had closed. */
        default void timeOut() {
            ended(null);
        }

        /** A connection that this side started is there. */
        default void connected() {}

        /** It could not be made. */
        default void connectFailed(IOException cause) {}

        /** The socket takes bytes again. */
        default void transmit() {}
    }

    /** What {@link #untilTimeOut} answers where no timer is set. */
    private static final long NEVER = Long.MAX_VALUE;

    /** How long a refused peer may take to read why. */
    private static final long LINGER_NS = 2_000_000_000L;

    private static final int READ_AND_WRITE = SelectionKey.OP_READ | SelectionKey.OP_WRITE;
    private static final int CAPACITY = Frame.HEADER + Frame.MAX_PAYLOAD;

    private final AcmeAdapter adapter;
    private final SocketChannel socket;
    private final ByteBuffer in = ByteBuffer.allocateDirect(CAPACITY);

    /** Room for a refusal, which no other frame takes, is behind the limit of the others. */
    private final ByteBuffer out = ByteBuffer.allocateDirect(CAPACITY + Frame.HEADER);

    /** Who is told. */
    Handler handler;

    private SelectionKey key;
    private boolean lingering;
    private boolean writeFailed;
    private boolean timed;
    private long deadline;

    FrameChannel(AcmeAdapter adapter, SocketChannel socket) throws IOException {
        this.adapter = adapter;
        this.socket = socket;
        socket.configureBlocking(false);
        socket.setOption(StandardSocketOptions.TCP_NODELAY, true);
    }

    /** Starts to connect; what comes of it is told, by the driver. */
    void connect(InetSocketAddress to) throws IOException {
        boolean atOnce = socket.connect(to);
        register(atOnce ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT);
        if (atOnce) {
            handler.connected();
        }
    }

    /** Starts to work with a socket that was accepted. */
    void start() throws IOException {
        register(SelectionKey.OP_READ);
    }

    private void register(int operations) throws IOException {
        key = socket.register(adapter.selector, operations, this);
        adapter.wake(); // who waits in the selector does not know of it
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
        return lingering || !socket.isOpen() ? -1 : CAPACITY - out.position() - Frame.HEADER;
    }

    /**
     * Adds a frame that fits into {@link #room()}.
     *
     * @param payload puts the payload in
     * @return false, and nothing was added, where the payload could not be put in
     */
    boolean add(Frame frame, Predicate<MemorySegment> payload) {
        int start = out.position();
        int end = start + Frame.HEADER + frame.length();
        frame.putInto(out);
        boolean good = payload.test(MemorySegment.ofBuffer(out.slice().limit(frame.length())));
        out.position(good ? end : start);
        return good;
    }

    /** Adds a frame of the set-up, and sends it. */
    void say(byte type, long readsServed, long readsWanted, byte[] privateData) {
        new Frame(type, 0, privateData.length, readsServed, readsWanted, Frame.MAGIC).putInto(out);
        out.put(privateData);
        flush();
    }

    /**
     * Writes what the socket takes. Where something is left, the driver tells when it takes more.
     *
     * @return whether nothing is left
     */
    boolean flush() {
        if (writeFailed || !socket.isOpen()) {
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
        watch(writeFailed || isEmpty() ? SelectionKey.OP_READ : READ_AND_WRITE);
        return isEmpty();
    }

    boolean isEmpty() {
        return out.position() == 0;
    }

    private void watch(int operations) {
        if (key.isValid() && key.interestOps() != operations) {
            key.interestOps(operations);
            adapter.wake();
        }
    }

    // ---- in

    /** The selector says that there is something to do. */
    void ready() {
        if (key.isValid() && key.isConnectable()) {
            finishConnect();
        }
        if (key.isValid() && key.isWritable()) {
            if (lingering) {
                finish();
            } else {
                handler.transmit();
            }
        }
        if (key.isValid() && key.isReadable()) {
            read();
        }
    }

    private void finishConnect() {
        try {
            socket.finishConnect();
        } catch (IOException e) {
            handler.connectFailed(e);
            return;
        }
        key.interestOps(SelectionKey.OP_READ);
        handler.connected();
    }

    /** Takes what the socket has, as far as the buffer goes: then others have their turn. */
    private void read() {
        try {
            if (socket.read(in) < 0) {
                ended(null);
                return;
            }
        } catch (IOException e) {
            ended(e);
            return;
        }
        in.flip();
        for (Frame frame = next(); frame != null; frame = next()) {
            int payload = in.position() + Frame.HEADER;
            in.position(payload + frame.length());
            handler.frame(frame, MemorySegment.ofBuffer(in.slice(payload, frame.length())));
        }
        if (lingering) {
            in.position(in.limit());
        }
        in.compact();
    }

    private Frame next() {
        return lingering || !socket.isOpen() ? null : Frame.peek(in);
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

    // ---- time

    /** Has {@link Handler#timeOut} called, in place of what was set before. */
    void setTimer(long delayNs) {
        timed = true;
        deadline = adapter.clock.nanoTime() + delayNs;
        adapter.wake(); // who waits in the selector does so for the timers that it knew
    }

    void stopTimer() {
        timed = false;
    }

    /** Nanoseconds until the timer is due. Where it is, it is told. */
    long untilTimeOut(long now) {
        if (timed && deadline - now <= 0) {
            timed = false;
            if (lingering) {
                close();
            } else {
                handler.timeOut();
            }
        }
        return timed ? deadline - now : NEVER;
    }

    // ---- the end

    /** Tells the peer that nothing follows; what it sends is still taken. */
    void endOfOutput() {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            // Reading will tell.
        }
    }

    /**
     * Refuses what the peer did, if it was that, and closes once it had the time to read so: a
     * socket that is closed before all of its input was read may lose what it has sent.
     */
    void refuse(Refusal why) {
        lingering = true;
        setTimer(LINGER_NS);
        new Frame(Frame.REFUSED, 0, 0, 0, why.ordinal(), 0).putInto(out);
        finish();
    }

    private void finish() {
        if (flush()) {
            endOfOutput();
        }
    }

    boolean isLingering() {
        return lingering;
    }

    void close() {
        stopTimer();
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }
}
