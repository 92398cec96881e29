package org.jdapl.provider.soft.net;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jdapl.provider.soft.seam.StreamAcceptor;
import org.jdapl.provider.soft.seam.StreamListener;
import org.jspecify.annotations.Nullable;

/** A listening channel. */
final class NioListener implements StreamListener {

    /** Streams that are taken in one go, so that a flood of them does not keep the driver. */
    private static final int MAX_AT_ONCE = 64;

    private final NioNetwork network;
    private final ServerSocketChannel channel;
    private final StreamAcceptor acceptor;
    private final InetSocketAddress local;
    private @Nullable SelectionKey key;

    // Guarded by this.
    private boolean paused;
    private boolean resting;

    NioListener(NioNetwork network, ServerSocketChannel channel, StreamAcceptor acceptor)
            throws IOException {
        this.network = network;
        this.channel = channel;
        this.acceptor = acceptor;
        this.local = (InetSocketAddress) channel.getLocalAddress();
    }

    void register(Selector selector) throws ClosedChannelException {
        key = channel.register(selector, SelectionKey.OP_ACCEPT, this);
    }

    int ready() {
        int taken = 0;
        try {
            while (taken < MAX_AT_ONCE && wantsMore()) {
                SocketChannel peer = channel.accept();
                if (peer == null) {
                    break;
                }
                taken++;
                take(peer);
            }
        } catch (IOException _) {
            // The peer was gone before it was taken, or there are no descriptors left. In the
            // latter case the selector
            // would say so without end.
            if (channel.isOpen()) {
                network.rest(this);
            }
        }
        return taken;
    }

    private boolean wantsMore() {
        SelectionKey k = key;
        return k != null && k.isValid() && k.interestOps() != 0;
    }

    private void take(SocketChannel peer) throws IOException {
        try {
            peer.configureBlocking(false);
            NioStream stream =
                    new NioStream(network, peer, (InetSocketAddress) peer.getRemoteAddress());
            stream.startAccepted(network.selector());
            acceptor.accepted(stream);
        } catch (IOException | RuntimeException e) {
            peer.close();
            throw e;
        }
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public synchronized void pause(boolean nowPaused) {
        paused = nowPaused;
        update();
    }

    synchronized void rest(boolean nowResting) {
        resting = nowResting;
        update();
    }

    private void update() {
        SelectionKey k = key;
        if (k != null && channel.isOpen()) {
            try {
                k.interestOps(paused || resting ? 0 : SelectionKey.OP_ACCEPT);
                network.changed();
            } catch (CancelledKeyException _) {
                // Closed by another thread: it takes nothing any more.
            }
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException _) {
            // It is gone either way.
        }
        network.releaseClosed();
    }
}
