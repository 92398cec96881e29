package org.jdapl.provider.soft.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Big-endian access to unaligned wire fields.
 *
 * <p>All iWARP headers use network byte order, and none of their fields is aligned once it sits in
 * a TCP stream, so every codec of this package goes through these four handles. They are static,
 * final and invoke-exact: a call that would box or convert fails instead of getting slow.
 *
 * <p><strong>Threads:</strong> stateless; the caller owns the segment.
 */
final class BigEndian {

    private static final VarHandle BYTE =
            ValueLayout.JAVA_BYTE.varHandle().withInvokeExactBehavior();

    private static final VarHandle SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED
                    .withOrder(ByteOrder.BIG_ENDIAN)
                    .varHandle()
                    .withInvokeExactBehavior();

    private static final VarHandle INT =
            ValueLayout.JAVA_INT_UNALIGNED
                    .withOrder(ByteOrder.BIG_ENDIAN)
                    .varHandle()
                    .withInvokeExactBehavior();

    private static final VarHandle LONG =
            ValueLayout.JAVA_LONG_UNALIGNED
                    .withOrder(ByteOrder.BIG_ENDIAN)
                    .varHandle()
                    .withInvokeExactBehavior();

    private BigEndian() {}

    static int getUnsignedByte(MemorySegment segment, long offset) {
        return (byte) BYTE.get(segment, offset) & 0xff;
    }

    static void putByte(MemorySegment segment, long offset, int value) {
        BYTE.set(segment, offset, (byte) value);
    }

    static int getUnsignedShort(MemorySegment segment, long offset) {
        return (short) SHORT.get(segment, offset) & 0xffff;
    }

    static void putShort(MemorySegment segment, long offset, int value) {
        SHORT.set(segment, offset, (short) value);
    }

    static int getInt(MemorySegment segment, long offset) {
        return (int) INT.get(segment, offset);
    }

    static void putInt(MemorySegment segment, long offset, int value) {
        INT.set(segment, offset, value);
    }

    static long getLong(MemorySegment segment, long offset) {
        return (long) LONG.get(segment, offset);
    }

    static void putLong(MemorySegment segment, long offset, long value) {
        LONG.set(segment, offset, value);
    }
}
