package org.jdapl.provider.soft.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.jdapl.spi.MemoryRegion;

/** A registered segment. */
public record Memory(MemorySegment segment, MemoryRegion region) {

    /** Fills a range with bytes that a seed determines. */
    public Memory fill(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long i = 0;
        long size = segment.byteSize();
        for (; i + 8 <= size; i += 8) {
            segment.set(ValueLayout.JAVA_LONG_UNALIGNED, i, random.nextLong());
        }
        for (; i < size; i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        return this;
    }

    public long key() {
        return region.remoteKey();
    }

    public long address() {
        return region.remoteAddress();
    }
}
