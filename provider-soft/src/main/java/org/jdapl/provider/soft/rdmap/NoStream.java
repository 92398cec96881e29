package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;

/** Stands where a connection has no stream yet or any more. */
final class NoStream implements ByteStream {

    static final NoStream INSTANCE = new NoStream();

    private NoStream() {}

    @Override
    public void handler(StreamHandler handler) {
        // There are no events.
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        throw new IOException("there is no stream");
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        throw new IOException("there is no stream");
    }

    @Override
    public long write(ByteBuffer[] from, int first, int count) throws IOException {
        throw new IOException("there is no stream");
    }

    @Override
    public void wantWrite() {
        // It is never writable.
    }

    @Override
    public void wantRead(boolean on) {
        // It is never readable.
    }

    @Override
    public void shutdownOutput() {
        // There is nothing to end.
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    @Override
    public void abort() {
        // There is nothing to close.
    }

    @Override
    public InetSocketAddress localAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public InetSocketAddress remoteAddress() {
        return new InetSocketAddress(0);
    }

    @Override
    public int segmentSize() {
        return 0;
    }
}
