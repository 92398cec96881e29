package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.AtomicRequestHeader;
import org.jspecify.annotations.Nullable;

/**
 * The peer's reads and atomic operations that wait to be answered, oldest first, not more than the
 * inbound read depth. The incoming half adds what it has checked; the outgoing half answers.
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

    /** The operation of a read: none of {@link AtomicRequestHeader}. */
    private static final int READ = -1;

    private final int depth;
    private final int ringMask;
    private final int[] sinkStag;
    private final long[] sinkOffset;
    private final long[] size;
    private final @Nullable SteeringTag[] source;
    private final long[] sourceAddress;

    // Of atomic operations; a read has the operation READ and nothing else.
    private final int[] operation;
    private final int[] requestId;
    private final long[] data;
    private final long[] mask;
    private final long[] compareData;
    private final long[] compareMask;
    private volatile @Nullable Refusal refusal;
    private long refused = Long.MAX_VALUE;
    private long head;
    private long tail;

    InboundReads(int depth) {
        this.depth = depth;
        // One more for a request that is refused because there are too many.
        int ring = Rings.sizeFor(depth + 1);
        ringMask = ring - 1;
        sinkStag = new int[ring];
        sinkOffset = new long[ring];
        size = new long[ring];
        source = new SteeringTag[ring];
        sourceAddress = new long[ring];
        operation = new int[ring];
        requestId = new int[ring];
        data = new long[ring];
        mask = new long[ring];
        compareData = new long[ring];
        compareMask = new long[ring];
    }

    /** Whether the depth allows one more; called by the incoming half. */
    boolean hasRoom() {
        return tail - (long) HEAD.getAcquire(this) < depth;
    }

    void add(
            int sinkStag,
            long sinkOffset,
            long size,
            @Nullable SteeringTag source,
            long sourceAddress) {
        int i = (int) tail & ringMask;
        this.sinkStag[i] = sinkStag;
        this.sinkOffset[i] = sinkOffset;
        this.size[i] = size;
        this.source[i] = source;
        this.sourceAddress[i] = sourceAddress;
        operation[i] = READ;
        TAIL.setRelease(this, tail + 1);
    }

    /** Adds an atomic operation, whose header stands at an offset of a buffer. */
    void addAtomic(MemorySegment bytes, long header, SteeringTag target) {
        int i = (int) tail & ringMask;
        source[i] = target;
        sourceAddress[i] = AtomicRequestHeader.taggedOffset(bytes, header);
        operation[i] = AtomicRequestHeader.operation(bytes, header);
        requestId[i] = AtomicRequestHeader.requestId(bytes, header);
        data[i] = AtomicRequestHeader.data(bytes, header);
        mask[i] = AtomicRequestHeader.mask(bytes, header);
        compareData[i] = AtomicRequestHeader.compareData(bytes, header);
        compareMask[i] = AtomicRequestHeader.compareMask(bytes, header);
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
        return sinkStag[(int) head & ringMask];
    }

    long sinkOffset() {
        return sinkOffset[(int) head & ringMask];
    }

    long size() {
        return size[(int) head & ringMask];
    }

    @Nullable SteeringTag source() {
        return source[(int) head & ringMask];
    }

    long sourceAddress() {
        return sourceAddress[(int) head & ringMask];
    }

    boolean isAtomic() {
        return operation() != READ;
    }

    int operation() {
        return operation[(int) head & ringMask];
    }

    int requestId() {
        return requestId[(int) head & ringMask];
    }

    long data() {
        return data[(int) head & ringMask];
    }

    long mask() {
        return mask[(int) head & ringMask];
    }

    long compareData() {
        return compareData[(int) head & ringMask];
    }

    long compareMask() {
        return compareMask[(int) head & ringMask];
    }

    /**
     * Takes the oldest one off. This comes before its last frame is written: the peer may ask again
     * as soon as it has that frame, and must then find room.
     */
    void remove() {
        source[(int) head & ringMask] = null;
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
