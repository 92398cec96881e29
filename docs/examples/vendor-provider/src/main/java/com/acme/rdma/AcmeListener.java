package com.acme.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.jdapl.spi.Listener;

/** A port that is being listened on. */
final class AcmeListener implements Listener {

    private final AcmeAdapter adapter;
    private final Object context;
    private final ServerSocketChannel socket;
    private final InetSocketAddress local;
    private volatile boolean closed;

    AcmeListener(AcmeAdapter adapter, InetSocketAddress address, int backlog, Object context)
            throws IOException {
        this.adapter = adapter;
        this.context = context;
        socket = ServerSocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address, backlog);
            socket.configureBlocking(false);
            local = (InetSocketAddress) socket.getLocalAddress();
            adapter.register(socket, SelectionKey.OP_ACCEPT, this);
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
    }

    /** Takes what waits; by the driver, under the adapter's lock. */
    int accept() {
        int taken = 0;
        try {
            for (SocketChannel peer = socket.accept(); peer != null; peer = socket.accept()) {
                FrameChannel channel = new FrameChannel(adapter, peer);
                new AcmeRequest(adapter, this, channel);
                channel.start();
                taken++;
            }
        } catch (IOException e) {
            // The peer was gone before it was taken.
        }
        return taken;
    }

    Object context() {
        return context;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public void close() {
        closed = true;
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
        adapter.releaseClosed();
    }
}
