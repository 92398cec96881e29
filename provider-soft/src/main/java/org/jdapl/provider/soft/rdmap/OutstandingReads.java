package org.jdapl.provider.soft.rdmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The reads of this side that wait for their responses, oldest first: responses come in the order
 * of the requests (RFC 5040 section 5.5). The outgoing half adds, the incoming half finishes.
 */
final class OutstandingReads {

    private static final VarHandle SENT;
    private static final VarHandle DONE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            SENT = lookup.findVarHandle(OutstandingReads.class, "sent", long.class);
            DONE = lookup.findVarHandle(OutstandingReads.class, "done", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int depth;
    private final int mask;
    private final long[] entry;
    private long sent;
    private long done;

    OutstandingReads(int depth) {
        this.depth = depth;
        int size = Rings.sizeFor(depth);
        mask = size - 1;
        entry = new long[size];
    }

    /** Whether the agreed depth allows one more; called by the outgoing half. */
    boolean hasRoom() {
        return sent - done() < depth;
    }

    /** Whether no read is outstanding; called by the outgoing half. */
    boolean allDone() {
        return sent == done();
    }

    /** A request is about to be written. */
    void add(long sendQueueEntry) {
        entry[(int) sent & mask] = sendQueueEntry;
        SENT.setRelease(this, sent + 1);
    }

    /** How many reads have finished, with all that they placed. */
    long done() {
        return (long) DONE.getAcquire(this);
    }

    /** Whether a response is expected; called by the incoming half. */
    boolean isEmpty() {
        return done >= (long) SENT.getAcquire(this);
    }

    /** The send queue entry of the oldest one; called by the incoming half. */
    long oldest() {
        return entry[(int) done & mask];
    }

    /** The oldest one has finished; called by the incoming half. */
    void finish() {
        DONE.setRelease(this, done + 1);
    }
}
