package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;

/**
 * The Atomic Response header, the whole payload of its untagged segment on queue 3 (RFC 7306
 * section 5).
 *
 * <pre>
 *   +---------------------------------------------------------------+
 *  0|                  original request identifier                  |
 *   +---------------------------------------------------------------+
 *  4|                  original remote value, 64 bit                |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Every {@code offset} is that of this header's first byte, {@link DdpHeader#UNTAGGED_BYTES}
 * behind that of the DDP header. {@link InboundSegment#check} has made sure of its size. The
 * identifier is the peer's word: compare it with the oldest outstanding request.
 * <strong>Threads:</strong> stateless, no allocation.
 */
public final class AtomicResponseHeader {

    /** Bytes of the header. */
    public static final int BYTES = 12;

    /** Offset of the request identifier. */
    public static final int REQUEST_ID_OFFSET = 0;

    /** Offset of the original value. */
    public static final int ORIGINAL_VALUE_OFFSET = 4;

    private AtomicResponseHeader() {}

    /**
     * Writes the header.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @param requestId the identifier of the request
     * @param originalValue what the memory held before the operation
     */
    public static void put(MemorySegment segment, long offset, int requestId, long originalValue) {
        BigEndian.putInt(segment, offset + REQUEST_ID_OFFSET, requestId);
        BigEndian.putLong(segment, offset + ORIGINAL_VALUE_OFFSET, originalValue);
    }

    /**
     * Reads the request identifier.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the identifier of the request that is answered
     */
    public static int requestId(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + REQUEST_ID_OFFSET);
    }

    /**
     * Reads the original value.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return what the memory held before the operation
     */
    public static long originalValue(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + ORIGINAL_VALUE_OFFSET);
    }
}
