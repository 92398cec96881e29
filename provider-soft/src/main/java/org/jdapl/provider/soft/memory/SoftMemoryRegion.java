package org.jdapl.provider.soft.memory;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.MemoryRegion;

/**
 * A registered region. An engine that wants to copy from or to it goes through {@link #enter()} and
 * {@link #exit()}: so {@link #close()} can wait for the copies that are going on and let no new one
 * begin.
 *
 * <p><strong>Threads:</strong> any.
 */
public final class SoftMemoryRegion implements MemoryRegion {

    private static final int REMOTE_RIGHTS =
            Privilege.REMOTE_READ.bit()
                    | Privilege.REMOTE_WRITE.bit()
                    | Privilege.REMOTE_ATOMIC.bit();

    /** Set in the guard once the region is closed; the bits below count the copies going on. */
    private static final int CLOSED = 1 << 30;

    private static final int SPINS_BEFORE_YIELD = 64;

    private static final VarHandle GUARD;
    private static final VarHandle INVALIDATED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            GUARD = lookup.findVarHandle(SoftMemoryRegion.class, "guard", int.class);
            INVALIDATED = lookup.findVarHandle(SoftMemoryRegion.class, "invalidated", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final RegionTable table;
    private final SoftProtectionDomain domain;
    private final MemorySegment segment;
    private final long length;
    private final int privileges;
    private final int slot;
    private final int stag;
    private final long base;

    @SuppressWarnings("unused") // by GUARD
    private volatile int guard;

    @SuppressWarnings("unused") // by INVALIDATED
    private volatile int invalidated;

    SoftMemoryRegion(
            RegionTable table,
            SoftProtectionDomain domain,
            MemorySegment segment,
            int privileges,
            int slot,
            int stag,
            long base) {
        this.table = table;
        this.domain = domain;
        this.segment = segment;
        this.length = segment.byteSize();
        this.privileges = privileges;
        this.slot = slot;
        this.stag = stag;
        this.base = base;
    }

    /**
     * Starts a copy. The caller calls {@link #exit()} when it is done, and does not block in
     * between.
     *
     * @return whether the region may be used; where not, {@code exit} must not be called
     */
    public boolean enter() {
        if (((int) GUARD.getAndAdd(this, 1) & CLOSED) != 0) {
            GUARD.getAndAdd(this, -1);
            return false;
        }
        return true;
    }

    /** Ends a copy. */
    public void exit() {
        GUARD.getAndAdd(this, -1);
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
     * Whether the region has all of some privileges.
     *
     * @param bits bits of {@link Privilege}
     * @return true where none is missing
     */
    public boolean grants(int bits) {
        return (privileges & bits) == bits;
    }

    /**
     * The steering tag, which each region has, whether a peer may use it or not.
     *
     * @return 24 bits of index, 8 bits of key
     */
    public int stag() {
        return stag;
    }

    int slot() {
        return slot;
    }

    /**
     * Whether the key is good for remote accesses: it is not after a peer has invalidated it.
     *
     * @return false once {@link #invalidate()} succeeded
     */
    public boolean isRemotelyValid() {
        return invalidated == 0;
    }

    /**
     * Takes the remote key back on behalf of a peer. The region stays good for local use.
     *
     * @return whether there was a remote key to take back
     */
    public boolean invalidate() {
        return (privileges & REMOTE_RIGHTS) != 0 && INVALIDATED.compareAndSet(this, 0, 1);
    }

    @Override
    public long remoteKey() {
        return (privileges & REMOTE_RIGHTS) == 0 ? 0 : Integer.toUnsignedLong(stag);
    }

    @Override
    public long remoteAddress() {
        return base;
    }

    @Override
    public void close() {
        if (((int) GUARD.getAndBitwiseOr(this, CLOSED) & CLOSED) == 0) {
            table.remove(this);
        }
        int spins = 0;
        while ((int) GUARD.getVolatile(this) != CLOSED) {
            if (++spins < SPINS_BEFORE_YIELD) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
