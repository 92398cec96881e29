package org.jdapl.api;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/**
 * Memory of the peer (uDAPL {@code DAT_RMR_TRIPLET}): an opaque address, a length and a key. It is
 * made by {@link LocalMemoryRegion#remoteRegion} at the side that owns the memory, and carried to
 * the other side by the application in one of two forms: {@link #encode} (versioned, 64-bit key) or
 * {@link #encodeTriplet} (16 bytes, as C programs exchange them).
 *
 * @param address address of the first byte, as the peer names it; not a native address
 * @param length how many bytes
 * @param key the key; for most transports 32 bits
 */
public record RemoteRegion(long address, long length, long key) {

    /** Size of the encoded form, in bytes. */
    public static final int ENCODED_BYTES = 32;

    /** Size of the triplet form, in bytes. */
    public static final int TRIPLET_BYTES = 16;

    private static final int MAGIC = 0x4A44_5252;
    private static final int VERSION = 1;
    private static final long UINT_MAX = 0xFFFF_FFFFL;

    /** Checks the length. */
    public RemoteRegion {
        if (length < 0) {
            throw bad("length=" + length + " is negative");
        }
    }

    /**
     * A part of the region.
     *
     * @param offset first byte
     * @param bytes how many bytes
     * @return the part, with the same key
     * @throws DatException {@code INVALID_PARAMETER} where the part is not inside the region
     */
    public RemoteRegion slice(long offset, long bytes) {
        if (offset < 0 || bytes < 0 || offset > length - bytes) {
            throw bad(
                    "offset="
                            + offset
                            + ", length="
                            + bytes
                            + " is outside the region of "
                            + length
                            + " bytes");
        }
        return new RemoteRegion(address + offset, bytes, key);
    }

    /**
     * Writes the versioned form at the buffer's position, big endian: magic, version, address,
     * length, key.
     *
     * @param into a buffer with {@link #ENCODED_BYTES} bytes of room; its position moves on
     * @throws DatException {@code INVALID_PARAMETER} where it has less room
     */
    public void encode(ByteBuffer into) {
        require(into, ENCODED_BYTES);
        ByteBuffer b = into.slice(into.position(), ENCODED_BYTES).order(ByteOrder.BIG_ENDIAN);
        b.putInt(MAGIC).putInt(VERSION).putLong(address).putLong(length).putLong(key);
        into.position(into.position() + ENCODED_BYTES);
    }

    /**
     * Reads the versioned form at the buffer's position.
     *
     * @param from a buffer with {@link #ENCODED_BYTES} bytes; its position moves on
     * @return the region
     * @throws DatException {@code INVALID_PARAMETER} where the bytes are too few, something else or
     *     of another version
     */
    public static RemoteRegion decode(ByteBuffer from) {
        require(from, ENCODED_BYTES);
        ByteBuffer b = from.slice(from.position(), ENCODED_BYTES).order(ByteOrder.BIG_ENDIAN);
        int magic = b.getInt();
        int version = b.getInt();
        if (magic != MAGIC || version != VERSION) {
            throw bad(
                    "not a remote region of version "
                            + VERSION
                            + ": magic="
                            + Integer.toHexString(magic)
                            + ", version="
                            + version);
        }
        RemoteRegion region = new RemoteRegion(b.getLong(), b.getLong(), b.getLong());
        from.position(from.position() + ENCODED_BYTES);
        return region;
    }

    /**
     * Writes the 16-byte form that C uDAPL programs exchange: address (8), length (4), key (4), in
     * the buffer's byte order.
     *
     * @param into a buffer with {@link #TRIPLET_BYTES} bytes of room; its position moves on
     * @throws DatException {@code INVALID_PARAMETER} where length or key need more than 32 bits, or
     *     there is less room
     */
    public void encodeTriplet(ByteBuffer into) {
        require(into, TRIPLET_BYTES);
        if (length > UINT_MAX || key < 0 || key > UINT_MAX) {
            throw bad(
                    "length="
                            + length
                            + " or key=0x"
                            + Long.toHexString(key)
                            + " does not fit 32 bits");
        }
        into.putLong(address).putInt((int) length).putInt((int) key);
    }

    /**
     * Reads the 16-byte form, in the buffer's byte order.
     *
     * @param from a buffer with {@link #TRIPLET_BYTES} bytes; its position moves on
     * @return the region
     * @throws DatException {@code INVALID_PARAMETER} where the bytes are too few
     */
    public static RemoteRegion decodeTriplet(ByteBuffer from) {
        require(from, TRIPLET_BYTES);
        long address = from.getLong();
        long length = from.getInt() & UINT_MAX;
        long key = from.getInt() & UINT_MAX;
        return new RemoteRegion(address, length, key);
    }

    private static void require(ByteBuffer buffer, int bytes) {
        if (buffer.remaining() < bytes) {
            throw bad(
                    buffer.remaining()
                            + " bytes in the buffer are too few for a remote region of "
                            + bytes);
        }
    }

    private static DatException bad(String message) {
        return new DatException(
                DatCode.error(DatType.INVALID_PARAMETER, DatSubtype.NO_SUBTYPE),
                message,
                ErrorScope.CALL,
                Remedy.FIX_ARGUMENT);
    }

    /** Address and length only: the key is a right of access. */
    @Override
    public String toString() {
        return "RemoteRegion[address=0x" + Long.toHexString(address) + ", length=" + length + "]";
    }
}
