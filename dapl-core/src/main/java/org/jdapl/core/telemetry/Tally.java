package org.jdapl.core.telemetry;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Numbers that one thread at a time counts, inside a lock or gate of its own, and that any thread
 * reads. To count is a plain load, an addition and a plain store.
 */
public final class Tally {

    private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[] cells;

    /**
     * Starts at zero.
     *
     * @param size how many numbers there are
     */
    public Tally(int size) {
        cells = new long[size];
    }

    /**
     * Counts; by the thread that may.
     *
     * @param index which number
     * @param more how much more
     */
    public void add(int index, long more) {
        // Opaque: never torn, and seen by others sooner or later; no fence.
        CELL.setOpaque(cells, index, cells[index] + more);
    }

    /**
     * Reads; by any thread.
     *
     * @param index which number
     * @return a value that it had at some moment of the call
     */
    public long get(int index) {
        return (long) CELL.getOpaque(cells, index);
    }
}
