package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;

/**
 * The header of a DDP segment, tagged or untagged (RFC 5041 section 4). Its second byte and, in an
 * untagged segment, the four behind it are reserved for RDMAP, which keeps its control byte and the
 * STag to invalidate there (RFC 5040 section 4.1).
 *
 * <pre>
 *   tagged, 14 bytes: the sender names the place in the receiver's memory
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *                                   +-+-+-------+---+---+---+-------+
 *  0                                |1|L| Res=0 |DV |RV |Rsv| opcode|
 *   +-------------------------------+-+-+-------+---+---+---+-------+
 *  2|                             STag                              |
 *   +---------------------------------------------------------------+
 *  6|                   TO, tagged offset, 64 bit                   |
 *   |                                                               |
 *   +---------------------------------------------------------------+
 *
 *   untagged, 18 bytes: the receiver has posted a buffer to a queue
 *                                   +-+-+-------+---+---+---+-------+
 *  0                                |0|L| Res=0 |DV |RV |Rsv| opcode|
 *   +-------------------------------+-+-+-------+---+---+---+-------+
 *  2|             STag to invalidate, or 0 (RDMAP's bytes)          |
 *   +---------------------------------------------------------------+
 *  6|                       QN, queue number                        |
 *   +---------------------------------------------------------------+
 * 10|                 MSN, message sequence number                  |
 *   +---------------------------------------------------------------+
 * 14|                      MO, message offset                       |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>T = 1 tagged; L = last segment of its message; DV = DDP version, 1; RV = RDMAP version, 1 (see
 * {@link RdmapControl}). Reserved bits are sent as zero and not looked at on receive. All numbers
 * are unsigned and big-endian; they are handed out in signed Java types and want {@link
 * Integer#toUnsignedLong}, {@link Long#compareUnsigned}, {@link Msn}, {@link TaggedRange}.
 *
 * <p>Every {@code offset} is that of the header's first byte, not of the FPDU. Getters of fields
 * must be called only after {@link #check} (or {@link InboundSegment#check}) found the header
 * whole. <strong>Threads:</strong> stateless, no allocation.
 */
public final class DdpHeader {

    /** Bytes of a tagged header. */
    public static final int TAGGED_BYTES = 14;

    /** Bytes of an untagged header. */
    public static final int UNTAGGED_BYTES = 18;

    /** Offset of the DDP control byte. */
    public static final int CONTROL_OFFSET = 0;

    /** Offset of the RDMAP control byte. */
    public static final int RDMAP_CONTROL_OFFSET = 1;

    /** Offset of the STag, tagged only. */
    public static final int STAG_OFFSET = 2;

    /** Offset of the tagged offset, tagged only. */
    public static final int TAGGED_OFFSET_OFFSET = 6;

    /** Offset of the STag to invalidate, untagged only. */
    public static final int INVALIDATE_STAG_OFFSET = 2;

    /** Offset of the queue number, untagged only. */
    public static final int QUEUE_NUMBER_OFFSET = 6;

    /** Offset of the message sequence number, untagged only. */
    public static final int MSN_OFFSET = 10;

    /** Offset of the message offset, untagged only. */
    public static final int MESSAGE_OFFSET_OFFSET = 14;

    /** The DDP version spoken here. */
    public static final int VERSION = 1;

    /** Queue of Sends and Immediate Data: receive work requests. */
    public static final int QUEUE_SEND = 0;

    /** Queue of RDMA Read Requests and Atomic Requests: the inbound read depth. */
    public static final int QUEUE_READ_REQUEST = 1;

    /** Queue of the Terminate message. */
    public static final int QUEUE_TERMINATE = 2;

    /** Queue of Atomic Responses (RFC 7306): the outbound read depth. */
    public static final int QUEUE_ATOMIC_RESPONSE = 3;

    private static final int TAGGED_BIT = 0x80;
    private static final int LAST_BIT = 0x40;
    private static final int VERSION_MASK = 0x03;

    private DdpHeader() {}

