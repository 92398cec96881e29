package org.jdapl.verbs.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Native memory by address. Nothing is checked: whoever calls owns the memory or was given it by
 * the library, and knows the layout.
 *
 * <p>One segment over all addresses, a constant, so that the compiler removes what it can of its
 * bounds check, see {@link #known}. Unaligned layouts, so that nothing is to be checked of
 * alignment; all that is accessed is aligned.
 */
public final class Memory {

    /** The null pointer. */
    public static final long NULL = 0;

    @SuppressWarnings("restricted") // the one place where memory is taken by its address
    private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfShort BIG_SHORT =
            ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt BIG_INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong BIG_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    /** Addresses of processes have at most 56 bits, on every processor that Linux has RDMA for. */
    private static final long ADDRESS = (1L << 57) - 1;

    private Memory() {}

    /**
     * The same address, of which the compiler knows from here on that it is one: then it drops the
     * check of each access at it, or at a small offset from it. In the loops that fill work
     * requests and read completions these checks are more than half of the time.
     */
    public static long known(long address) {
        return address & ADDRESS;
    }

    public static byte getByte(long address) {
        return ALL.get(ValueLayout.JAVA_BYTE, address);
    }

    public static void putByte(long address, byte value) {
        ALL.set(ValueLayout.JAVA_BYTE, address, value);
    }

    public static short getShort(long address) {
        return ALL.get(ValueLayout.JAVA_SHORT_UNALIGNED, address);
    }

    public static void putShort(long address, short value) {
        ALL.set(ValueLayout.JAVA_SHORT_UNALIGNED, address, value);
    }

    public static int getInt(long address) {
        return ALL.get(ValueLayout.JAVA_INT_UNALIGNED, address);
    }

    public static void putInt(long address, int value) {
        ALL.set(ValueLayout.JAVA_INT_UNALIGNED, address, value);
    }

    public static long getLong(long address) {
        return ALL.get(ValueLayout.JAVA_LONG_UNALIGNED, address);
    }

    public static void putLong(long address, long value) {
        ALL.set(ValueLayout.JAVA_LONG_UNALIGNED, address, value);
    }

    /** A {@code __be16}. */
    public static short getBigShort(long address) {
        return ALL.get(BIG_SHORT, address);
    }

    /** A {@code __be16}. */
    public static void putBigShort(long address, short value) {
        ALL.set(BIG_SHORT, address, value);
    }

    /** A {@code __be32}. */
    public static int getBigInt(long address) {
        return ALL.get(BIG_INT, address);
    }

    /** A {@code __be32}. */
    public static void putBigInt(long address, int value) {
        ALL.set(BIG_INT, address, value);
    }

    /** A {@code __be64}. */
    public static long getBigLong(long address) {
        return ALL.get(BIG_LONG, address);
    }

    /** A {@code __be64}. */
    public static void putBigLong(long address, long value) {
        ALL.set(BIG_LONG, address, value);
    }

    /** Copies bytes out of native memory. */
    public static byte[] bytes(long address, int length) {
        byte[] bytes = new byte[length];
        MemorySegment.copy(ALL, ValueLayout.JAVA_BYTE, address, bytes, 0, length);
        return bytes;
    }

    /** Copies bytes into native memory. */
    public static void putBytes(long address, byte[] bytes) {
        MemorySegment.copy(bytes, 0, ALL, ValueLayout.JAVA_BYTE, address, bytes.length);
    }

    public static void fill(long address, long length, byte value) {
        ALL.asSlice(address, length).fill(value);
    }

    /** A C string; at most {@code limit} bytes are read, whether or not a zero is among them. */
    public static String string(long address, int limit) {
        int length = 0;
        while (length < limit && getByte(address + length) != 0) {
            length++;
        }
        return new String(bytes(address, length), StandardCharsets.UTF_8);
    }

    /**
     * Memory at an address that is good as long as an arena is open.
     *
     * @param release frees it, when the arena was closed
     */
    @SuppressWarnings("restricted") // the caller has just mapped it
    public static MemorySegment owned(long address, long length, Arena arena, Runnable release) {
        return MemorySegment.ofAddress(address).reinterpret(length, arena, _ -> release.run());
    }

    /** Memory at an address, of a length, without an owner. */
    public static MemorySegment segment(long address, long length) {
        return ALL.asSlice(address, length);
    }
}
