package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The framed PDU: one DDP segment in the TCP stream (RFC 5044 section 4).
 *
 * <pre>
 *   0               2                      2+n       2+n+pad       +4
 *   +---------------+----------------------+-----------+------------+
 *   | ULPDU_Length  |  DDP segment (ULPDU) | pad, 0..3 |   CRC32C   |
 *   |   n, 16 bit   |  n bytes             | zero      |   4 bytes  |
 *   +---------------+----------------------+-----------+------------+
 * </pre>
 *
 * <p>n counts the DDP header and the payload, nothing else. The pad makes every FPDU a multiple of
 * four bytes. The CRC covers everything in front of it and is the one field of the stream that is
 * sent least significant byte first; it is there, with any content, even when both sides agreed on
 * no CRC. Markers are not supported: this side never asks for them.
 *
 * <p>The CRC methods take a {@link ByteBuffer} view of the whole buffer, since {@link CRC32C} knows
 * no segments. The view should be direct (a read-only heap view is slow and allocates), may have
 * either byte order, and has its position and limit moved. Make it once per buffer, and a {@code
 * CRC32C} once per owner: nothing here allocates.
 *
 * <p><strong>Threads:</strong> stateless; segment, view and CRC object belong to the caller.
 */
public final class Fpdu {

    /** Offset of ULPDU_Length in the FPDU. */
    public static final int LENGTH_OFFSET = 0;

    /** Offset of the DDP segment in the FPDU. */
    public static final int ULPDU_OFFSET = 2;

    /** Bytes of the CRC field. */
    public static final int CRC_BYTES = 4;

    /** Most bytes that pad and CRC take together. */
    public static final int MAX_TRAILER_BYTES = 3 + CRC_BYTES;

    /** Smallest ULPDU_Length that can hold a DDP header, the tagged one. */
    public static final int MIN_ULPDU_BYTES = DdpHeader.TAGGED_BYTES;

    /** Largest ULPDU_Length. */
    public static final int MAX_ULPDU_BYTES = 0xffff;

    /** Largest FPDU that a peer can send: a receive buffer must hold it. */
    public static final int MAX_BYTES = 65544;

    /** Smallest MSS that {@link #maxSizeForMss} accepts; every message of one segment fits it. */
    public static final int MIN_MSS_BYTES = 136;

    /** Result of {@link #completeSize}: more stream bytes are needed. */
    public static final int INCOMPLETE = 0;

    /**
     * Result of {@link #completeSize}: ULPDU_Length is too small for any DDP header. The stream has
     * lost its framing; send {@link TerminateCode#MPA_LENGTH_OR_MARKER} and close.
     */
    public static final int BAD_LENGTH = -1;

    /**
     * Largest FPDU of {@link #maxSizeForMss}: a multiple of 8 whose length field does not overflow.
     */
    private static final int LARGEST_SAFE_BYTES = 65536;

    private Fpdu() {}

    /**
     * Pad bytes behind a DDP segment.
     *
     * @param ulpduLength bytes of the DDP segment, 0 to {@value #MAX_ULPDU_BYTES}
     * @return 0 to 3
     */
    public static int padBytes(int ulpduLength) {
        return -(ULPDU_OFFSET + ulpduLength) & 3;
    }

    /**
     * Offset of the CRC in the FPDU; also the number of bytes it covers.
     *
     * @param ulpduLength bytes of the DDP segment, 0 to {@value #MAX_ULPDU_BYTES}
     * @return offset from the start of the FPDU
     */
    public static int crcOffset(int ulpduLength) {
        return (ULPDU_OFFSET + ulpduLength + 3) & ~3;
    }

    /**
     * Size of the whole FPDU.
     *
     * @param ulpduLength bytes of the DDP segment, 0 to {@value #MAX_ULPDU_BYTES}
     * @return bytes from the length field through the CRC
     */
    public static int sizeBytes(int ulpduLength) {
        return crcOffset(ulpduLength) + CRC_BYTES;
    }

    /**
     * Reads ULPDU_Length.
     *
     * @param segment the buffer
     * @param offset start of the FPDU
     * @return 0 to {@value #MAX_ULPDU_BYTES}
     */
    public static int ulpduLength(MemorySegment segment, long offset) {
        return BigEndian.getUnsignedShort(segment, offset + LENGTH_OFFSET);
    }

