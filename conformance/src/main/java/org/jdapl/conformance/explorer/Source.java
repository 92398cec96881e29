package org.jdapl.conformance.explorer;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.EnumSet;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.data.Privilege;

/** A region that nobody writes, full of a pattern: what is sent, written and read comes from it. */
final class Source {

    static final int BYTES = 16_384;

    private final LocalMemoryRegion region;

    Source(ProtectionZone zone) {
        region =
                zone.allocate(
                        BYTES,
                        EnumSet.of(
                                Privilege.LOCAL_READ,
                                Privilege.LOCAL_WRITE,
                                Privilege.REMOTE_READ));
        MemorySegment memory = region.segment();
        for (int i = 0; i < BYTES; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, pattern(i));
        }
    }

    LocalMemoryRegion region() {
        return region;
    }

    /** What stands at an offset. Never the canary, and no short period. */
    static byte pattern(long offset) {
        long mixed = offset * 0x9E37_79B9_7F4A_7C15L;
        return (byte) ((mixed >>> 40) % 191);
    }

    void check(String where) {
        for (int i = 0; i < BYTES; i++) {
            if (region.segment().get(ValueLayout.JAVA_BYTE, i) != pattern(i)) {
                throw new Finding(Finding.Check.CANARY, where + ": the source has changed at " + i);
            }
        }
    }
}
