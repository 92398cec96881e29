package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;

/**
 * The RDMA Read Request header, the whole payload of its untagged segment (RFC 5040 section 4.4).
 *
 * <pre>
 *   +---------------------------------------------------------------+
 *  0|               data sink STag (the requester's)                |
 *   +---------------------------------------------------------------+
 *  4|               data sink TO, 64 bit                            |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 * 12|               RDMA read message size in bytes                 |
 *   +---------------------------------------------------------------+
 * 16|               data source STag (the responder's)              |
 *   +---------------------------------------------------------------+
 * 20|               data source TO, 64 bit                          |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>Every {@code offset} is that of this header's first byte, {@link DdpHeader#UNTAGGED_BYTES}
 * behind that of the DDP header. {@link InboundSegment#check} has made sure of its size. No field
 * is checked here: a zero-length read may carry any STag. <strong>Threads:</strong> stateless, no
 * allocation.
 */
public final class ReadRequestHeader {

    /** Bytes of the header. */
    public static final int BYTES = 28;

    /** Offset of the data sink's STag. */
    public static final int SINK_STAG_OFFSET = 0;

    /** Offset of the data sink's tagged offset. */
    public static final int SINK_TAGGED_OFFSET_OFFSET = 4;

    /** Offset of the read size. */
    public static final int SIZE_OFFSET = 12;

    /** Offset of the data source's STag. */
    public static final int SOURCE_STAG_OFFSET = 16;

    /** Offset of the data source's tagged offset. */
    public static final int SOURCE_TAGGED_OFFSET_OFFSET = 20;

    private ReadRequestHeader() {}

    /**
     * Writes the header.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @param sinkStag STag of the requester's memory
     * @param sinkTaggedOffset place in the requester's memory
     * @param sizeBytes bytes to read, unsigned 32 bit
     * @param sourceStag STag of the responder's memory
     * @param sourceTaggedOffset place in the responder's memory
     */
    public static void put(
            MemorySegment segment,
            long offset,
            int sinkStag,
            long sinkTaggedOffset,
            int sizeBytes,
            int sourceStag,
            long sourceTaggedOffset) {
        BigEndian.putInt(segment, offset + SINK_STAG_OFFSET, sinkStag);
        BigEndian.putLong(segment, offset + SINK_TAGGED_OFFSET_OFFSET, sinkTaggedOffset);
        BigEndian.putInt(segment, offset + SIZE_OFFSET, sizeBytes);
        BigEndian.putInt(segment, offset + SOURCE_STAG_OFFSET, sourceStag);
        BigEndian.putLong(segment, offset + SOURCE_TAGGED_OFFSET_OFFSET, sourceTaggedOffset);
    }

    /**
     * Reads the data sink's STag.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the STag to send the response to
     */
    public static int sinkStag(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + SINK_STAG_OFFSET);
    }

    /**
     * Reads the data sink's tagged offset.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the TO to send the response to, unsigned
     */
    public static long sinkTaggedOffset(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + SINK_TAGGED_OFFSET_OFFSET);
    }

    /**
     * Reads the size. A peer may ask for up to 4 GiB: never allocate it, serve it in pieces.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return bytes to read, 0 to 2^32 - 1
     */
    public static long sizeBytes(MemorySegment segment, long offset) {
        return Integer.toUnsignedLong(BigEndian.getInt(segment, offset + SIZE_OFFSET));
    }

    /**
     * Reads the data source's STag.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the STag to read from
     */
    public static int sourceStag(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + SOURCE_STAG_OFFSET);
    }

    /**
     * Reads the data source's tagged offset.
     *
     * @param segment the buffer
     * @param offset start of this header
     * @return the TO to read from, unsigned
     */
    public static long sourceTaggedOffset(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + SOURCE_TAGGED_OFFSET_OFFSET);
    }
}
