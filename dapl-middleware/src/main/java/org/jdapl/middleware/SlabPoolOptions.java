package org.jdapl.middleware;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.data.Privilege;

/**
 * How a {@link SlabPool} is cut. Sizes of blocks are {@code smallestBlock} times powers of two, up
 * to the first that holds {@code largestBlock}.
 *
 * @param smallestBlock bytes of the smallest blocks; a power of two, at least 8
 * @param largestBlock most bytes that one lease may have; at least {@code smallestBlock}, at most
 *     2<sup>30</sup>
 * @param slabBytes bytes that are registered at once, as far as {@code maxBytes} has room; a block
 *     that is larger gets a slab of its own
 * @param maxBytes most bytes that are registered together; at least one block of the largest size
 * @param privileges what may be done with the memory; local read is always included
 * @param strict whether released memory is filled and looked at again; see {@link SlabPool}
 */
public record SlabPoolOptions(
        int smallestBlock,
        int largestBlock,
        int slabBytes,
        long maxBytes,
        Set<Privilege> privileges,
        boolean strict) {

    private static final int SMALLEST = 64;
    private static final int SLAB_BYTES = 1 << 20;
    private static final int MOST = 1 << 30;

    /** Checks the numbers and copies the set. */
    public SlabPoolOptions {
        if (smallestBlock < Long.BYTES || Integer.bitCount(smallestBlock) != 1) {
            throw Refusals.parameter("smallestBlock=" + smallestBlock + " is no power of two >= 8");
        }
        if (largestBlock < smallestBlock || largestBlock > MOST) {
            throw Refusals.parameter("largestBlock=" + largestBlock + " is below the smallest");
        }
        if (slabBytes < 1) {
            throw Refusals.parameter("slabBytes=" + slabBytes + " is not above zero");
        }
        EnumSet<Privilege> sorted = EnumSet.of(Privilege.LOCAL_READ);
        sorted.addAll(privileges);
        privileges = Collections.unmodifiableSet(sorted);
        if (maxBytes < blockBytes(smallestBlock, sizeClass(smallestBlock, largestBlock))) {
            throw Refusals.parameter("maxBytes=" + maxBytes + " has no room for a largest block");
        }
    }

    /**
     * Blocks from 64 bytes on, in slabs of 1 MiB, for sends and receives.
     *
     * @param largestBlock most bytes that one lease may have, from 64 on
     * @param maxBytes most bytes that are registered together
     * @return the options
     */
    public static SlabPoolOptions of(int largestBlock, long maxBytes) {
        return new SlabPoolOptions(
                SMALLEST,
                largestBlock,
                SLAB_BYTES,
                maxBytes,
                EnumSet.of(Privilege.LOCAL_WRITE),
                false);
    }

    /**
     * These options with other privileges.
     *
     * @param set what may be done with the memory
     * @return the options
     */
    public SlabPoolOptions withPrivileges(Set<Privilege> set) {
        return new SlabPoolOptions(smallestBlock, largestBlock, slabBytes, maxBytes, set, strict);
    }

    /**
     * These options with another size of slabs.
     *
     * @param bytes bytes that are registered at once
     * @return the options
     */
    public SlabPoolOptions withSlabBytes(int bytes) {
        return new SlabPoolOptions(
                smallestBlock, largestBlock, bytes, maxBytes, privileges, strict);
    }

    /**
     * These options with strict checks, or without.
     *
     * @param yes whether to check strictly
     * @return the options
     */
    public SlabPoolOptions withStrict(boolean yes) {
        return new SlabPoolOptions(
                smallestBlock, largestBlock, slabBytes, maxBytes, privileges, yes);
    }

    int sizeClass(int bytes) {
        return sizeClass(smallestBlock, bytes);
    }

    int blockBytes(int sizeClass) {
        return blockBytes(smallestBlock, sizeClass);
    }

    private static int sizeClass(int smallest, int bytes) {
        int blocks = Math.max(1, Math.ceilDiv(bytes, smallest));
        return Integer.SIZE - Integer.numberOfLeadingZeros(blocks - 1);
    }

    private static int blockBytes(int smallest, int sizeClass) {
        return smallest << sizeClass;
    }
}
