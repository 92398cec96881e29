package org.jdapl.provider.soft.rdmap;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jspecify.annotations.Nullable;

/**
 * The peer's reads that wait to be answered, oldest first, not more than the inbound read depth.
 * The incoming half adds what it has checked; the outgoing half answers.
 *
 * <p>A request that is refused stands here too, with its Terminate: so the reads before it are
 * still answered.
 */
final class InboundReads {

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(InboundReads.class, "head", long.class);
            TAIL = lookup.findVarHandle(InboundReads.class, "tail", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final int depth;
    private final int mask;
    private final int[] sinkStag;
    private final long[] sinkOffset;
    private final long[] size;
    private final @Nullable SoftMemoryRegion[] source;
    private final long[] sourceOffset;
    private volatile @Nullable Refusal refusal;
    private long refused = Long.MAX_VALUE;
    private long head;
    private long tail;

    InboundReads(int depth) {
        this.depth = depth;
        // One more for a request that is refused because there are too many.
        int ring = Rings.sizeFor(depth + 1);
        mask = ring - 1;
        sinkStag = new int[ring];
        sinkOffset = new long[ring];
        size = new long[ring];
        source = new SoftMemoryRegion[ring];
        sourceOffset = new long[ring];
    }

    /** Whether the depth allows one more; called by the incoming half. */
    boolean hasRoom() {
        return tail - (long) HEAD.getAcquire(this) < depth;
    }

    void add(
            int sinkStag,
            long sinkOffset,
            long size,
            @Nullable SoftMemoryRegion source,
            long sourceOffset) {
        int i = (int) tail & mask;
        this.sinkStag[i] = sinkStag;
        this.sinkOffset[i] = sinkOffset;
        this.size[i] = size;
        this.source[i] = source;
        this.sourceOffset[i] = sourceOffset;
        TAIL.setRelease(this, tail + 1);
    }

    /** Adds a request that is to be refused when its turn comes; the last one. */
    void addRefused(Refusal why) {
        refused = tail;
        refusal = why;
        TAIL.setRelease(this, tail + 1);
    }

    boolean isEmpty() {
        return head >= (long) TAIL.getAcquire(this);
    }

    /** The refusal of the oldest request, or null where it is to be answered. */
    @Nullable Refusal oldestRefused() {
        return refusal != null && head == refused ? refusal : null;
    }

    int sinkStag() {
        return sinkStag[(int) head & mask];
    }

    long sinkOffset() {
        return sinkOffset[(int) head & mask];
    }

    long size() {
        return size[(int) head & mask];
    }

    @Nullable SoftMemoryRegion source() {
        return source[(int) head & mask];
    }

    long sourceOffset() {
        return sourceOffset[(int) head & mask];
    }

    /**
     * Takes the oldest one off. This comes before its last frame is written: the peer may ask again
     * as soon as it has that frame, and must then find room.
     */
    void remove() {
        source[(int) head & mask] = null;
        HEAD.setRelease(this, head + 1);
    }

    /**
     * A refusal that waits for its turn.
     *
     * @param reason for people
     * @param terminate the payload of the Terminate
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Refusal(String reason, byte[] terminate) {}
}
