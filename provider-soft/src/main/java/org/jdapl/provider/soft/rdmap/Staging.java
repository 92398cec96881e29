package org.jdapl.provider.soft.rdmap;

import org.jspecify.annotations.Nullable;

/**
 * The one buffer that the driver reads streams into. What is left of an incomplete frame stays in
 * it as long as the same connection is read again, and moves to a buffer of the connection when
 * another one needs the place.
 *
 * <p><strong>Threads:</strong> the driver alone.
 */
final class Staging {

    /** Size: several frames of the largest kind. */
    static final int BYTES = 256 << 10;

    /**
     * With less room than this at the end, what is left of a frame moves to the front before the
     * next read.
     */
    static final int MIN_READ = 128 << 10;

    final PooledBuffer buffer = new PooledBuffer(BYTES);
    private @Nullable RxPath owner;

    /** Bytes from here to {@link #end} have been read and wait to be worked on. */
    int start;

    int end;

    /** Makes the buffer a connection's own. */
    void claim(RxPath claimant) {
        if (owner == claimant) {
            return;
        }
        RxPath previous = owner;
        owner = null;
        if (previous != null && end > start) {
            previous.keep(buffer.segment, start, end - start);
        }
        start = 0;
        end = claimant.restore(buffer.segment);
        owner = claimant;
    }

    /** A connection has ended: what is left of it is void. */
    void forget(RxPath former) {
        if (owner == former) {
            owner = null;
            start = 0;
            end = 0;
        }
    }

    /** Makes room for the next read. */
    void compact() {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (start > 0 && BYTES - end < MIN_READ) {
            java.lang.foreign.MemorySegment.copy(
                    buffer.segment, start, buffer.segment, 0, end - start);
            end -= start;
            start = 0;
        }
    }
}