    /**
     * Writes ULPDU_Length.
     *
     * @param segment the buffer
     * @param offset start of the FPDU
     * @param ulpduLength bytes of the DDP segment, {@value #MIN_ULPDU_BYTES} to {@value
     *     #MAX_ULPDU_BYTES}
     * @throws IllegalArgumentException if the length is outside that range
     */
    public static void putUlpduLength(MemorySegment segment, long offset, int ulpduLength) {
        if (ulpduLength < MIN_ULPDU_BYTES || ulpduLength > MAX_ULPDU_BYTES) {
            throw new IllegalArgumentException("ulpduLength=" + ulpduLength);
        }
        BigEndian.putShort(segment, offset + LENGTH_OFFSET, ulpduLength);
    }

    /**
     * Whether a whole FPDU has arrived. A length that no DDP segment can have is reported as soon
     * as the two length bytes are there.
     *
     * @param segment the receive buffer
     * @param offset start of the FPDU
     * @param availableBytes stream bytes that are there from {@code offset} on
     * @return the size of the FPDU in bytes, or {@link #INCOMPLETE}, or {@link #BAD_LENGTH}
     */
    public static int completeSize(MemorySegment segment, long offset, long availableBytes) {
        if (availableBytes < ULPDU_OFFSET) {
            return INCOMPLETE;
        }
        int ulpduLength = ulpduLength(segment, offset);
        if (ulpduLength < MIN_ULPDU_BYTES) {
            return BAD_LENGTH;
        }
        int sizeBytes = sizeBytes(ulpduLength);
        return availableBytes >= sizeBytes ? sizeBytes : INCOMPLETE;
    }

    /**
     * Largest FPDU to send on a connection of the given segment size, in the shape that every known
     * peer survives: not over the MSS, a multiple of eight. A full FPDU of this size has no pad.
     *
     * @param mssBytes the TCP maximum segment size, at least {@value #MIN_MSS_BYTES}
     * @return FPDU size in bytes, {@code mssBytes} rounded down to a multiple of 8, at most 65536
     * @throws IllegalArgumentException if the MSS is too small
     */
    public static int maxSizeForMss(int mssBytes) {
        if (mssBytes < MIN_MSS_BYTES) {
            throw new IllegalArgumentException("mssBytes=" + mssBytes);
        }
        return Math.min(mssBytes, LARGEST_SAFE_BYTES) & ~7;
    }

    /**
     * Payload of a full tagged segment. Cut a message into pieces of this size: then only the last
     * piece can need a pad.
     *
     * @param maxFpduBytes the FPDU limit of the connection, {@value #MIN_MSS_BYTES} to {@value
     *     #MAX_BYTES}
     * @return the largest payload that fits, a multiple of 4
     */
    public static int maxTaggedPayload(int maxFpduBytes) {
        return maxPayload(maxFpduBytes, DdpHeader.TAGGED_BYTES);
    }

    /**
     * Payload of a full untagged segment. Cut a message into pieces of this size: then only the
     * last piece can need a pad.
     *
     * @param maxFpduBytes the FPDU limit of the connection, {@value #MIN_MSS_BYTES} to {@value
     *     #MAX_BYTES}
     * @return the largest payload that fits, a multiple of 4
     */
    public static int maxUntaggedPayload(int maxFpduBytes) {
        return maxPayload(maxFpduBytes, DdpHeader.UNTAGGED_BYTES);
    }

    private static int maxPayload(int maxFpduBytes, int headerBytes) {
        int ulpduBytes = Math.min(maxFpduBytes - ULPDU_OFFSET - CRC_BYTES, MAX_ULPDU_BYTES);
        return (ulpduBytes - headerBytes) & ~3;
    }

    /**
     * Computes the CRC of an FPDU that lies in one piece.
     *
     * @param crc the caller's CRC object; reset first
     * @param view the buffer's view
     * @param start start of the FPDU in the view
     * @param ulpduLength bytes of the DDP segment
     * @return the CRC field as a big-endian word, that is, already byte-swapped for the wire
     */
    public static int computeCrc(CRC32C crc, ByteBuffer view, int start, int ulpduLength) {
        crc.reset();
        updateCrc(crc, view, start, crcOffset(ulpduLength));
        return wireCrc(crc);
    }

    /**
     * Checks the CRC of an FPDU that lies in one piece.
     *
     * @param crc the caller's CRC object; reset first
     * @param view the buffer's view
     * @param start start of the FPDU in the view
     * @param ulpduLength bytes of the DDP segment
     * @return whether the CRC field has the right value
     */
    public static boolean crcMatches(CRC32C crc, ByteBuffer view, int start, int ulpduLength) {
        int expected = computeCrc(crc, view, start, ulpduLength);
        // computeCrc left the limit in front of the CRC field.
        view.clear();
        int found = view.getInt(start + crcOffset(ulpduLength));
        return expected == (view.order() == ByteOrder.BIG_ENDIAN ? found : swap(found));
    }

