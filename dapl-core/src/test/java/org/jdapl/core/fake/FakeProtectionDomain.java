package org.jdapl.core.fake;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** A protection domain. */
public final class FakeProtectionDomain implements ProtectionDomain {

    private final FakeAdapter adapter;
    private boolean closed;

    FakeProtectionDomain(FakeAdapter adapter) {
        this.adapter = adapter;
    }

    @Override
    public MemoryRegion register(MemorySegment segment, int privileges) {
        adapter.check(closed, "register");
        FakeMemoryRegion region = new FakeMemoryRegion(adapter, segment, privileges);
        adapter.open.add(region);
        return region;
    }

    @Override
    public @Nullable MemorySegment allocate(long bytes, long alignment, Arena arena) {
        adapter.check(closed, "allocate");
        return adapter.provider.allocates ? arena.allocate(bytes, alignment) : null;
    }

    @Override
    public void close() {
        adapter.check(closed, "domain.close");
        closed = true;
        adapter.open.remove(this);
    }
}
