package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;
import org.jdapl.provider.soft.memory.SteeringTag;

/**
 * Copies between buffers and registered memory. The memory belongs to the consumer, who may close
 * it whenever it likes: that shows as a copy that fails, and never as an exception.
 */
final class Copies {

    private Copies() {}

    /** Copies out of a region; false where the region or its memory is gone or too small. */
    static boolean out(
            SoftMemoryRegion region, long offset, MemorySegment to, long toOffset, int length) {
        if (!region.enter()) {
            return false;
        }
        try {
            MemorySegment.copy(region.segment(), offset, to, toOffset, length);
            return true;
        } catch (IllegalStateException | IndexOutOfBoundsException | WrongThreadException _) {
            return false;
        } finally {
            region.exit();
        }
    }

    /**
     * Copies out of what a peer named, from the peer's address on; false where it is not valid any
     * more.
     */
    static boolean out(SteeringTag tag, long address, MemorySegment to, long toOffset, int length) {
        if (!tag.enter()) {
            return false;
        }
        try {
            SoftMemoryRegion region = tag.region();
            return out(region, address - region.remoteAddress(), to, toOffset, length);
        } finally {
            tag.exit();
        }
    }

    /**
     * Copies into what a peer named, from the peer's address on; false where it is not valid any
     * more.
     */
    static boolean in(
            SteeringTag tag, long address, MemorySegment from, long fromOffset, int length) {
        if (!tag.enter()) {
            return false;
        }
        try {
            SoftMemoryRegion region = tag.region();
            return in(region, address - region.remoteAddress(), from, fromOffset, length);
        } finally {
            tag.exit();
        }
    }

    /** Puts a number into a region, in the CPU's byte order; false as {@link #in}. */
    static boolean in(SoftMemoryRegion region, long offset, long value) {
        if (!region.enter()) {
            return false;
        }
        try {
            region.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
            return true;
        } catch (IllegalStateException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | WrongThreadException _) {
            return false;
        } finally {
            region.exit();
        }
    }

    /**
     * Copies into a region; false where the region or its memory is gone, too small or read-only.
     */
    static boolean in(
            SoftMemoryRegion region, long offset, MemorySegment from, long fromOffset, int length) {
        if (!region.enter()) {
            return false;
        }
        try {
            MemorySegment.copy(from, fromOffset, region.segment(), offset, length);
            return true;
        } catch (IllegalStateException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | WrongThreadException _) {
            return false;
        } finally {
            region.exit();
        }
    }
}
