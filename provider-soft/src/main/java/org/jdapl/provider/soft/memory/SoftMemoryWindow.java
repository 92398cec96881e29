package org.jdapl.provider.soft.memory;

import org.jdapl.spi.MemoryWindow;
import org.jspecify.annotations.Nullable;

/**
 * A memory window. A bind is announced when it is posted, which draws its tag, and carried out when
 * its turn comes; from then on the tag before is dead. Each bind has a tag of its own, index and
 * key, so that a stale one stays dead as long as a closed region's.
 *
 * <p><strong>Threads:</strong> any.
 */
public final class SoftMemoryWindow implements MemoryWindow {

    private final RegionTable table;
    private final boolean endpointScope;

    /** The tag of the last bind that was posted, 0 for none. Written under the monitor. */
    private volatile int announced;

    // Guarded by this.
    private @Nullable SteeringTag bound;
    private boolean closed;

    SoftMemoryWindow(RegionTable table, boolean endpointScope) {
        this.table = table;
        this.endpointScope = endpointScope;
    }

    @Override
    public long remoteKey() {
        return Integer.toUnsignedLong(announced);
    }

    /**
     * A bind is being posted.
     *
     * @param bytes whether it names any; otherwise it ends the key
     * @return the tag that it will give; 0 where it names no bytes
     */
    public synchronized int announce(boolean bytes) {
        int stag = bytes ? table.reserve() : 0;
        announced = stag;
        return stag;
    }

    /**
     * Carries a bind out. When this returns nobody accesses memory by the tag before.
     *
     * @param stag what {@link #announce} gave
     * @param region the region; null only where the stag is 0
     * @param offset the first byte in the region
     * @param length how many bytes
     * @param privileges bits of {@link org.jdapl.api.data.Privilege}
     * @param connection by which it is bound
     * @return false where window or region is closed
     */
    public synchronized boolean bind(
            int stag,
            @Nullable SoftMemoryRegion region,
            long offset,
            long length,
            int privileges,
            Object connection) {
        drop();
        if (stag == 0) {
            return !closed;
        }
        if (closed || region == null || region.isShut()) {
            table.release(stag);
            return false;
        }
        SteeringTag tag =
                new SteeringTag(
                        stag,
                        region,
                        region.remoteAddress() + offset,
                        length,
                        privileges,
                        this,
                        endpointScope ? connection : null);
        table.put(tag);
        bound = tag;
        return true;
    }

    /**
     * A bind will not be carried out: what was bound before stays.
     *
     * @param stag what {@link #announce} gave
     */
    public synchronized void withdraw(int stag) {
        if (stag != 0) {
            table.release(stag);
        }
        if (announced == stag) {
            announced = bound == null ? 0 : bound.stag();
        }
    }

    /**
     * What it is bound to.
     *
     * @return the tag, or null where it is not bound
     */
    public synchronized @Nullable SteeringTag bound() {
        return bound;
    }

    /** Takes a tag back on behalf of a peer; whether it was bound. */
    synchronized boolean invalidate(SteeringTag tag) {
        if (bound != tag) {
            return false;
        }
        drop();
        if (announced == tag.stag()) {
            announced = 0;
        }
        return true;
    }

    private void drop() {
        SteeringTag tag = bound;
        if (tag != null) {
            bound = null;
            tag.shut();
            tag.awaitExits();
            table.remove(tag);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            drop();
            announced = 0;
            table.windowClosed();
        }
    }
}
