package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The MPA Request or Reply frame that opens an iWARP connection in each direction (RFC 5044 section
 * 7.1, enhanced by RFC 6581).
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +---------------------------------------------------------------+
 *  0|                                                               |
 *   +     key, 16 ASCII bytes: "MPA ID Req Frame" (request)         +
 *   :                       or "MPA ID Rep Frame" (reply)           :
 *   +-+-+-+-+-------+---------------+-------------------------------+
 * 16|M|C|R|S| Res=0 |      Rev      |           PD_Length           |
 *   +-+-+-+-+-------+---------------+-------------------------------+
 * 20|    enhanced data, 4 bytes, only when Rev = 2 and S = 1        |
 *   +---------------------------------------------------------------+
 *   :    private data of the application                            :
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>M: the sender of the frame wants markers in what it receives. C: it wants CRCs, which then go
 * both ways. R: the connection is refused; replies only. S: enhanced data present. Reserved bits
 * are sent as zero and not looked at on receive, nor is S below revision 2 or R in a request.
 *
 * <p>This is set-up code: it may allocate. Decoding copies the private data and keeps no reference
 * to the receive buffer. <strong>Threads:</strong> immutable.
 *
 * @param reply whether this is a reply
 * @param flags any of {@link #MARKERS}, {@link #CRC}, {@link #REJECT}; the S flag is implied by
 *     {@code enhanced}
 * @param revision 1 or 2
 * @param enhanced the negotiation data of revision 2, or null when S is clear
 * @param privateData the application's bytes, without the enhanced data; copied, read-only
 */
public record MpaFrame(
        boolean reply,
        int flags,
        int revision,
        @Nullable MpaEnhancedData enhanced,
        MemorySegment privateData) {

    /** Bytes in front of the private data. */
    public static final int HEADER_BYTES = 20;

    /** Length of the key. */
    public static final int KEY_BYTES = 16;

    /** Offset of the flags byte. */
    public static final int FLAGS_OFFSET = 16;

    /** Offset of the revision byte. */
    public static final int REVISION_OFFSET = 17;

    /** Offset of PD_Length. */
    public static final int PD_LENGTH_OFFSET = 18;

    /** Largest PD_Length of the protocol, enhanced data included. */
    public static final int MAX_PD_LENGTH = 512;

    /**
     * Largest PD_Length, enhanced data included, that is safe towards every known peer: the kernel
     * driver of Linux closes on a longer request and crashes on a longer reply.
     */
    public static final int SAFE_PD_LENGTH = 256;

    /** Largest frame in bytes. */
    public static final int MAX_BYTES = HEADER_BYTES + MAX_PD_LENGTH;

    /** Flag M: the sender of the frame wants to receive markers. */
    public static final int MARKERS = 0x80;

    /** Flag C: the sender of the frame wants CRCs, both ways. */
    public static final int CRC = 0x40;

    /** Flag R: connection refused. */
    public static final int REJECT = 0x20;

    /** Revision of RFC 5044. */
    public static final int REVISION_1 = 1;

    /** Revision of RFC 6581. */
    public static final int REVISION_2 = 2;

    private static final int ENHANCED = 0x10;
    private static final int FLAGS_MASK = MARKERS | CRC | REJECT;
    private static final MemorySegment REQUEST_KEY = key("MPA ID Req Frame");
    private static final MemorySegment REPLY_KEY = key("MPA ID Rep Frame");

    /**
     * Checks one's own values and copies the private data.
     *
     * @throws IllegalArgumentException if flags has other bits, R is set in a request, the revision
     *     is neither 1 nor 2, enhanced data goes with revision 1, or PD_Length would pass {@value
     *     #MAX_PD_LENGTH}
     */
    public MpaFrame {
        if ((flags & ~FLAGS_MASK) != 0 || (!reply && (flags & REJECT) != 0)) {
            throw new IllegalArgumentException("reply=" + reply + ", flags=" + flags);
        }
        if (revision != REVISION_1 && revision != REVISION_2) {
            throw new IllegalArgumentException("revision=" + revision);
        }
        if (enhanced != null && revision != REVISION_2) {
            throw new IllegalArgumentException("enhanced=" + enhanced + ", revision=" + revision);
        }
        if (privateData.byteSize() > MAX_PD_LENGTH - (enhanced == null ? 0 : 4)) {
            throw new IllegalArgumentException("privateData.byteSize=" + privateData.byteSize());
        }
        privateData = ByteStrings.copyOf(privateData, 0, privateData.byteSize());
    }

    /**
     * An enhanced (revision 2) request.
     *
     * @param flags any of {@link #MARKERS}, {@link #CRC}
     * @param enhanced the negotiation data
     * @param privateData the application's bytes, up to 508
     * @return the frame
     * @throws IllegalArgumentException as the constructor does
     */
    public static MpaFrame request(int flags, MpaEnhancedData enhanced, byte[] privateData) {
        return new MpaFrame(false, flags, REVISION_2, enhanced, MemorySegment.ofArray(privateData));
    }

    /**
     * An enhanced (revision 2) reply.
     *
     * @param flags any of {@link #MARKERS}, {@link #CRC}, {@link #REJECT}
     * @param enhanced the negotiation data
     * @param privateData the application's bytes, up to 508
     * @return the frame
     * @throws IllegalArgumentException as the constructor does
     */
    public static MpaFrame reply(int flags, MpaEnhancedData enhanced, byte[] privateData) {
        return new MpaFrame(true, flags, REVISION_2, enhanced, MemorySegment.ofArray(privateData));
    }

    /**
     * Whether the sender of the frame wants to receive markers.
     *
     * @return flag M
     */
    public boolean markers() {
        return (flags & MARKERS) != 0;
    }

    /**
     * Whether the sender of the frame wants CRCs.
     *
     * @return flag C
     */
    public boolean crc() {
        return (flags & CRC) != 0;
    }

    /**
     * Whether the frame refuses the connection.
     *
     * @return flag R
     */
    public boolean rejected() {
        return (flags & REJECT) != 0;
    }

    /**
     * A copy of the application's private data.
     *
     * @return a new array, of length zero when there is none
     */
    public byte[] privateDataBytes() {
        return privateData.toArray(ValueLayout.JAVA_BYTE);
    }

    /**
     * The value of PD_Length: private data and, where present, enhanced data.
     *
     * @return 0 to {@value #MAX_PD_LENGTH}
     */
    public int pdLength() {
        return (enhanced == null ? 0 : MpaEnhancedData.BYTES) + (int) privateData.byteSize();
    }

    /**
     * Size of the whole frame.
     *
     * @return bytes that {@link #encode} writes
     */
    public int sizeBytes() {
        return HEADER_BYTES + pdLength();
    }

    /**
     * Writes the frame.
     *
     * @param segment destination
     * @param offset where the frame starts, in bytes
     * @return bytes written, {@link #sizeBytes()}
     * @throws IndexOutOfBoundsException if the segment has no room for the frame
     */
    public int encode(MemorySegment segment, long offset) {
        Objects.checkFromIndexSize(offset, (long) sizeBytes(), segment.byteSize());
        MemorySegment.copy(reply ? REPLY_KEY : REQUEST_KEY, 0, segment, offset, KEY_BYTES);
        BigEndian.putByte(
                segment, offset + FLAGS_OFFSET, enhanced == null ? flags : flags | ENHANCED);
        BigEndian.putByte(segment, offset + REVISION_OFFSET, revision);
        BigEndian.putShort(segment, offset + PD_LENGTH_OFFSET, pdLength());
        long position = offset + HEADER_BYTES;
        if (enhanced != null) {
            BigEndian.putInt(segment, position, enhanced.toWord());
            position += MpaEnhancedData.BYTES;
        }
        MemorySegment.copy(privateData, 0, segment, position, privateData.byteSize());
        return sizeBytes();
    }

    /**
     * Looks at the first bytes of a connection. Whatever they are, an answer comes back and nothing
     * is thrown; a wrong byte is reported as soon as it is there, so that a peer of another
     * protocol is not waited for.
     *
     * @param segment the receive buffer
     * @param offset where the stream starts in it, in bytes
     * @param availableBytes how many stream bytes are there
     * @param expectReply true for an initiator, which waits for a reply; false for a responder
     * @return need more, malformed, or the complete frame
     */
    public static MpaDecoding decode(
            MemorySegment segment, long offset, long availableBytes, boolean expectReply) {
        MemorySegment expectedKey = expectReply ? REPLY_KEY : REQUEST_KEY;
        int keyBytes = (int) Math.min(availableBytes, KEY_BYTES);
        for (int i = 0; i < keyBytes; i++) {
            int found = BigEndian.getUnsignedByte(segment, offset + i);
            if (found != BigEndian.getUnsignedByte(expectedKey, i)) {
                return new MpaDecoding.Malformed(keyFault(i, found, expectReply));
            }
        }
        if (availableBytes > REVISION_OFFSET) {
            int revision = BigEndian.getUnsignedByte(segment, offset + REVISION_OFFSET);
            if (revision != REVISION_1 && revision != REVISION_2) {
                return new MpaDecoding.Malformed(MpaFault.UNSUPPORTED_REVISION);
            }
        }
        if (availableBytes < HEADER_BYTES) {
            return new MpaDecoding.NeedMore((int) (HEADER_BYTES - Math.max(availableBytes, 0)));
        }
        return decodeBody(segment, offset, availableBytes, expectReply);
    }

    private static MpaDecoding decodeBody(
            MemorySegment segment, long offset, long availableBytes, boolean reply) {
        int wireFlags = BigEndian.getUnsignedByte(segment, offset + FLAGS_OFFSET);
        int revision = BigEndian.getUnsignedByte(segment, offset + REVISION_OFFSET);
        int pdLength = BigEndian.getUnsignedShort(segment, offset + PD_LENGTH_OFFSET);
        if (pdLength > MAX_PD_LENGTH) {
            return new MpaDecoding.Malformed(MpaFault.PRIVATE_DATA_TOO_LONG);
        }
        // In revision 1 the bit of S is a reserved one, and reserved bits are not looked at.
        boolean hasEnhanced = revision == REVISION_2 && (wireFlags & ENHANCED) != 0;
        if (hasEnhanced && pdLength < MpaEnhancedData.BYTES) {
            return new MpaDecoding.Malformed(MpaFault.ENHANCED_DATA_MISSING);
        }
        int sizeBytes = HEADER_BYTES + pdLength;
        if (availableBytes < sizeBytes) {
            return new MpaDecoding.NeedMore((int) (sizeBytes - availableBytes));
        }
        long position = offset + HEADER_BYTES;
        MpaEnhancedData enhanced = null;
        if (hasEnhanced) {
            enhanced = MpaEnhancedData.ofWord(BigEndian.getInt(segment, position));
            position += MpaEnhancedData.BYTES;
            pdLength -= MpaEnhancedData.BYTES;
        }
        int flags = wireFlags & (reply ? FLAGS_MASK : FLAGS_MASK & ~REJECT);
        MpaFrame frame =
                new MpaFrame(reply, flags, revision, enhanced, segment.asSlice(position, pdLength));
        return new MpaDecoding.Complete(frame, sizeBytes);
    }

    private static MpaFault keyFault(int index, int found, boolean expectReply) {
        // The keys differ in one byte only: what is wrong for one can be right for the other there.
        MemorySegment otherKey = expectReply ? REQUEST_KEY : REPLY_KEY;
        return found == BigEndian.getUnsignedByte(otherKey, index)
                ? MpaFault.WRONG_DIRECTION
                : MpaFault.NOT_MPA;
    }

    private static MemorySegment key(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.US_ASCII)).asReadOnly();
    }

    /**
     * Compares by content, private data included.
     *
     * @param other any object
     * @return whether it is a frame with the same fields
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MpaFrame that
                && reply == that.reply
                && flags == that.flags
                && revision == that.revision
                && Objects.equals(enhanced, that.enhanced)
                && ByteStrings.contentEquals(privateData, that.privateData);
    }

    /**
     * A hash of the content, consistent with {@link #equals}.
     *
     * @return the hash
     */
    @Override
    public int hashCode() {
        return Objects.hash(reply, flags, revision, enhanced, ByteStrings.contentHash(privateData));
    }
}
