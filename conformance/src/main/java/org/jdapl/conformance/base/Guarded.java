package org.jdapl.conformance.base;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.data.Privilege;

/**
 * A region over exactly the middle of a piece of memory, with canaries on both sides that belong to
 * no region, and a known pattern inside. Whoever writes one byte outside of the region, or outside
 * of the part that it was given, is found out.
 */
public final class Guarded implements AutoCloseable {

    /** How many bytes of canary there are on each side. */
    public static final int GUARD_BYTES = 256;

    private static final int GUARD_SEED = 0x6A7D;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment whole;
    private final MemorySegment inside;
    private final LocalMemoryRegion region;
    private int seed;

    /**
     * Makes one.
     *
     * @param zone the zone of the region
     * @param bytes how long the region is
     * @param privileges what may be done with it
     * @param seed its first contents
     */
    public Guarded(ProtectionZone zone, long bytes, Set<Privilege> privileges, int seed) {
        boolean done = false;
        try {
            whole = arena.allocate(bytes + 2L * GUARD_BYTES, 64);
            Pattern.fill(whole, GUARD_SEED, 0);
            inside = whole.asSlice(GUARD_BYTES, bytes);
            fill(seed);
            region =
                    zone.register(
                            inside, privileges, RegistrationOption.CALLER_GUARANTEES_LIFETIME);
            done = true;
        } finally {
            if (!done) {
                arena.close();
            }
        }
    }

    /**
     * The region.
     *
     * @return the same region always
     */
    public LocalMemoryRegion region() {
        return region;
    }

    /**
     * The memory of the region, also after the region was closed.
     *
     * @return the memory between the canaries
     */
    public MemorySegment memory() {
        return inside;
    }

    /**
     * The memory of the region and the canaries around it.
     *
     * @return {@link #GUARD_BYTES} bytes, the region's memory, and as many bytes again
     */
    public MemorySegment surroundings() {
        return whole;
    }

    /**
     * How long the region is.
     *
     * @return bytes
     */
    public long length() {
        return inside.byteSize();
    }

    /**
     * A part of the region.
     *
     * @param offset first byte
     * @param length how many bytes
     * @return the part
     */
    public LocalSegment slice(long offset, long length) {
        return region.slice(offset, length);
    }

    /**
     * Fills the region anew.
     *
     * @param newSeed what to fill it with
     */
    public void fill(int newSeed) {
        seed = newSeed;
        Pattern.fill(inside, newSeed, 0);
    }

    /**
     * Fills a part; {@link #requireOnlyChanged} does not know of it.
     *
     * @param offset first byte
     * @param length how many bytes
     * @param partSeed what to fill it with
     * @param first place of the first byte in the pattern
     */
    public void fill(long offset, long length, int partSeed, long first) {
        Pattern.fill(inside.asSlice(offset, length), partSeed, first);
    }

    /**
     * Finds out whether a part has certain contents.
     *
     * @param offset first byte
     * @param length how many bytes
     * @param otherSeed the expected contents
     * @param first place of the first byte in the pattern
     * @return offset of the first byte that differs, counted from the part's first, or -1
     */
    public long mismatch(long offset, long length, int otherSeed, long first) {
        return Pattern.mismatch(inside.asSlice(offset, length), otherSeed, first);
    }

    /**
     * Demands certain contents of a part.
     *
     * @param offset first byte
     * @param length how many bytes
     * @param otherSeed the expected contents
     * @param first place of the first byte in the pattern
     * @throws AssertionError where they differ
     */
    public void requireContents(long offset, long length, int otherSeed, long first) {
        long at = mismatch(offset, length, otherSeed, first);
        if (at >= 0) {
            throw new AssertionError(
                    "byte "
                            + (offset + at)
                            + " of the region of "
                            + length()
                            + " bytes is not the expected one (part of "
                            + length
                            + " bytes from "
                            + offset
                            + ", seed "
                            + otherSeed
                            + ")");
        }
    }

    /**
     * Demands that all but a part is as it was filled, and the canaries too.
     *
     * @param offset first byte that may have changed
     * @param length how many bytes may have changed
     * @throws AssertionError where another byte has changed
     */
    public void requireOnlyChanged(long offset, long length) {
        requireGuards();
        requireContents(0, offset, seed, 0);
        requireContents(offset + length, length() - offset - length, seed, offset + length);
    }

    /**
     * Demands that nothing has changed since it was filled.
     *
     * @throws AssertionError where a byte has changed
     */
    public void requireUntouched() {
        requireOnlyChanged(0, 0);
    }

    /**
     * Demands that the canaries are as they were.
     *
     * @throws AssertionError where one has changed
     */
    public void requireGuards() {
        guard("before", 0);
        guard("behind", GUARD_BYTES + inside.byteSize());
    }

    private void guard(String where, long from) {
        long at = Pattern.mismatch(whole.asSlice(from, GUARD_BYTES), GUARD_SEED, from);
        if (at >= 0) {
            throw new AssertionError(
                    "canary byte "
                            + at
                            + " of "
                            + GUARD_BYTES
                            + " "
                            + where
                            + " the region of "
                            + length()
                            + " bytes has changed");
        }
    }

    /**
     * Closes the region if it is open, and checks the canaries. The memory stays until {@link
     * #free()}.
     *
     * @throws DatException where the region is in use
     */
    @Override
    public void close() {
        region.close();
        requireGuards();
    }

    /** Frees the memory; the region must be closed. */
    public void free() {
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }
}
