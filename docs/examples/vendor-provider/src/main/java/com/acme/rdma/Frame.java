package com.acme.rdma;

import java.nio.ByteBuffer;

/**
 * The header of a frame: 32 bytes, all numbers big-endian. A payload follows it.
 *
 * <table>
 *   <caption>The header</caption>
 *   <tr><td>0</td><td>type</td></tr>
 *   <tr><td>1</td><td>flags</td></tr>
 *   <tr><td>4</td><td>bytes of payload</td></tr>
 *   <tr><td>8</td><td>address; of a set-up frame: reads served</td></tr>
 *   <tr><td>16</td><td>key; of a set-up frame: reads wanted; of a refusal: its code</td></tr>
 *   <tr><td>24</td><td>bytes to read; of the first frame: {@link #MAGIC}</td></tr>
 * </table>
 */
record Frame(byte type, int flags, int length, long address, long key, long total) {

    /** No type: what a frame is reported as whose length is impossible. */
    static final byte MALFORMED = 0;

    /** Asks for a connection; the payload is private data. */
    static final byte CONNECT = 1;

    /** Agrees to it; the payload is private data. */
    static final byte ACCEPT = 2;

    /** Rejects it on behalf of the consumer; the payload is private data. */
    static final byte REJECT = 3;

    /** Tells the accepting side that its acceptance has arrived. */
    static final byte READY = 4;

    /** A piece of a message. */
    static final byte SEND = 5;

    /** A piece of a write, with an address of its own. */
    static final byte WRITE = 6;

    /** Asks for bytes. */
    static final byte READ = 7;

    /** A piece of what the oldest read asked for. */
    static final byte RESPONSE = 8;

    /** The last frame of a connection: what the peer asked for was refused. */
    static final byte REFUSED = 9;

    /** Flag: the last piece of its message. */
    static final byte LAST = 1;

    /** Flag: the sender asks for a solicited event. */
    static final byte SOLICITED = 2;

    /** Says which protocol and which version of it a stranger speaks. */
    static final long MAGIC = 0x41434d45_00000001L;

    static final int HEADER = 32;
    static final int MAX_PAYLOAD = 32 * 1024;

    /**
     * The header at the buffer's position, which stays; null where not all of the frame is here.
     */
    static Frame peek(ByteBuffer from) {
        int at = from.position();
        if (from.remaining() < HEADER) {
            return null;
        }
        int length = from.getInt(at + 4);
        if (length < 0 || length > MAX_PAYLOAD) {
            return new Frame(MALFORMED, 0, from.remaining() - HEADER, 0, 0, 0);
        }
        if (from.remaining() < HEADER + length) {
            return null;
        }
        return new Frame(
                from.get(at),
                from.get(at + 1),
                length,
                from.getLong(at + 8),
                from.getLong(at + 16),
                from.getLong(at + 24));
    }

    /** Writes it at the buffer's position. */
    void putInto(ByteBuffer to) {
        to.put(type).put((byte) flags).putShort((short) 0).putInt(length);
        to.putLong(address).putLong(key).putLong(total);
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }
}
