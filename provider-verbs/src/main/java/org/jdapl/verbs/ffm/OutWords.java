package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Memory that a C function writes its results and errno to, made once for many calls, which
 * allocate nothing then. It lives until it is closed; one call at a time.
 */
public final class OutWords implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment state = arena.allocate(CFunction.STATE);
    private final long address;

    /**
     * Makes it.
     *
     * @param bytes how long
     */
    public OutWords(long bytes) {
        address = arena.allocate(bytes, Long.BYTES).address();
    }

    /**
     * Where it is.
     *
     * @return the address, for as long as it is open
     */
    public long address() {
        return address;
    }

    MemorySegment state() {
        return state;
    }

    @Override
    public void close() {
        arena.close();
    }
}
