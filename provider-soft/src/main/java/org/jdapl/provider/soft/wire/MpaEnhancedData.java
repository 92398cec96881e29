package org.jdapl.provider.soft.wire;

/**
 * The four bytes by which enhanced MPA set-up negotiates read depths and the first message (RFC
 * 6581, Enhanced RDMA Connection Establishment Data).
 *
 * <p>They stand at the start of the private data of a revision 2 frame whose S flag is set, and
 * count in its PD_Length:
 *
 * <pre>
 *    0                   1                   2                   3
 *    0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1
 *   +-+-+---------------------------+-+-+---------------------------+
 *   |A|B|            IRD            |C|D|            ORD            |
 *   +-+-+---------------------------+-+-+---------------------------+
 * </pre>
 *
 * <p>A = peer-to-peer model; B, C, D = the "ready to receive" message may be a zero-length Send,
 * RDMA Write, RDMA Read. Both depths are those of the sender of the frame.
 *
 * @param ird reads and atomics the sender of the frame can serve at a time, 0 to {@value
 *     #NOT_NEGOTIATED}
 * @param ord reads and atomics the sender of the frame wants outstanding, 0 to {@value
 *     #NOT_NEGOTIATED}
 * @param model any of {@link #PEER_TO_PEER}, {@link #RTR_SEND}, {@link #RTR_WRITE}, {@link
 *     #RTR_READ}
 */
public record MpaEnhancedData(int ird, int ord, int model) {

    /** Bytes on the wire. */
    public static final int BYTES = 4;

    /** Depth value by which a side says that the applications agree on the depth themselves. */
    public static final int NOT_NEGOTIATED = 0x3fff;

    /** Model bit A: the initiator's side sends a hidden first message, so both may send first. */
    public static final int PEER_TO_PEER = 0x8;

    /** Model bit B: the hidden first message may be a zero-length Send. */
    public static final int RTR_SEND = 0x4;

    /** Model bit C: the hidden first message may be a zero-length RDMA Write. */
    public static final int RTR_WRITE = 0x2;

    /** Model bit D: the hidden first message may be a zero-length RDMA Read. */
    public static final int RTR_READ = 0x1;

    private static final int MODEL_MASK = 0xf;

    /**
     * Checks the ranges of one's own values; what a peer sends cannot leave them.
     *
     * @throws IllegalArgumentException if a depth does not fit 14 bits or the model has unknown
     *     bits
     */
    public MpaEnhancedData {
        if ((ird & ~NOT_NEGOTIATED) != 0) {
            throw new IllegalArgumentException("ird=" + ird);
        }
        if ((ord & ~NOT_NEGOTIATED) != 0) {
            throw new IllegalArgumentException("ord=" + ord);
        }
        if ((model & ~MODEL_MASK) != 0) {
            throw new IllegalArgumentException("model=" + model);
        }
    }

    /**
     * The classic model: no hidden first message, the initiator's application sends first.
     *
     * @param ird reads and atomics this side can serve at a time
     * @param ord reads and atomics this side wants outstanding
     * @return the data with all of A, B, C, D clear
     * @throws IllegalArgumentException if a depth does not fit 14 bits
     */
    public static MpaEnhancedData clientServer(int ird, int ord) {
        return new MpaEnhancedData(ird, ord, 0);
    }

    /**
     * Reads the wire form; every word is valid.
     *
     * @param word the four bytes as a big-endian word
     * @return the fields
     */
    public static MpaEnhancedData ofWord(int word) {
        return new MpaEnhancedData(
                (word >>> 16) & NOT_NEGOTIATED,
                word & NOT_NEGOTIATED,
                ((word >>> 30) << 2) | ((word >>> 14) & 0x3));
    }

    /**
     * The wire form.
     *
     * @return the four bytes as a big-endian word
     */
    public int toWord() {
        return ((model >>> 2) << 30) | (ird << 16) | ((model & 0x3) << 14) | ord;
    }

    /**
     * Whether the peer-to-peer model is asked for or granted.
     *
     * @return bit A
     */
    public boolean peerToPeer() {
        return (model & PEER_TO_PEER) != 0;
    }

    /**
     * Whether the hidden first message may be a zero-length Send.
     *
     * @return bit B
     */
    public boolean rtrSend() {
        return (model & RTR_SEND) != 0;
    }

    /**
     * Whether the hidden first message may be a zero-length RDMA Write.
     *
     * @return bit C
     */
    public boolean rtrWrite() {
        return (model & RTR_WRITE) != 0;
    }

    /**
     * Whether the hidden first message may be a zero-length RDMA Read.
     *
     * @return bit D
     */
    public boolean rtrRead() {
        return (model & RTR_READ) != 0;
    }
}