    /**
     * Checks that the header is whole and of the known version; this and the packet's length are
     * all that DDP can say without state.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param ulpduLength bytes of the DDP segment as framed, header included
     * @return {@link WireFault#NONE}, {@link WireFault#SHORT_SEGMENT}, {@link
     *     WireFault#DDP_VERSION_TAGGED} or {@link WireFault#DDP_VERSION_UNTAGGED}
     */
    public static WireFault check(MemorySegment segment, long offset, int ulpduLength) {
        if (ulpduLength < TAGGED_BYTES) {
            return WireFault.SHORT_SEGMENT;
        }
        int control = control(segment, offset);
        boolean tagged = isTagged(control);
        if (version(control) != VERSION) {
            return tagged ? WireFault.DDP_VERSION_TAGGED : WireFault.DDP_VERSION_UNTAGGED;
        }
        return ulpduLength < headerBytes(control) ? WireFault.SHORT_SEGMENT : WireFault.NONE;
    }

    /**
     * Writes a whole tagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param last whether this is the last segment of its message
     * @param rdmapControl the RDMAP control byte, {@link RdmapControl#encode}
     * @param stag the data sink's STag
     * @param taggedOffset where the payload goes, in the data sink's terms
     */
    public static void putTagged(
            MemorySegment segment,
            long offset,
            boolean last,
            int rdmapControl,
            int stag,
            long taggedOffset) {
        BigEndian.putByte(segment, offset + CONTROL_OFFSET, encodeControl(true, last));
        BigEndian.putByte(segment, offset + RDMAP_CONTROL_OFFSET, rdmapControl);
        BigEndian.putInt(segment, offset + STAG_OFFSET, stag);
        BigEndian.putLong(segment, offset + TAGGED_OFFSET_OFFSET, taggedOffset);
    }

    /**
     * Writes a whole untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param last whether this is the last segment of its message
     * @param rdmapControl the RDMAP control byte, {@link RdmapControl#encode}
     * @param invalidateStag the STag the receiver is to invalidate, or 0
     * @param queueNumber the queue, such as {@link #QUEUE_SEND}
     * @param msn the message's sequence number, see {@link Msn}
     * @param messageOffset where the payload goes in the message, in bytes
     */
    public static void putUntagged(
            MemorySegment segment,
            long offset,
            boolean last,
            int rdmapControl,
            int invalidateStag,
            int queueNumber,
            int msn,
            int messageOffset) {
        BigEndian.putByte(segment, offset + CONTROL_OFFSET, encodeControl(false, last));
        BigEndian.putByte(segment, offset + RDMAP_CONTROL_OFFSET, rdmapControl);
        BigEndian.putInt(segment, offset + INVALIDATE_STAG_OFFSET, invalidateStag);
        BigEndian.putInt(segment, offset + QUEUE_NUMBER_OFFSET, queueNumber);
        BigEndian.putInt(segment, offset + MSN_OFFSET, msn);
        BigEndian.putInt(segment, offset + MESSAGE_OFFSET_OFFSET, messageOffset);
    }

    /**
     * Makes a control byte of the current version.
     *
     * @param tagged bit T
     * @param last bit L
     * @return 0 to 255
     */
    public static int encodeControl(boolean tagged, boolean last) {
        return (tagged ? TAGGED_BIT : 0) | (last ? LAST_BIT : 0) | VERSION;
    }

    /**
     * Reads the DDP control byte.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return 0 to 255
     */
    public static int control(MemorySegment segment, long offset) {
        return BigEndian.getUnsignedByte(segment, offset + CONTROL_OFFSET);
    }

    /**
     * Writes the DDP control byte as it is.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param control the byte, its low 8 bits
     */
    public static void putControl(MemorySegment segment, long offset, int control) {
        BigEndian.putByte(segment, offset + CONTROL_OFFSET, control);
    }

    /**
     * Bit T of a control byte.
     *
     * @param control the control byte
     * @return whether the segment is tagged
     */
    public static boolean isTagged(int control) {
        return (control & TAGGED_BIT) != 0;
    }

