package org.jdapl.verbs.umad;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A management datagram, byte by byte as it goes over the link. All have the same header (IBA
 * specification, 13.4.2):
 *
 * <pre>
 *    0                   1                   2                   3
 *   +---------------+---------------+---------------+---------------+
 *  0|  base version |     class     | class version |    method     |
 *   +---------------+---------------+---------------+---------------+
 *  4|            status             |         class specific        |
 *   +-------------------------------+-------------------------------+
 *  8|                        transaction                            |
 *   |                                                               |
 *   +-------------------------------+-------------------------------+
 * 16|           attribute           |           reserved            |
 *   +-------------------------------+-------------------------------+
 * 20|                      attribute modifier                       |
 *   +---------------------------------------------------------------+
 * 24|  data, laid out as class and attribute say, to 256 bytes      |
 * </pre>
 *
 * <p>A MAD that the kernel put together from several packets is longer than 256 bytes. Not
 * thread-safe; whoever sends one may change it as soon as {@code send} returned.
 */
public final class Mad {

    /** The bytes of every MAD that is sent as one packet. */
    public static final int LENGTH = 256;

    /** The class of subnet management, routed by local identifiers. */
    public static final int CLASS_SUBNET_LID_ROUTED = 0x01;

    /** The class of subnet management, routed by a list of ports. */
    public static final int CLASS_SUBNET_DIRECTED_ROUTE = 0x81;

    /** The class of subnet administration. */
    public static final int CLASS_SUBNET_ADMINISTRATION = 0x03;

    /** The class of performance counters. */
    public static final int CLASS_PERFORMANCE = 0x04;

    /** Asks for an attribute. */
    public static final int METHOD_GET = 0x01;

    /** Changes an attribute. */
    public static final int METHOD_SET = 0x02;

    /** Says something that has no answer. */
    public static final int METHOD_SEND = 0x03;

    /** Tells of an event. */
    public static final int METHOD_TRAP = 0x05;

    /** Asks the subnet administrator for all records that match. */
    public static final int METHOD_GET_TABLE = 0x12;

    /** The bit of a method that makes it an answer. */
    public static final int RESPONSE = 0x80;

    private static final VarHandle SHORT = view(short[].class);
    private static final VarHandle INT = view(int[].class);
    private static final VarHandle LONG = view(long[].class);

    static final int HEADER_LENGTH = 24;

    private static final int CLASS = 1;
    private static final int CLASS_VERSION = 2;
    private static final int METHOD = 3;
    private static final int STATUS = 4;
    private static final int TRANSACTION = 8;
    static final int ATTRIBUTE = 16;
    private static final int MODIFIER = 20;

    private final byte[] bytes;

    private Mad(byte[] bytes) {
        this.bytes = bytes;
    }

    private static VarHandle view(Class<?> array) {
        return MethodHandles.byteArrayViewVarHandle(array, ByteOrder.BIG_ENDIAN);
    }

    /**
     * A MAD of which only the header is filled.
     *
     * @param managementClass its class, from 0 to 255
     * @param classVersion the version of that class, from 0 to 255
     * @param method what it asks for, from 0 to 255
     * @param attribute the attribute that it is about, from 0 to 65535
     * @param modifier the attribute's modifier, such as a port number
     * @return a MAD of {@link #LENGTH} bytes
     */
    public static Mad of(
            int managementClass, int classVersion, int method, int attribute, int modifier) {
        Mad mad = new Mad(new byte[LENGTH]);
        mad.putByte(0, 1);
        mad.putByte(CLASS, managementClass);
        mad.putByte(CLASS_VERSION, classVersion);
        mad.putByte(METHOD, method);
        mad.putShort(ATTRIBUTE, attribute);
        mad.putInt(MODIFIER, modifier);
        return mad;
    }

    /**
     * A MAD of given bytes, which are copied.
     *
     * @param bytes at least the 24 bytes of the header
     * @return the MAD
     * @throws IllegalArgumentException if there are fewer
     */
    public static Mad copyOf(byte[] bytes) {
        if (bytes.length < HEADER_LENGTH) {
            throw new IllegalArgumentException(
                    "a MAD has " + HEADER_LENGTH + " bytes or more, not length=" + bytes.length);
        }
        return new Mad(bytes.clone());
    }

