package com.acme.rdma;

import java.nio.ByteBuffer;

/**
 * What goes over the stream: frames of a header of 32 bytes, all numbers big-endian, and a payload.
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
final class Frames {

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
    static final int MAX_PRIVATE_DATA = 256;

    private Frames() {}

    /** Writes a header at the buffer's position. */
    static void header(
            ByteBuffer to, byte type, int flags, int length, long address, long key, long total) {
        to.put(type).put((byte) flags).putShort((short) 0).putInt(length);
        to.putLong(address).putLong(key).putLong(total);
    }
}
