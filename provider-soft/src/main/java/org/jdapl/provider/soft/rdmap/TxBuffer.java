package org.jdapl.provider.soft.rdmap;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a connection that are on their way to the stream: a borrowed buffer while there are
 * any, nothing otherwise. Frames that the stream took in part stay as they are until it has taken
 * the rest, since their checksum is out already.
 *
 * <p><strong>Threads:</strong> whoever holds the connection's outgoing lock.
 */
final class TxBuffer {

    private final BufferPool pool;
    private @Nullable PooledBuffer buffer;
    private int from;
    private int to;

    TxBuffer(BufferPool pool) {
        this.pool = pool;
    }

    /** Whether all that was put in is written. */
    boolean isEmpty() {
        return to == from;
    }

    /** Where the next frame goes. */
    int end() {
        return to;
    }

    /**
     * The buffer for frames at {@link #end()}: as large as that, unless too many large ones are
     * out.
     */
    PooledBuffer want(int bytes) {
        PooledBuffer b = buffer;
        if (b != null && to == 0 && b.capacity < bytes) {
            release();
            b = null;
        }
        if (b == null) {
            b = pool.take(bytes);
            buffer = b;
        }
        return b;
    }

    /** Whether so many bytes more fit. */
    boolean hasRoom(int bytes) {
        PooledBuffer b = buffer;
        return b != null && b.capacity - to >= bytes;
    }

    /** Bytes were put in behind the end; returns how many. */
    int add(int bytes) {
        to += bytes;
        return bytes;
    }

    void add(byte[] bytes) {
        PooledBuffer b = want(bytes.length);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, b.segment, to, bytes.length);
        to += bytes.length;
    }

    /** Writes what the stream takes; true where that is all. */
    boolean write(ByteStream stream) throws IOException {
        PooledBuffer b = buffer;
        if (to == from || b == null) {
            return true;
        }
        b.io.limit(to).position(from);
        stream.write(b.io);
        from = b.io.position();
        if (from < to) {
            return false;
        }
        from = 0;
        to = 0;
        return true;
    }

    /** Gives the buffer back; it is empty, or what is in it does not matter any more. */
    void release() {
        from = 0;
        to = 0;
        PooledBuffer b = buffer;
        if (b != null) {
            buffer = null;
            pool.giveBack(b);
        }
    }
}
