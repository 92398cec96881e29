package org.jdapl.provider.soft.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jspecify.annotations.Nullable;

/** A TCP connection. */
final class NioStream implements ByteStream {

    /**
     * Send buffer on loopback. The system's own tuning lets it grow so far that sender and receiver
     * work one after the other and out of the cache.
     */
    private static final int LOOPBACK_SEND_BUFFER = 512 << 10;

    /** A refusal comes at once; an error later than this, in nanoseconds, is no refusal. */
    private static final long REFUSAL_NS = 10_000_000_000L;

    private final NioNetwork network;
    private final SocketChannel channel;
    private final InetSocketAddress remote;
    private volatile @Nullable StreamHandler handler;
    private volatile @Nullable SelectionKey key;
    private volatile boolean closed;
    private volatile @Nullable InetSocketAddress local;

    private boolean connecting;
    private long connectStartNs;
    private @Nullable IOException connectFailure;

    // The driver's, for the network.
    boolean isHot;
    int misses;

    NioStream(NioNetwork network, SocketChannel channel, InetSocketAddress remote)
            throws IOException {
        this.network = network;
        this.channel = channel;
        this.remote = remote;
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        if (remote.getAddress().isLoopbackAddress()) {
            channel.setOption(StandardSocketOptions.SO_SNDBUF, LOOPBACK_SEND_BUFFER);
        }
    }

    void startAccepted(Selector selector) throws IOException {
        local = (InetSocketAddress) channel.getLocalAddress();
        key = channel.register(selector, SelectionKey.OP_READ, this);
    }

    void startConnect(Selector selector) throws IOException {
        connecting = true;
        connectStartNs = System.nanoTime();
        boolean done;
        try {
            done = channel.connect(remote);
        } catch (IOException e) {
            connectFailure = e;
            done = true;
        }
        if (channel.isOpen()) {
            key = channel.register(selector, done ? 0 : SelectionKey.OP_CONNECT, this);
        }
        if (done) {
            network.startedAtOnce(this);
        } else {
            network.changed();
        }
    }

    /** Ends a connect attempt; called by the driver. */
    void finishConnect() {
        StreamHandler h = handler;
        if (!connecting || closed || h == null) {
            return;
        }
        IOException failure = connectFailure;
        try {
            if (failure == null) {
                if (!channel.finishConnect()) {
                    return;
                }
                local = (InetSocketAddress) channel.getLocalAddress();
            }
        } catch (IOException e) {
            failure = e;
        }
        connecting = false;
        if (failure == null) {
            SelectionKey k = key;
            if (k != null) {
                k.interestOps(SelectionKey.OP_READ);
            }
            h.connected();
        } else {
            close();
            h.connectFailed(failure, isRefusal(failure));
        }
    }

    private boolean isRefusal(IOException failure) {
        // The same class stands for a time-out; the message is the system's and may be in any
        // language.
        return failure instanceof ConnectException
                && System.nanoTime() - connectStartNs < REFUSAL_NS;
    }

    /** The selector's findings; returns the amount of work. */
    int ready(SelectionKey selected) {
        // The thread that registers the channel may not have come to note the key yet.
        key = selected;
        int ops = selected.readyOps();
        StreamHandler h = handler;
        if (h == null || closed) {
            return 0;
        }
        if (connecting) {
            finishConnect();
            return 1;
        }
        int work = 0;
        if ((ops & SelectionKey.OP_WRITE) != 0) {
            selected.interestOpsAnd(~SelectionKey.OP_WRITE);
            h.writable();
            work++;
        }
        if ((ops & SelectionKey.OP_READ) != 0 && !closed) {
            int done = h.readable();
            if (done > 0) {
                work += done;
                network.warm(this);
            }
        }
        return work;
    }

    /** Reads without being told that there is something; returns the amount of work. */
    int readDirectly() {
        StreamHandler h = handler;
        return h == null ? 0 : h.readable();
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void handler(StreamHandler newHandler) {
        handler = newHandler;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return channel.write(from);
    }

    @Override
    public long write(ByteBuffer[] from, int first, int count) throws IOException {
        return channel.write(from, first, count);
    }

    @Override
    public void wantWrite() {
        SelectionKey k = key;
        if (k == null || closed) {
            return;
        }
        try {
            k.interestOpsOr(SelectionKey.OP_WRITE);
            network.changed();
        } catch (CancelledKeyException _) {
            // Closed by another thread: nobody wants to write any more.
        }
    }

    @Override
    public void wantRead(boolean on) {
        SelectionKey k = key;
        if (k == null || closed) {
            return;
        }
        try {
            if (on) {
                k.interestOpsOr(SelectionKey.OP_READ);
                network.changed();
            } else {
                k.interestOpsAnd(~SelectionKey.OP_READ);
            }
        } catch (CancelledKeyException _) {
            // Closed by another thread: nobody wants to read any more.
        }
    }

    @Override
    public void shutdownOutput() {
        try {
            channel.shutdownOutput();
        } catch (IOException _) {
            // Broken: the next read says so.
        }
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        handler = null;
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone either way.
        }
        // The system closes it when the selector lets go of it.
        network.changed();
    }

    @Override
    public void abort() {
        if (closed) {
            return;
        }
        try {
            channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        } catch (IOException _) {
            // Not connected, or closed: then there is nothing to reset.
        }
        close();
    }

    @Override
    public InetSocketAddress localAddress() {
        InetSocketAddress address = local;
        return address == null ? new InetSocketAddress(0) : address;
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return remote;
    }

    @Override
    public int segmentSize() {
        InetSocketAddress address = localAddress();
        return Mtu.segmentSize(
                network.interfaces().mtu(address.getAddress()), address.getAddress());
    }
}
