package com.acme.rdma;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import org.jdapl.spi.Listener;

/**
 * A port that is being listened on, by a thread of its own: so the system closes the socket at once
 * when {@link #close()} does. One that a selector knows stays open until the selector forgets it.
 */
final class AcmeListener implements Listener {

    final Object context;

    private final AcmeAdapter adapter;
    private final ServerSocketChannel socket;
    private final InetSocketAddress local;
    private final CompletableFuture<Void> accepting;

    AcmeListener(AcmeAdapter adapter, InetSocketAddress address, int backlog, Object context)
            throws IOException {
        this.adapter = adapter;
        this.context = context;
        socket = ServerSocketChannel.open();
        try {
            socket.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            socket.bind(address, backlog);
            local = (InetSocketAddress) socket.getLocalAddress();
        } catch (IOException | RuntimeException e) {
            socket.close();
            throw e;
        }
        accepting =
                CompletableFuture.runAsync(
                        this::accept,
                        Thread.ofPlatform().daemon().name("acme-accept-" + local.getPort())::start);
    }

    /** Takes who comes, until the socket is closed. The requests are told by the driver. */
    private void accept() {
        while (socket.isOpen()) {
            try {
                SocketChannel peer = socket.accept();
                synchronized (adapter.lock) {
                    new AcmeRequest(adapter, this, new FrameChannel(adapter, peer)).start();
                }
            } catch (IOException e) {
                Thread.yield(); // that peer was gone, or there was no descriptor left for it
            }
        }
    }

    boolean isClosed() {
        return !socket.isOpen();
    }

    @Override
    public InetSocketAddress localAddress() {
        return local;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // It is gone either way.
        }
        accepting.join(); // a socket that a thread waits in is not gone before the thread
    }
}
