package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The Terminate message: why one side ends the stream (RFC 5040 section 4.8).
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +-------+-------+---------------+-+-+-+-------------------------+
 *  0| layer | type  |  error code   |M|D|R|        reserved         |
 *   +-------+-------+---------------+-+-+-+-------------------------+
 *  4|  DDP segment length, if M     |                               |
 *   +-------------------------------+                               +
 *   :  DDP header of the segment complained about, 14 or 18, if D   :
 *   :  Read Request header of that segment, 28 bytes, if R          :
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>The length field is there if M or D is set, and valid if M is set. It is always sent in this
 * layout. Linux's software driver, on the little-endian machines where it runs, sends the two
 * nibbles of the first byte in the other order and M, D, R as the three lowest bits of their byte;
 * {@link #decode} recognises that, as far as it can be told apart, so that a person reads the right
 * reason. In that driver's messages the length is that of the payload alone.
 *
 * <p>Every {@code offset} is that of the first byte of the payload, {@link
 * DdpHeader#UNTAGGED_BYTES} behind that of the DDP header. This is the end of a connection: it may
 * allocate. <strong>Threads:</strong> immutable.
 *
 * @param code the registered reason, or {@link TerminateCode#UNKNOWN}
 * @param layer the layer as received, 0 to 15, or {@link #ABSENT}
 * @param type the error type as received, 0 to 15, or {@link #ABSENT}
 * @param errorCode the error code as received, 0 to 255, or {@link #ABSENT}
 * @param layout how the message was laid out
 * @param ddpSegmentLengthBytes length of the segment complained about, or {@link #ABSENT}
 * @param ddpHeader its DDP header, read-only, or empty
 * @param readRequestHeader its Read Request header, read-only, or empty
 */
public record TerminateMessage(
        TerminateCode code,
        int layer,
        int type,
        int errorCode,
        Layout layout,
        int ddpSegmentLengthBytes,
        MemorySegment ddpHeader,
        MemorySegment readRequestHeader) {

    /** How a received message was laid out. */
    public enum Layout {
        /** As RFC 5040 has it; also where both layouts read the same. */
        RFC,

        /** With swapped nibbles, as Linux's software driver sends it. */
        KERNEL_DRIVER,

        /** Too short to be read. */
        UNREADABLE
    }

    /** Value of a number that the message does not have. */
    public static final int ABSENT = -1;

    /** Bytes of the payload without headers. */
    public static final int MIN_BYTES = 4;

    /** Most bytes that {@link #encode} writes. */
    public static final int MAX_BYTES = 6 + DdpHeader.UNTAGGED_BYTES + ReadRequestHeader.BYTES;

    private static final int CODE_OFFSET = 1;
    private static final int HEADER_BITS_OFFSET = 2;
    private static final int RESERVED_OFFSET = 3;
    private static final int LENGTH_OFFSET = 4;
    private static final int DDP_HEADER_OFFSET = 6;

    private static final int LENGTH_BIT = 0x80;
    private static final int DDP_BIT = 0x40;
    private static final int RDMAP_BIT = 0x20;
    private static final int RFC_BITS = LENGTH_BIT | DDP_BIT | RDMAP_BIT;
    private static final int KERNEL_BITS = 0x07;

    /**
     * Writes a Terminate that repeats no headers.
     *
     * @param segment the buffer
     * @param offset start of the payload
     * @param code the reason
     * @return bytes written, {@value #MIN_BYTES}
     * @throws IllegalArgumentException if the reason is {@link TerminateCode#UNKNOWN}
     */
    public static int encode(MemorySegment segment, long offset, TerminateCode code) {
        putFixedPart(segment, offset, code, 0);
        return MIN_BYTES;
    }

    /**
     * Writes a Terminate about a received segment, with those of its headers that go with the
     * reason.
     *
     * @param segment the buffer
     * @param offset start of the payload; the two buffers' ranges must not overlap
     * @param code the reason
     * @param offender the buffer that holds the segment complained about
     * @param offenderOffset start of its DDP header
     * @param offenderUlpduLength its bytes as framed, header included; it may be too short for its
     *     headers, which are then left out
     * @return bytes written, {@value #MIN_BYTES} to {@value #MAX_BYTES}
     * @throws IllegalArgumentException if the reason is {@link TerminateCode#UNKNOWN}
     */
    public static int encode(
            MemorySegment segment,
            long offset,
            TerminateCode code,
            MemorySegment offender,
            long offenderOffset,
            int offenderUlpduLength) {
        if (!code.carriesDdpHeader() || offenderUlpduLength < DdpHeader.TAGGED_BYTES) {
            return encode(segment, offset, code);
        }
        int ddpBytes = DdpHeader.headerBytes(DdpHeader.control(offender, offenderOffset));
        if (offenderUlpduLength < ddpBytes) {
            return encode(segment, offset, code);
        }
        int copiedBytes = ddpBytes;
        int headerBits = LENGTH_BIT | DDP_BIT;
        if (code.carriesReadRequestHeader()
                && isReadRequest(offender, offenderOffset)
                && offenderUlpduLength >= ddpBytes + ReadRequestHeader.BYTES) {
            copiedBytes += ReadRequestHeader.BYTES;
            headerBits |= RDMAP_BIT;
        }
        putFixedPart(segment, offset, code, headerBits);
        BigEndian.putShort(segment, offset + LENGTH_OFFSET, offenderUlpduLength);
        MemorySegment.copy(
                offender, offenderOffset, segment, offset + DDP_HEADER_OFFSET, copiedBytes);
        return DDP_HEADER_OFFSET + copiedBytes;
    }

    private static boolean isReadRequest(MemorySegment segment, long offset) {
        return !DdpHeader.isTagged(DdpHeader.control(segment, offset))
                && RdmapControl.opcode(DdpHeader.rdmapControl(segment, offset))
                        == RdmapControl.READ_REQUEST;
    }

    private static void putFixedPart(
            MemorySegment segment, long offset, TerminateCode code, int headerBits) {
        if (code == TerminateCode.UNKNOWN) {
            throw new IllegalArgumentException("code=" + code);
        }
        BigEndian.putByte(segment, offset, code.layer() << 4 | code.type());
        BigEndian.putByte(segment, offset + CODE_OFFSET, code.code());
        BigEndian.putByte(segment, offset + HEADER_BITS_OFFSET, headerBits);
        BigEndian.putByte(segment, offset + RESERVED_OFFSET, 0);
    }

    /**
     * Reads a Terminate of either layout. Whatever the bytes are, a message comes back and nothing
     * is thrown; headers that are announced but cut off are left out.
     *
     * @param segment the buffer
     * @param offset start of the payload
     * @param payloadBytes bytes of the payload as framed
     * @param connecting whether no other FPDU of the peer has come yet; it decides between readings
     *     that differ only in when they make sense
     * @return the message, which holds no reference to the buffer
     */
    public static TerminateMessage decode(
            MemorySegment segment, long offset, int payloadBytes, boolean connecting) {
        if (payloadBytes < MIN_BYTES) {
            return new TerminateMessage(
                    TerminateCode.UNKNOWN,
                    ABSENT,
                    ABSENT,
                    ABSENT,
                    Layout.UNREADABLE,
                    ABSENT,
                    ByteStrings.EMPTY,
                    ByteStrings.EMPTY);
        }
        int first = BigEndian.getUnsignedByte(segment, offset);
        int errorCode = BigEndian.getUnsignedByte(segment, offset + CODE_OFFSET);
        int wireBits = BigEndian.getUnsignedByte(segment, offset + HEADER_BITS_OFFSET);
        int high = first >>> 4;
        int low = first & 0xf;
        Layout layout = layoutOf(high, low, errorCode, wireBits, connecting);
        boolean rfc = layout == Layout.RFC;
        int layer = rfc ? high : low;
        int type = rfc ? low : high;
        int headerBits = rfc ? wireBits & RFC_BITS : fromKernelBits(wireBits);

        int lengthBytes = ABSENT;
        if ((headerBits & LENGTH_BIT) != 0 && payloadBytes >= DDP_HEADER_OFFSET) {
            lengthBytes = BigEndian.getUnsignedShort(segment, offset + LENGTH_OFFSET);
        }
        int ddpBytes = 0;
        if ((headerBits & DDP_BIT) != 0 && payloadBytes > DDP_HEADER_OFFSET) {
            ddpBytes =
                    DdpHeader.headerBytes(DdpHeader.control(segment, offset + DDP_HEADER_OFFSET));
            ddpBytes = payloadBytes >= DDP_HEADER_OFFSET + ddpBytes ? ddpBytes : 0;
        }
        int rdmapOffset = DDP_HEADER_OFFSET + ddpBytes;
        boolean hasRdmap =
                ddpBytes != 0
                        && (headerBits & RDMAP_BIT) != 0
                        && payloadBytes >= rdmapOffset + ReadRequestHeader.BYTES;
        return new TerminateMessage(
                TerminateCode.of(layer, type, errorCode),
                layer,
                type,
                errorCode,
                layout,
                lengthBytes,
                ByteStrings.copyOf(segment, offset + DDP_HEADER_OFFSET, ddpBytes),
                ByteStrings.copyOf(
                        segment, offset + rdmapOffset, hasRdmap ? ReadRequestHeader.BYTES : 0));
    }

    private static Layout layoutOf(
            int high, int low, int errorCode, int wireBits, boolean connecting) {
        if ((wireBits & RFC_BITS) != 0) {
            return Layout.RFC;
        }
        if ((wireBits & KERNEL_BITS) != 0) {
            return Layout.KERNEL_DRIVER;
        }
        if (high == low) {
            return Layout.RFC;
        }
        TerminateCode asRfc = TerminateCode.of(high, low, errorCode);
        TerminateCode asKernel = TerminateCode.of(low, high, errorCode);
        if (asKernel == TerminateCode.UNKNOWN) {
            return Layout.RFC;
        }
        if (asRfc == TerminateCode.UNKNOWN) {
            return Layout.KERNEL_DRIVER;
        }
        return kernelMoreLikely(asRfc, asKernel, connecting) ? Layout.KERNEL_DRIVER : Layout.RFC;
    }

    /**
     * Decides where both readings are registered and no header is there to tell. Two cases exist:
     * RDMAP protection against DDP catastrophic, where the absent headers speak for the latter; and
     * RDMAP operation against MPA, whose codes 5 to 7 belong to connection set-up.
     */
    private static boolean kernelMoreLikely(
            TerminateCode asRfc, TerminateCode asKernel, boolean connecting) {
        if (asRfc == TerminateCode.MPA_NO_MATCHING_RTR) {
            // The driver's message with the swapped value of this one always has headers.
            return false;
        }
        if (asRfc.layer() == TerminateCode.LAYER_MPA) {
            return !connecting;
        }
        if (asKernel.layer() == TerminateCode.LAYER_MPA) {
            return connecting;
        }
        return asKernel.layer() == TerminateCode.LAYER_DDP;
    }

    private static int fromKernelBits(int wireBits) {
        return ((wireBits & 0x1) != 0 ? LENGTH_BIT : 0)
                | ((wireBits & 0x2) != 0 ? DDP_BIT : 0)
                | ((wireBits & 0x4) != 0 ? RDMAP_BIT : 0);
    }

    /**
     * The name of the layer.
     *
     * @return RDMAP, DDP, MPA, or its number in words
     */
    public String layerName() {
        return switch (layer) {
            case TerminateCode.LAYER_RDMAP -> "RDMAP";
            case TerminateCode.LAYER_DDP -> "DDP";
            case TerminateCode.LAYER_MPA -> "MPA";
            default -> "layer " + layer;
        };
    }

    /**
     * The name of the error type.
     *
     * @return the RFC's name, or its number in words
     */
    public String typeName() {
        if (type == 0) {
            return layer == TerminateCode.LAYER_MPA ? "error" : "local catastrophic error";
        }
        if (layer == TerminateCode.LAYER_RDMAP && type == 1) {
            return "remote protection error";
        }
        if (layer == TerminateCode.LAYER_RDMAP && type == 2) {
            return "remote operation error";
        }
        if (layer == TerminateCode.LAYER_DDP && type == 1) {
            return "tagged buffer error";
        }
        if (layer == TerminateCode.LAYER_DDP && type == 2) {
            return "untagged buffer error";
        }
        return "error type " + type;
    }

    /**
     * The whole message in words, for logs and exceptions.
     *
     * @return an English sentence with the numbers in brackets, without a final stop
     */
    public String sentence() {
        if (layout == Layout.UNREADABLE) {
            return "the peer ended the stream with a Terminate too short to read";
        }
        StringBuilder text = new StringBuilder("the peer ended the stream: ");
        text.append(layerName()).append(' ').append(typeName()).append(", ");
        text.append(code.sentence());
        text.append(" (").append(layer).append('/').append(type).append('/');
        text.append("0x").append(HexFormat.of().toHexDigits((byte) errorCode)).append(')');
        if (ddpHeader.byteSize() != 0) {
            int opcode = RdmapControl.opcode(DdpHeader.rdmapControl(ddpHeader, 0));
            text.append(", about: ").append(RdmapOpcode.of(opcode).wireName());
        }
        if (layout == Layout.KERNEL_DRIVER) {
            text.append(", in the kernel driver's encoding");
        }
        return text.toString();
    }

    /**
     * Compares by content, headers included.
     *
     * @param other any object
     * @return whether it is a message with the same fields
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TerminateMessage that
                && code == that.code
                && layer == that.layer
                && type == that.type
                && errorCode == that.errorCode
                && layout == that.layout
                && ddpSegmentLengthBytes == that.ddpSegmentLengthBytes
                && ByteStrings.contentEquals(ddpHeader, that.ddpHeader)
                && ByteStrings.contentEquals(readRequestHeader, that.readRequestHeader);
    }

    /**
     * A hash of the content, consistent with {@link #equals}.
     *
     * @return the hash
     */
    @Override
    public int hashCode() {
        int hash = 31 * layer + type;
        hash = 31 * hash + errorCode;
        hash = 31 * hash + layout.hashCode();
        hash = 31 * hash + ddpSegmentLengthBytes;
        hash = 31 * hash + ByteStrings.contentHash(ddpHeader);
        return 31 * hash + ByteStrings.contentHash(readRequestHeader);
    }
}
