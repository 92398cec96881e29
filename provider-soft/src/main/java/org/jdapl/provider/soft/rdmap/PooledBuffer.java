package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A direct buffer of a pool, in the views that the engine needs, made once. */
final class PooledBuffer {

    /** For the stream: position and limit are the user's. */
    final ByteBuffer io;

    /** For checksums: position and limit mean nothing between uses. */
    final ByteBuffer view;

    /** For headers and copies. */
    final MemorySegment segment;

    /** The size in bytes. */
    final int capacity;

    PooledBuffer(int capacity) {
        this.capacity = capacity;
        io = ByteBuffer.allocateDirect(capacity);
        view = io.duplicate();
        segment = MemorySegment.ofBuffer(io.duplicate());
    }
}
