package org.jdapl.provider.soft.wire;

/**
 * Bounds checks on tagged offsets (RFC 5041 section 4.2, RFC 5042), safe against every value a peer
 * can send.
 *
 * <p>Addresses and lengths are unsigned 64-bit numbers: a registered region may lie in the upper
 * half of the space or end at its very end. <strong>Threads:</strong> stateless, no allocation.
 */
public final class TaggedRange {

    private TaggedRange() {}

    /**
     * Whether an access lies inside a region. An access of length zero at the region's end is
     * inside; mind that zero-length operations need no check at all.
     *
     * @param base first address of the region
     * @param lengthBytes size of the region; the region itself must not wrap
     * @param taggedOffset first address of the access
     * @param accessBytes size of the access
     * @return whether every byte of the access is a byte of the region; false if the access wraps
     */
    public static boolean contains(
            long base, long lengthBytes, long taggedOffset, long accessBytes) {
        // Distances instead of end addresses: an end may not be representable, a distance always
        // is.
        long distance = taggedOffset - base;
        return Long.compareUnsigned(taggedOffset, base) >= 0
                && Long.compareUnsigned(distance, lengthBytes) <= 0
                && Long.compareUnsigned(accessBytes, lengthBytes - distance) <= 0;
    }

    /**
     * Whether a range runs over the end of the address space, an error of its own on the wire.
     *
     * @param taggedOffset first address
     * @param accessBytes size
     * @return whether the last byte's address would pass 2^64 - 1
     */
    public static boolean wraps(long taggedOffset, long accessBytes) {
        return accessBytes != 0
                && Long.compareUnsigned(taggedOffset + (accessBytes - 1), taggedOffset) < 0;
    }
}
