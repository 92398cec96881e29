package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;

/**
 * The Atomic Request header, the whole payload of its untagged segment (RFC 7306 section 5).
 *
 * <pre>
 *   +-------------------------------------------------------+-------+
 *  0|                     reserved, 28 bit                  |AOpCode|
 *   +-------------------------------------------------------+-------+
 *  4|                     request identifier                        |
 *   +---------------------------------------------------------------+
 *  8|                     remote STag                               |
 *   +---------------------------------------------------------------+
 * 12|                     remote TO, 64 bit, multiple of 8          |
 *   +---------------------------------------------------------------+
 * 20|                     add or swap data, 64 bit                  |
 *   +---------------------------------------------------------------+
 * 28|                     add or swap mask, 64 bit                  |
 *   +---------------------------------------------------------------+
 * 36|                     compare data, 64 bit                      |
 *   +---------------------------------------------------------------+
 * 44|                     compare mask, 64 bit                      |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>A compare looks at the bits of the compare mask only, a swap changes the bits of the swap mask
 * only. In an add each mask bit marks the topmost bit of a field, where the carry stops; a zero
 * mask is one 64-bit add.
 *
 * <p>Every {@code offset} is that of this header's first byte, {@link DdpHeader#UNTAGGED_BYTES}
 * behind that of the DDP header. {@link InboundSegment#check} has made sure of its size; {@link
 * #check} is the reader's to call. <strong>Threads:</strong> stateless, no allocation.
 */
public final class AtomicRequestHeader {

    /** Bytes of the header. */
    public static final int BYTES = 52;

    /** Operation: fetch and add. */
    public static final int FETCH_ADD = 0;

    /** Operation: swap. */
    public static final int SWAP = 1;

    /** Operation: compare and swap. */
    public static final int COMPARE_SWAP = 2;

    /** Offset of the word that ends in the operation. */
    public static final int OPERATION_OFFSET = 0;

    /** Offset of the request identifier. */
    public static final int REQUEST_ID_OFFSET = 4;

    /** Offset of the remote STag. */
    public static final int STAG_OFFSET = 8;

    /** Offset of the remote tagged offset. */
    public static final int TAGGED_OFFSET_OFFSET = 12;

    /** Offset of the add or swap data. */
    public static final int DATA_OFFSET = 20;

    /** Offset of the add or swap mask. */
    public static final int MASK_OFFSET = 28;

    /** Offset of the compare data. */
    public static final int COMPARE_DATA_OFFSET = 36;

    /** Offset of the compare mask. */
    public static final int COMPARE_MASK_OFFSET = 44;

    private static final int OPERATION_MASK = 0xf;

    private AtomicRequestHeader() {}

    /**
     * Checks the fields that have rules of their own; reserved bits are not looked at.
     *
     * @param segment the buffer
     * @param offset start of this header, all of whose bytes are there
     * @return {@link WireFault#NONE}, {@link WireFault#ATOMIC_OPERATION} or {@link
     *     WireFault#ATOMIC_ALIGNMENT}
     */
    public static WireFault check(MemorySegment segment, long offset) {
        if (operation(segment, offset) > COMPARE_SWAP) {
            return WireFault.ATOMIC_OPERATION;
        }
        return (taggedOffset(segment, offset) & 7) != 0
                ? WireFault.ATOMIC_ALIGNMENT
                : WireFault.NONE;
    }

    /**
     * Writes the header.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @param operation {@link #FETCH_ADD}, {@link #SWAP} or {@link #COMPARE_SWAP}
     * @param requestId the requester's identifier, which the response repeats
     * @param stag STag of the responder's memory
     * @param taggedOffset place in the responder's memory, a multiple of 8
     * @param data what to add or to swap in
     * @param mask the add or swap mask
     * @param compareData what to compare with; 0 unless comparing
     * @param compareMask which bits to compare; 0 unless comparing
     */
    public static void put(
            MemorySegment segment,
            long offset,
            int operation,
            int requestId,
            int stag,
            long taggedOffset,
            long data,
            long mask,
            long compareData,
            long compareMask) {
        BigEndian.putInt(segment, offset + OPERATION_OFFSET, operation & OPERATION_MASK);
        BigEndian.putInt(segment, offset + REQUEST_ID_OFFSET, requestId);
        BigEndian.putInt(segment, offset + STAG_OFFSET, stag);
        BigEndian.putLong(segment, offset + TAGGED_OFFSET_OFFSET, taggedOffset);
        BigEndian.putLong(segment, offset + DATA_OFFSET, data);
        BigEndian.putLong(segment, offset + MASK_OFFSET, mask);
        BigEndian.putLong(segment, offset + COMPARE_DATA_OFFSET, compareData);
        BigEndian.putLong(segment, offset + COMPARE_MASK_OFFSET, compareMask);
    }

    /**
     * Reads the operation.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return 0 to 15; above {@link #COMPARE_SWAP} nothing is assigned
     */
    public static int operation(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + OPERATION_OFFSET) & OPERATION_MASK;
    }

    /**
     * Reads the request identifier.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the identifier to repeat in the response
     */
    public static int requestId(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + REQUEST_ID_OFFSET);
    }

    /**
     * Reads the remote STag.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the STag of the memory to change
     */
    public static int stag(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + STAG_OFFSET);
    }

    /**
     * Reads the remote tagged offset.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the TO of the memory to change, unsigned
     */
    public static long taggedOffset(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + TAGGED_OFFSET_OFFSET);
    }

    /**
     * Reads the add or swap data.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the operand
     */
    public static long data(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + DATA_OFFSET);
    }

    /**
     * Reads the add or swap mask.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the mask
     */
    public static long mask(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + MASK_OFFSET);
    }

    /**
     * Reads the compare data.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the value to compare with
     */
    public static long compareData(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + COMPARE_DATA_OFFSET);
    }

    /**
     * Reads the compare mask.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the bits to compare
     */
    public static long compareMask(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + COMPARE_MASK_OFFSET);
    }
}
