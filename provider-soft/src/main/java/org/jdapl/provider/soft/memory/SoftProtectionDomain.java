package org.jdapl.provider.soft.memory;

import java.lang.foreign.MemorySegment;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;

/** A protection domain: the identity that regions and queue pairs share. */
public final class SoftProtectionDomain implements ProtectionDomain {

    private final RegionTable regions;

    /**
     * Makes a protection domain.
     *
     * @param regions where its regions are entered
     */
    public SoftProtectionDomain(RegionTable regions) {
        this.regions = regions;
    }

    @Override
    public MemoryRegion register(MemorySegment segment, int privileges) {
        return regions.register(this, segment, privileges, false);
    }

    @Override
    public MemoryRegion registerZeroBased(MemorySegment segment, int privileges) {
        return regions.register(this, segment, privileges, true);
    }

    @Override
    public void close() {
        // It holds nothing: its regions are in the table, and closed before.
    }
}
