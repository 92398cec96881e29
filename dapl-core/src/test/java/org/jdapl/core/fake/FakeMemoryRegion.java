package org.jdapl.core.fake;

import java.lang.foreign.MemorySegment;
import org.jdapl.spi.MemoryRegion;

/** A registered segment. */
public final class FakeMemoryRegion implements MemoryRegion {

    private static final long BASE = 0x1000_0000L;

    private final FakeAdapter adapter;
    final MemorySegment segment;
    final int privileges;
    private final long key;
    private boolean closed;

    FakeMemoryRegion(FakeAdapter adapter, MemorySegment segment, int privileges) {
        this.adapter = adapter;
        this.segment = segment;
        this.privileges = privileges;
        synchronized (adapter.fabric) {
            this.key = adapter.fabric.add(this);
        }
    }

    @Override
    public long remoteKey() {
        return key;
    }

    @Override
    public long remoteAddress() {
        return BASE;
    }

    boolean covers(long address, long length) {
        long offset = address - BASE;
        return !closed && offset >= 0 && length <= segment.byteSize() - offset;
    }

    MemorySegment at(long address, long length) {
        return segment.asSlice(address - BASE, length);
    }

    /** What the registration was for, as bits. */
    public int privileges() {
        return privileges;
    }

    @Override
    public void close() {
        adapter.plan.at("region.close");
        if (closed) {
            adapter.plan.violated("region closed twice");
        }
        if (!segment.scope().isAlive()) {
            adapter.plan.violated("region closed after its memory");
        }
        closed = true;
        adapter.open.remove(this);
    }
}
