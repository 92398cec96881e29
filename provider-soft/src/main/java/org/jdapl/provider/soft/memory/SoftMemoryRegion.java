package org.jdapl.provider.soft.memory;

import java.lang.foreign.MemorySegment;
import org.jdapl.spi.MemoryRegion;

/**
 * A registered region. A copy from or to it is framed by {@link #enter()} and {@link #exit()}: so
 * {@link #close()} can wait for the copies that are going on and let no new one begin.
 *
 * <p><strong>Threads:</strong> any.
 */
public final class SoftMemoryRegion extends Guarded implements MemoryRegion {

    private final RegionTable table;
    private final SoftProtectionDomain domain;
    private final MemorySegment segment;
    private final long length;
    private final long base;
    private final SteeringTag tag;

    SoftMemoryRegion(
            RegionTable table,
            SoftProtectionDomain domain,
            MemorySegment segment,
            int privileges,
            int stag,
            long base) {
        this.table = table;
        this.domain = domain;
        this.segment = segment;
        this.length = segment.byteSize();
        this.base = base;
        this.tag = new SteeringTag(stag, this, base, length, privileges);
    }

    /**
     * The memory. Its owner may close it at any time, so an access may throw {@link
     * IllegalStateException}.
     *
     * @return the segment that was registered
     */
    public MemorySegment segment() {
        return segment;
    }

    /**
     * The protection domain.
     *
     * @return the domain
     */
    public SoftProtectionDomain domain() {
        return domain;
    }

    /**
     * The size.
     *
     * @return bytes
     */
    public long length() {
        return length;
    }

    /**
     * The steering tag, which each region has, whether a peer may use it or not.
     *
     * @return the tag
     */
    public SteeringTag tag() {
        return tag;
    }

    @Override
    public long remoteKey() {
        return tag.isRemote() ? Integer.toUnsignedLong(tag.stag()) : 0;
    }

    @Override
    public long remoteAddress() {
        return base;
    }

    @Override
    public void close() {
        if (shut()) {
            table.remove(this);
        }
        awaitExits();
    }
}
