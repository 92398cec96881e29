package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.memory.SteeringTag;
import org.jdapl.provider.soft.wire.AtomicRequestHeader;

/**
 * Carries atomic operations out (RFC 7306 section 5.1) on numbers in the CPU's byte order, by the
 * CPU's own compare-and-set: so they are atomic to each other, over all queue pairs, and to the
 * program's.
 *
 * <p><strong>Threads:</strong> one at a time for each object.
 */
final class AtomicUnit {

    private static final VarHandle NUMBER = ValueLayout.JAVA_LONG.varHandle();

    private long original;

    /** Whether the CPU can work on an address as a whole. */
    static boolean isAligned(SteeringTag tag, long address) {
        SoftMemoryRegion region = tag.region();
        long offset = address - region.remoteAddress();
        return ((region.segment().address() + offset) & 7) == 0;
    }

    /** What the memory held before the last operation. */
    long original() {
        return original;
    }

    /** Carries the oldest request out; false where its memory or its key is gone. */
    boolean perform(InboundReads request) {
        SteeringTag tag = request.source();
        if (tag == null || !tag.enter()) {
            return false;
        }
        try {
            SoftMemoryRegion region = tag.region();
            if (!region.enter()) {
                return false;
            }
            try {
                original =
                        change(
                                region.segment(),
                                request.sourceAddress() - region.remoteAddress(),
                                request);
                return true;
            } catch (IllegalStateException
                    | IndexOutOfBoundsException
                    | IllegalArgumentException
                    | UnsupportedOperationException
                    | WrongThreadException _) {
                return false;
            } finally {
                region.exit();
            }
        } finally {
            tag.exit();
        }
    }

    private static long change(MemorySegment memory, long offset, InboundReads request) {
        long old;
        do {
            old = (long) NUMBER.getVolatile(memory, offset);
        } while (!NUMBER.compareAndSet(memory, offset, old, result(old, request)));
        return old;
    }

    private static long result(long old, InboundReads request) {
        long data = request.data();
        long mask = request.mask();
        return switch (request.operation()) {
            case AtomicRequestHeader.FETCH_ADD -> add(old, data, mask);
            case AtomicRequestHeader.SWAP -> (old & ~mask) | (data & mask);
            default ->
                    ((old ^ request.compareData()) & request.compareMask()) == 0
                            ? (old & ~mask) | (data & mask)
                            : old;
        };
    }

    /** Adds field by field: a bit of the mask is the highest of its field and carries nowhere. */
    static long add(long a, long b, long highest) {
        return ((a & ~highest) + (b & ~highest)) ^ ((a ^ b) & highest);
    }
}