    /**
     * How long it is.
     *
     * @return bytes, header included
     */
    public int length() {
        return bytes.length;
    }

    /**
     * Its class.
     *
     * @return from 0 to 255
     */
    public int managementClass() {
        return getByte(CLASS);
    }

    /**
     * The version of its class.
     *
     * @return from 0 to 255
     */
    public int classVersion() {
        return getByte(CLASS_VERSION);
    }

    /**
     * What it asks for, or answers.
     *
     * @return from 0 to 255; with {@link #RESPONSE} it is an answer
     */
    public int method() {
        return getByte(METHOD);
    }

    /**
     * Whether the other side could do what was asked for.
     *
     * @return 0, or the reasons; of a MAD with directed route the highest bit is the direction
     */
    public int status() {
        return getShort(STATUS);
    }

    /**
     * What an answer has in common with its question. The kernel takes the upper half for itself,
     * so only the lower one comes back as it was sent.
     *
     * @return the transaction's number
     */
    public long transaction() {
        return getLong(TRANSACTION);
    }

    /**
     * Sets the transaction.
     *
     * @param number a number that no other question under way has in its lower half
     */
    public void transaction(long number) {
        putLong(TRANSACTION, number);
    }

    /**
     * The attribute that it is about.
     *
     * @return from 0 to 65535
     */
    public int attribute() {
        return getShort(ATTRIBUTE);
    }

    /**
     * The attribute's modifier, such as a port number.
     *
     * @return 32 bits
     */
    public int modifier() {
        return getInt(MODIFIER);
    }

    /**
     * A byte.
     *
     * @param offset from the beginning
     * @return from 0 to 255
     */
    public int getByte(int offset) {
        return Byte.toUnsignedInt(bytes[offset]);
    }

    /**
     * Sets a byte.
     *
     * @param offset from the beginning
     * @param value of which the lower 8 bits count
     */
    public void putByte(int offset, int value) {
        bytes[offset] = (byte) value;
    }

    /**
     * Two bytes.
     *
     * @param offset from the beginning
     * @return from 0 to 65535
     */
    public int getShort(int offset) {
        return Short.toUnsignedInt((short) SHORT.get(bytes, offset));
    }

    /**
     * Sets two bytes.
     *
     * @param offset from the beginning
     * @param value of which the lower 16 bits count
     */
    public void putShort(int offset, int value) {
        SHORT.set(bytes, offset, (short) value);
    }

    /**
     * Four bytes.
     *
     * @param offset from the beginning
     * @return 32 bits
     */
    public int getInt(int offset) {
        return (int) INT.get(bytes, offset);
    }

    /**
     * Sets four bytes.
     *
     * @param offset from the beginning
     * @param value 32 bits
     */
    public void putInt(int offset, int value) {
        INT.set(bytes, offset, value);
    }

    /**
     * Eight bytes.
     *
     * @param offset from the beginning
     * @return 64 bits
     */
    public long getLong(int offset) {
        return (long) LONG.get(bytes, offset);
    }

    /**
     * Sets eight bytes.
     *
     * @param offset from the beginning
     * @param value 64 bits
     */
    public void putLong(int offset, long value) {
        LONG.set(bytes, offset, value);
    }

    /**
     * Bytes in a row.
     *
     * @param offset from the beginning
     * @param length how many
     * @return a copy
     */
    public byte[] getBytes(int offset, int length) {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /**
     * Sets bytes in a row.
     *
     * @param offset from the beginning
     * @param source what is copied
     */
    public void putBytes(int offset, byte... source) {
        System.arraycopy(source, 0, bytes, offset, source.length);
    }

    /**
     * All of it.
     *
     * @return a copy
     */
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public String toString() {
        return String.format(
                "MAD class 0x%02x method 0x%02x attribute 0x%04x modifier 0x%08x status 0x%04x",
                managementClass(), method(), attribute(), modifier(), status());
    }
}
