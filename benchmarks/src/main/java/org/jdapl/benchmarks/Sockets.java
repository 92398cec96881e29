package org.jdapl.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;

/** Plain channels over loopback: the reference. */
final class Sockets {

    private static final int SPINS_BEFORE_YIELD = Lane.SPINS_BEFORE_YIELD;
    private static final long CONNECT_LIMIT_NS = TimeUnit.SECONDS.toNanos(30);

    private Sockets() {}

    static ServerSocketChannel listen() throws IOException {
        return ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    static int port(ServerSocketChannel server) throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    static SocketChannel connect(int port, boolean blocking) throws IOException {
        return prepared(
                SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)),
                blocking);
    }

    /** Accepts a connection, if one comes in time. */
    static SocketChannel accept(ServerSocketChannel server, boolean blocking) throws IOException {
        server.configureBlocking(false);
        long start = System.nanoTime();
        while (true) {
            SocketChannel channel = server.accept();
            if (channel != null) {
                return prepared(channel, blocking);
            }
            if (System.nanoTime() - start > CONNECT_LIMIT_NS) {
                throw new IOException("nobody connected");
            }
            Thread.yield();
        }
    }

    private static SocketChannel prepared(SocketChannel channel, boolean blocking)
            throws IOException {
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(blocking);
        return channel;
    }

    /** Fills a buffer; a channel that does not block is asked again and again. */
    static void readFully(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        int spins = 0;
        while (buffer.hasRemaining()) {
            int n = channel.read(buffer);
            if (n < 0) {
                throw new EOFException("the peer is gone");
            }
            if (n == 0 && ++spins > SPINS_BEFORE_YIELD) {
                Thread.yield();
            }
        }
    }

    static void writeFully(SocketChannel channel, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }
}
