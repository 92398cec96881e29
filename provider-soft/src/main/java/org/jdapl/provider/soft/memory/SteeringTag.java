package org.jdapl.provider.soft.memory;

import org.jdapl.api.data.Privilege;
import org.jspecify.annotations.Nullable;

/**
 * What a peer names by a steering tag: all of a region, or the part of one that a window was bound
 * to. It never changes; its end is final, and another tag takes its place.
 *
 * <p>A region's own tag leaves it to the region to count copies, a window's counts for itself, so
 * that unbinding waits for the accesses that are going on.
 *
 * <p><strong>Threads:</strong> any.
 */
public final class SteeringTag extends Guarded {

    private static final int REMOTE_RIGHTS =
            Privilege.REMOTE_READ.bit()
                    | Privilege.REMOTE_WRITE.bit()
                    | Privilege.REMOTE_ATOMIC.bit();

    private final int stag;
    private final SoftMemoryRegion region;
    private final long base;
    private final long length;
    private final int privileges;
    private final @Nullable SoftMemoryWindow window;
    private final @Nullable Object scope;

    /** The tag of all of a region. */
    SteeringTag(int stag, SoftMemoryRegion region, long base, long length, int privileges) {
        this(stag, region, base, length, privileges, null, null);
    }

    /** The tag of a window; where there is a scope, for the connection that this is. */
    SteeringTag(
            int stag,
            SoftMemoryRegion region,
            long base,
            long length,
            int privileges,
            @Nullable SoftMemoryWindow window,
            @Nullable Object scope) {
        this.stag = stag;
        this.region = region;
        this.base = base;
        this.length = length;
        this.privileges = privileges;
        this.window = window;
        this.scope = scope;
    }

    /**
     * The tag itself.
     *
     * @return 24 bits of index, 8 bits of key
     */
    public int stag() {
        return stag;
    }

    /**
     * The region whose bytes it names.
     *
     * @return the region
     */
    public SoftMemoryRegion region() {
        return region;
    }

    /**
     * The first byte's address for the peer.
     *
     * @return an address
     */
    public long base() {
        return base;
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
     * Whether the tag has all of some privileges.
     *
     * @param bits bits of {@link Privilege}
     * @return true where none is missing
     */
    public boolean grants(int bits) {
        return (privileges & bits) == bits;
    }

    /**
     * Whether there is any remote privilege.
     *
     * @return false for a region that only local operations may use
     */
    boolean isRemote() {
        return (privileges & REMOTE_RIGHTS) != 0;
    }

    /**
     * Whether the tag is good: it is not once a window was bound anew or a peer has invalidated it.
     *
     * @return false from then on
     */
    public boolean isValid() {
        return !isShut();
    }

    /**
     * Whether a connection is one that the tag was made for.
     *
     * @param domain the protection domain of its queue pair
     * @param connection the connection
     * @return false for another protection domain, and for a window of another queue pair
     */
    @SuppressWarnings("ReferenceEquality") // it is that very connection or another one
    public boolean isFor(SoftProtectionDomain domain, Object connection) {
        return region.domain() == domain && (scope == null || scope == connection);
    }

    @Override
    public boolean enter() {
        return window == null ? isValid() : super.enter();
    }

    @Override
    public void exit() {
        if (window != null) {
            super.exit();
        }
    }

    /**
     * Takes the tag back on behalf of a peer: a window is unbound. The tag of a region is not a
     * peer's to take: other peers use it, too.
     *
     * @return whether there was a window's key to take back
     */
    public boolean invalidate() {
        return window != null && window.invalidate(this);
    }
}