    /**
     * Adds a piece of an FPDU to a running CRC, for FPDUs whose payload is sent from where it lies.
     *
     * @param crc the caller's CRC object; reset it before the first piece
     * @param view the view of the buffer that holds the piece
     * @param start start of the piece in the view
     * @param lengthBytes bytes of the piece
     */
    public static void updateCrc(CRC32C crc, ByteBuffer view, int start, int lengthBytes) {
        view.clear().limit(start + lengthBytes).position(start);
        crc.update(view);
    }

    /**
     * The state of a running CRC in wire form.
     *
     * @param crc the caller's CRC object
     * @return the CRC field as a big-endian word, that is, already byte-swapped for the wire
     */
    public static int wireCrc(CRC32C crc) {
        return swap((int) crc.getValue());
    }

    /**
     * Finishes an FPDU that lies in one piece: zeroes the pad and fills in the CRC.
     *
     * @param crc the caller's CRC object; reset first
     * @param view the buffer's view
     * @param start start of the FPDU in the view; length, header and payload are there already
     * @param ulpduLength bytes of the DDP segment
     * @return the size of the FPDU in bytes
     */
    public static int seal(CRC32C crc, ByteBuffer view, int start, int ulpduLength) {
        view.clear();
        putPad(view, start, ulpduLength);
        int wireCrc = computeCrc(crc, view, start, ulpduLength);
        view.clear();
        view.putInt(
                start + crcOffset(ulpduLength),
                view.order() == ByteOrder.BIG_ENDIAN ? wireCrc : swap(wireCrc));
        return sizeBytes(ulpduLength);
    }

    /**
     * Finishes an FPDU that lies in one piece on a connection without CRC: zeroes pad and CRC
     * field.
     *
     * @param view the buffer's view
     * @param start start of the FPDU in the view
     * @param ulpduLength bytes of the DDP segment
     * @return the size of the FPDU in bytes
     */
    public static int sealWithoutCrc(ByteBuffer view, int start, int ulpduLength) {
        view.clear();
        putPad(view, start, ulpduLength);
        view.putInt(start + crcOffset(ulpduLength), 0);
        return sizeBytes(ulpduLength);
    }

    /**
     * Finishes an FPDU that is sent in pieces: writes pad and CRC to a buffer of their own. Pad and
     * CRC must go out in the same write as the rest, or a kernel peer may lose the stream.
     *
     * @param crc the running CRC over length field, header and payload; the pad is added to it here
     * @param segment where the trailer goes
     * @param offset start of the trailer in the segment
     * @param ulpduLength bytes of the DDP segment
     * @return the size of the trailer in bytes, 4 to {@value #MAX_TRAILER_BYTES}
     */
    public static int putTrailer(CRC32C crc, MemorySegment segment, long offset, int ulpduLength) {
        int pad = padBytes(ulpduLength);
        for (int i = 0; i < pad; i++) {
            BigEndian.putByte(segment, offset + i, 0);
            crc.update(0);
        }
        BigEndian.putInt(segment, offset + pad, wireCrc(crc));
        return pad + CRC_BYTES;
    }

    /**
     * Finishes an FPDU that is sent in pieces on a connection without CRC: pad and CRC field are
     * zero.
     *
     * @param segment where the trailer goes
     * @param offset start of the trailer in the segment
     * @param ulpduLength bytes of the DDP segment
     * @return the size of the trailer in bytes, 4 to {@value #MAX_TRAILER_BYTES}
     */
    public static int putTrailerWithoutCrc(MemorySegment segment, long offset, int ulpduLength) {
        int pad = padBytes(ulpduLength);
        for (int i = 0; i < pad; i++) {
            BigEndian.putByte(segment, offset + i, 0);
        }
        BigEndian.putInt(segment, offset + pad, 0);
        return pad + CRC_BYTES;
    }

    private static void putPad(ByteBuffer view, int start, int ulpduLength) {
        int padEnd = start + crcOffset(ulpduLength);
        for (int i = start + ULPDU_OFFSET + ulpduLength; i < padEnd; i++) {
            view.put(i, (byte) 0);
        }
    }

    private static int swap(int word) {
        return Integer.reverseBytes(word);
    }
}
