package org.jdapl.core;

import org.jspecify.annotations.Nullable;

/**
 * What one bind makes of a remote memory region: which bytes of which region it stands for.
 * Bindings of one remote memory region form a chain from the latest back to the one that was in
 * force before the first bind that has not completed.
 */
final class Binding {

    final RemoteMemoryRegionImpl window;

    /** Null where the bind takes the former binding away. */
    final @Nullable LocalMemoryRegionImpl region;

    final long offset;
    final long length;

    /** What may be in force until this bind has succeeded. */
    private volatile @Nullable Binding former;

    private volatile boolean failed;

    Binding(
            RemoteMemoryRegionImpl window,
            @Nullable LocalMemoryRegionImpl region,
            long offset,
            long length,
            @Nullable Binding former) {
        this.window = window;
        this.region = region;
        this.offset = offset;
        this.length = length;
        this.former = former;
    }

    /** The bind has completed; by the holder of the lock of the dispatcher. */
    void completed(boolean success) {
        if (success) {
            former = null;
        } else {
            failed = true;
        }
    }

    /** Whether the region can be used by its key, as far as binds say. */
    boolean stands() {
        return region != null && !failed;
    }

    /** Whether this binding, or one before that may still be in force, names a region. */
    boolean mayName(LocalMemoryRegionImpl candidate) {
        for (@Nullable Binding b = this; b != null; b = b.former) {
            if (b.region == candidate && !b.failed) {
                return true;
            }
        }
        return false;
    }
}
