package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;

/**
 * The eight bytes of an Immediate Data message, the whole payload of its untagged segment (RFC 7306
 * section 6).
 *
 * <pre>
 *   +---------------------------------------------------------------+
 *  0|           immediate value, 32 bit (this project's use)        |
 *   +---------------------------------------------------------------+
 *  4|           zero when sent, ignored when received               |
 *   +---------------------------------------------------------------+
 * </pre>
 *
 * <p>To the RFC all eight bytes are the application's. This project's immediate value has 32 bits,
 * as InfiniBand's has, and stands in the first four; the 64-bit accessors are there for tools and
 * tests.
 *
 * <p>Every {@code offset} is that of the first of the eight bytes, {@link DdpHeader#UNTAGGED_BYTES}
 * behind that of the DDP header. <strong>Threads:</strong> stateless, no allocation.
 */
public final class ImmediateData {

    /** Bytes of the payload. */
    public static final int BYTES = 8;

    private ImmediateData() {}

    /**
     * Writes a 32-bit immediate value and zeroes the rest.
     *
     * @param segment the buffer
     * @param offset start of the eight bytes
     * @param value the value
     */
    public static void putValue(MemorySegment segment, long offset, int value) {
        BigEndian.putLong(segment, offset, (long) value << 32);
    }

    /**
     * Reads a 32-bit immediate value; the other four bytes are ignored.
     *
     * @param segment the buffer
     * @param offset start of the eight bytes
     * @return the value
     */
    public static int value(MemorySegment segment, long offset) {
        return BigEndian.getInt(segment, offset);
    }

    /**
     * Writes all eight bytes.
     *
     * @param segment the buffer
     * @param offset start of the eight bytes
     * @param value the bytes as a big-endian number
     */
    public static void putWide(MemorySegment segment, long offset, long value) {
        BigEndian.putLong(segment, offset, value);
    }

    /**
     * Reads all eight bytes.
     *
     * @param segment the buffer
     * @param offset start of the eight bytes
     * @return the bytes as a big-endian number
     */
    public static long wide(MemorySegment segment, long offset) {
        return BigEndian.getLong(segment, offset);
    }
}
