package org.jdapl.provider.soft.seam;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;

/**
 * A connected or connecting stream of bytes that never blocks.
 *
 * <p><strong>Threads:</strong> reads by the driver alone; writes by one thread at a time; {@link
 * #wantWrite()}, {@link #close()} and {@link #abort()} by any thread.
 */
public interface ByteStream {

    /**
     * Sets whom to tell about events. Called by the driver, or before the stream can have events.
     *
     * @param handler the handler
     */
    void handler(StreamHandler handler);

    /**
     * Reads what is there.
     *
     * @param into a direct buffer with room
     * @return bytes read; 0 where nothing is there; -1 at the end of the stream
     * @throws IOException where the stream is broken
     */
    int read(ByteBuffer into) throws IOException;

    /**
     * Writes as much as is taken.
     *
     * @param from a direct buffer
     * @return bytes taken, perhaps 0
     * @throws IOException where the stream is broken
     */
    int write(ByteBuffer from) throws IOException;

    /**
     * Writes as much as is taken of several buffers, in one piece as far as the network cares.
     *
     * @param from direct buffers
     * @param first index of the first
     * @param count how many
     * @return bytes taken, perhaps 0
     * @throws IOException where the stream is broken
     */
    long write(ByteBuffer[] from, int first, int count) throws IOException;

    /** Asks for one call of {@link StreamHandler#writable()} as soon as more can be written. */
    void wantWrite();

    /**
     * Turns {@link StreamHandler#readable()} on or off; it is on at first. Called by the driver.
     *
     * @param on whether to be told
     */
    void wantRead(boolean on);

    /**
     * Ends the outgoing direction after what was written. Nothing happens where the stream is
     * broken.
     */
    void shutdownOutput();

    /** Closes both directions; what was written is still sent. No handler is called afterwards. */
    void close();

    /** Closes both directions at once and tells the peer so. No handler is called afterwards. */
    void abort();

    /**
     * This side's address.
     *
     * @return address and port
     */
    InetSocketAddress localAddress();

    /**
     * The peer's address.
     *
     * @return address and port
     */
    InetSocketAddress remoteAddress();

    /**
     * The largest piece that travels undivided, as far as known.
     *
     * @return bytes
     */
    int segmentSize();
}
