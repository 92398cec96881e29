package org.jdapl.middleware;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;

/**
 * A block of registered memory, lent by a {@link SlabPool} until it is closed. Close it when no
 * posted work uses it any more: at the completion, not before. Use after closing, and closing
 * twice, fail with {@link IllegalStateException} as far as {@link SlabPool} says.
 *
 * <p>Threads: may be handed from thread to thread, and closed by any.
 */
public final class Lease implements AutoCloseable {

    private static final VarHandle LENT;

    static {
        try {
            LENT = MethodHandles.lookup().findVarHandle(Lease.class, "lent", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SizeClass.Block block;

    @SuppressWarnings("unused") // by its handle
    private volatile boolean lent;

    Lease(SizeClass.Block block) {
        this.block = block;
    }

    /**
     * The region that the block is a part of.
     *
     * @return the region, for posting
     * @throws IllegalStateException where it was released
     */
    public LocalMemoryRegion region() {
        return used().region;
    }

    /**
     * Where the block begins in its region.
     *
     * @return the first byte, for posting
     * @throws IllegalStateException where it was released
     */
    public long offset() {
        return used().offset;
    }

    /**
     * How long the block is.
     *
     * @return bytes, at least what was asked for
     * @throws IllegalStateException where it was released
     */
    public int capacity() {
        return used().bytes;
    }

    /**
     * The memory. The segment stays usable for Java after the release: keep the lease, not the
     * segment.
     *
     * @return a segment of exactly {@link #capacity()} bytes
     * @throws IllegalStateException where it was released
     */
    public MemorySegment segment() {
        return used().memory;
    }

    /**
     * A part of it, for the clear style of posting.
     *
     * @param from first byte, inside the block
     * @param length how many bytes
     * @return the part
     * @throws IllegalStateException where it was released
     * @throws org.jdapl.api.DatException {@code INVALID_PARAMETER} where it is not inside the block
     */
    public LocalSegment slice(int from, int length) {
        SizeClass.Block b = used();
        if (from < 0 || length < 0 || from > b.bytes - length) {
            throw Refusals.parameter(
                    "from=" + from + ", length=" + length + " is outside of " + b.bytes);
        }
        return LocalSegment.of(b.region, b.offset + from, length);
    }

    /**
     * Whether it was released.
     *
     * @return true from the release on
     */
    public boolean isReleased() {
        return !lent;
    }

    /**
     * Gives the block back.
     *
     * @throws IllegalStateException where it was released before
     */
    @Override
    public void close() {
        if (!LENT.compareAndSet(this, true, false)) {
            throw new IllegalStateException("released twice: " + block.describe());
        }
        block.giveBack();
    }

    void lend() {
        lent = true;
    }

    private SizeClass.Block used() {
        if (!lent) {
            throw new IllegalStateException("used after its release: " + block.describe());
        }
        return block;
    }
}
