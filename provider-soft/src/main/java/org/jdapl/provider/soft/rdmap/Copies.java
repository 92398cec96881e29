package org.jdapl.provider.soft.rdmap;

import java.lang.foreign.MemorySegment;
import org.jdapl.provider.soft.memory.SoftMemoryRegion;

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
