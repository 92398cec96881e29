package org.jdapl.api.data;

/** Attribute keys of the iWARP transport (RFC 5044 MPA, RFC 6581 enhanced MPA, RFC 5040 RDMAP). */
public final class IwarpAttributes {

    /** How FPDUs are cut and written to the byte stream. */
    public enum Framing {
        /**
         * One FPDU in each write, not longer than the TCP segment; all but the last segment of a
         * message carry a multiple of four bytes. This is the shape that every peer reads.
         */
        SAFE,
        /**
         * Several FPDUs in one write, as long as the buffer allows. Only for peers that are known
         * to be JDAPL.
         */
        PACKED
    }

    /**
     * Whether to ask for CRC32C over each FPDU (RFC 5044 section 4.4). A peer that asks for it gets
     * it. Default true.
     */
    public static final AttributeKey<Boolean> CRC = AttributeKey.of("iwarp.mpa.crc", Boolean.class);

    /**
     * The MPA revision that the connecting side offers: 1 (RFC 5044) or 2 (RFC 6581). Default 2.
     */
    public static final AttributeKey<Integer> MPA_REVISION =
            AttributeKey.of("iwarp.mpa.revision", Integer.class);

    /** The framing, {@link Framing#SAFE} by default. */
    public static final AttributeKey<Framing> FRAMING =
            AttributeKey.of("iwarp.mpa.framing", Framing.class);

    /**
     * The TCP maximum segment size to assume, in bytes; 0 (the default) derives it from the
     * interface.
     */
    public static final AttributeKey<Integer> MSS = AttributeKey.of("iwarp.tcp.mss", Integer.class);

    /**
     * Whether the connecting side asks for the peer-to-peer model, so that either side may send
     * first (RFC 6581 section 4). Default true.
     */
    public static final AttributeKey<Boolean> PEER_TO_PEER =
            AttributeKey.of("iwarp.mpa.peerToPeer", Boolean.class);

    /** Most bytes of private data to accept from the consumer; 252 by default, 508 at most. */
    public static final AttributeKey<Integer> MAX_PRIVATE_DATA =
            AttributeKey.of("iwarp.mpa.maxPrivateData", Integer.class);

    /**
     * Whether to take it for granted that the peer has the operations of RFC 7306: atomic
     * operations and immediate data. They cannot be negotiated; without this they are used where
     * the peer's framed private data says that it has them, and refused otherwise. Default false.
     */
    public static final AttributeKey<Boolean> RFC_7306_PEER =
            AttributeKey.of("iwarp.rdmap.rfc7306Peer", Boolean.class);

    private IwarpAttributes() {}
}