    /**
     * Bit L of a control byte.
     *
     * @param control the control byte
     * @return whether the segment is the last of its message
     */
    public static boolean isLast(int control) {
        return (control & LAST_BIT) != 0;
    }

    /**
     * The DDP version in a control byte.
     *
     * @param control the control byte
     * @return 0 to 3; only {@link #VERSION} is known
     */
    public static int version(int control) {
        return control & VERSION_MASK;
    }

    /**
     * The header's size by its T bit.
     *
     * @param control the control byte
     * @return {@value #TAGGED_BYTES} or {@value #UNTAGGED_BYTES}
     */
    public static int headerBytes(int control) {
        return isTagged(control) ? TAGGED_BYTES : UNTAGGED_BYTES;
    }

    /**
     * Reads the RDMAP control byte.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return 0 to 255, see {@link RdmapControl}
     */
    public static int rdmapControl(MemorySegment segment, long offset) {
        return BigEndian.getUnsignedByte(segment, offset + RDMAP_CONTROL_OFFSET);
    }

    /**
     * Writes the RDMAP control byte.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param rdmapControl the byte, its low 8 bits
     */
    public static void putRdmapControl(MemorySegment segment, long offset, int rdmapControl) {
        BigEndian.putByte(segment, offset + RDMAP_CONTROL_OFFSET, rdmapControl);
    }

    /**
     * Reads the data sink's STag of a tagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return the STag: 24 bits of index, 8 bits of key
     */
    public static int stag(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + STAG_OFFSET);
    }

    /**
     * Writes the data sink's STag of a tagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param stag the STag
     */
    public static void putStag(MemorySegment segment, long offset, int stag) {
        BigEndian.putInt(segment, offset + STAG_OFFSET, stag);
    }

    /**
     * Reads the tagged offset of a tagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return the TO, unsigned
     */
    public static long taggedOffset(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset + TAGGED_OFFSET_OFFSET);
    }

    /**
     * Writes the tagged offset of a tagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param taggedOffset the TO
     */
    public static void putTaggedOffset(MemorySegment segment, long offset, long taggedOffset) {
        BigEndian.putLong(segment, offset + TAGGED_OFFSET_OFFSET, taggedOffset);
    }

    /**
     * Reads the STag to invalidate of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return the STag; it means something only in a Send that invalidates
     */
    public static int invalidateStag(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + INVALIDATE_STAG_OFFSET);
    }

    /**
     * Writes the STag to invalidate of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param invalidateStag the STag, or 0
     */
    public static void putInvalidateStag(MemorySegment segment, long offset, int invalidateStag) {
        BigEndian.putInt(segment, offset + INVALIDATE_STAG_OFFSET, invalidateStag);
    }

    /**
     * Reads the queue number of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return the QN, unsigned; a peer may send any value
     */
    public static int queueNumber(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + QUEUE_NUMBER_OFFSET);
    }

    /**
     * Writes the queue number of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param queueNumber the QN
     */
    public static void putQueueNumber(MemorySegment segment, long offset, int queueNumber) {
        BigEndian.putInt(segment, offset + QUEUE_NUMBER_OFFSET, queueNumber);
    }

    /**
     * Reads the message sequence number of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return the MSN, see {@link Msn}
     */
    public static int msn(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + MSN_OFFSET);
    }

    /**
     * Writes the message sequence number of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param msn the MSN
     */
    public static void putMsn(MemorySegment segment, long offset, int msn) {
        BigEndian.putInt(segment, offset + MSN_OFFSET, msn);
    }

    /**
     * Reads the message offset of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @return the MO, unsigned
     */
    public static int messageOffset(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset + MESSAGE_OFFSET_OFFSET);
    }

    /**
     * Writes the message offset of an untagged header.
     *
     * @param segment the buffer
     * @param offset start of the header
     * @param messageOffset the MO
     */
    public static void putMessageOffset(MemorySegment segment, long offset, int messageOffset) {
        BigEndian.putInt(segment, offset + MESSAGE_OFFSET_OFFSET, messageOffset);
    }
}
