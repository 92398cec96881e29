package org.jdapl.provider.soft.wire;

/**
 * The registered reasons of a Terminate message: layer, error type, error code (RFC 5040 section
 * 4.8, RFC 5041 section 8, RFC 5044 section 8, RFC 6581; registry of RFC 6580).
 *
 * <p>{@link #UNKNOWN} stands for everything a peer may send that is not registered.
 */
public enum TerminateCode {
    /** RDMAP gave up for a reason of its own; any error code. */
    RDMAP_LOCAL_CATASTROPHIC(0, 0, 0x00, "the peer's RDMAP layer failed locally"),

    /** Read or invalidate: no such STag. */
    RDMAP_INVALID_STAG(0, 1, 0x00, "the STag is not valid"),

    /** Read: outside the region. */
    RDMAP_BASE_OR_BOUNDS(0, 1, 0x01, "the access is outside the bounds of the STag"),

    /** Read or atomic: the region does not grant the right. */
    RDMAP_ACCESS_RIGHTS(0, 1, 0x02, "the STag does not grant this access"),

    /** Read or invalidate: the STag belongs to another stream or protection domain. */
    RDMAP_STAG_NOT_ASSOCIATED(0, 1, 0x03, "the STag is not associated with this stream"),

    /** Read: the range runs over the end of the address space. */
    RDMAP_TO_WRAP(0, 1, 0x04, "the tagged offset wraps"),

    /** The STag may not be invalidated from afar. */
    RDMAP_PROTECTION_CANNOT_INVALIDATE(0, 1, 0x09, "the STag cannot be invalidated"),

    /** Some other protection error. */
    RDMAP_PROTECTION_UNSPECIFIED(0, 1, 0xff, "an unspecified protection error"),

    /** The RDMAP version is not known. */
    RDMAP_VERSION(0, 2, 0x05, "the RDMAP version is not supported"),

    /** The opcode is not assigned or not expected here. */
    RDMAP_UNEXPECTED_OPCODE(0, 2, 0x06, "the RDMAP opcode was not expected"),

    /** An error that ends this stream. */
    RDMAP_STREAM_CATASTROPHIC(0, 2, 0x07, "a catastrophic error of this stream"),

    /** An error that ends more than this stream. */
    RDMAP_GLOBAL_CATASTROPHIC(0, 2, 0x08, "a catastrophic error of the whole adapter"),

    /** The STag could not be invalidated. */
    RDMAP_CANNOT_INVALIDATE(0, 2, 0x09, "the STag cannot be invalidated"),

    /** Some other operation error. */
    RDMAP_OPERATION_UNSPECIFIED(0, 2, 0xff, "an unspecified operation error"),

    /** DDP gave up for a reason of its own. */
    DDP_LOCAL_CATASTROPHIC(1, 0, 0x00, "the peer's DDP layer failed locally"),

    /** Write or read response: no such STag. */
    DDP_TAGGED_INVALID_STAG(1, 1, 0x00, "the STag is not valid"),

    /** Write or read response: outside the region. */
    DDP_TAGGED_BASE_OR_BOUNDS(1, 1, 0x01, "the access is outside the bounds of the STag"),

    /** Write or read response: the STag belongs to another stream or protection domain. */
    DDP_TAGGED_STAG_NOT_ASSOCIATED(1, 1, 0x02, "the STag is not associated with this stream"),

    /** Write or read response: the range runs over the end of the address space. */
    DDP_TAGGED_TO_WRAP(1, 1, 0x03, "the tagged offset wraps"),

    /** The DDP version of a tagged segment is not known. */
    DDP_TAGGED_VERSION(1, 1, 0x04, "the DDP version is not supported"),

    /** No such queue. */
    DDP_UNTAGGED_INVALID_QN(1, 2, 0x01, "the queue number is not valid"),

    /** No buffer is posted for the message. */
    DDP_UNTAGGED_NO_BUFFER(1, 2, 0x02, "no buffer was posted for the message"),

    /** The MSN is not the expected one. */
    DDP_UNTAGGED_INVALID_MSN(1, 2, 0x03, "the message sequence number is out of range"),

    /** The message offset is not the expected one. */
    DDP_UNTAGGED_INVALID_MO(1, 2, 0x04, "the message offset is not valid"),

    /** The message is longer than its buffer. */
    DDP_UNTAGGED_TOO_LONG(1, 2, 0x05, "the message is too long for its buffer"),

    /** The DDP version of an untagged segment is not known. */
    DDP_UNTAGGED_VERSION(1, 2, 0x06, "the DDP version is not supported"),

    /** The TCP connection was closed or lost. */
    MPA_CONNECTION_LOST(2, 0, 0x01, "the TCP connection was lost"),

    /** The CRC of an FPDU is wrong. */
    MPA_CRC(2, 0, 0x02, "the CRC of an FPDU does not match"),

    /** Length and marker disagree, or the length is impossible: the framing is lost. */
    MPA_LENGTH_OR_MARKER(2, 0, 0x03, "the start of an FPDU is lost: bad length or marker"),

    /** The MPA request or reply is malformed. */
    MPA_INVALID_FRAME(2, 0, 0x04, "the MPA request or reply frame is not valid"),

    /** MPA gave up for a reason of its own (RFC 6581). */
    MPA_LOCAL_CATASTROPHIC(2, 0, 0x05, "the peer's MPA layer failed locally"),

    /** The other side reads deeper than this one can serve (RFC 6581). */
    MPA_INSUFFICIENT_IRD(2, 0, 0x06, "the inbound read depth is insufficient"),

    /** No common "ready to receive" message (RFC 6581). */
    MPA_NO_MATCHING_RTR(2, 0, 0x07, "there is no matching ready-to-receive message"),

    /** Anything not registered. */
    UNKNOWN(-1, -1, -1, "a reason that is not registered");

    /** Layer number of RDMAP. */
    public static final int LAYER_RDMAP = 0;

    /** Layer number of DDP. */
    public static final int LAYER_DDP = 1;

    /** Layer number of MPA, the lower layer protocol. */
    public static final int LAYER_MPA = 2;

    private static final TerminateCode[] ALL = values();

    private final int layer;
    private final int type;
    private final int code;
    private final String sentence;

    TerminateCode(int layer, int type, int code, String sentence) {
        this.layer = layer;
        this.type = type;
        this.code = code;
        this.sentence = sentence;
    }

    /**
     * Finds a registered reason.
     *
     * @param layer the layer, 0 to 15
     * @param type the error type, 0 to 15
     * @param code the error code, 0 to 255; any one goes with RDMAP's local catastrophic error
     * @return the reason, or {@link #UNKNOWN}
     */
    public static TerminateCode of(int layer, int type, int code) {
        if (layer == LAYER_RDMAP && type == 0) {
            return RDMAP_LOCAL_CATASTROPHIC;
        }
        for (TerminateCode candidate : ALL) {
            if (candidate.layer == layer && candidate.type == type && candidate.code == code) {
                return candidate;
            }
        }
        return UNKNOWN;
    }

    /**
     * The layer.
     *
     * @return {@link #LAYER_RDMAP}, {@link #LAYER_DDP}, {@link #LAYER_MPA}, or -1 if unknown
     */
    public int layer() {
        return layer;
    }

    /**
     * The error type.
     *
     * @return 0 to 2, or -1 if unknown
     */
    public int type() {
        return type;
    }

    /**
     * The error code.
     *
     * @return 0 to 255, or -1 if unknown
     */
    public int code() {
        return code;
    }

    /**
     * The reason in words.
     *
     * @return an English clause without a final stop
     */
    public String sentence() {
        return sentence;
    }

    /**
     * Whether a Terminate of this reason repeats the DDP header of the segment it complains about:
     * not where the error has no segment (local failures, MPA), nor where the segment's layout is
     * unknown (DDP version).
     *
     * @return whether to set M and D
     */
    public boolean carriesDdpHeader() {
        return type > 0 && this != DDP_TAGGED_VERSION && this != DDP_UNTAGGED_VERSION;
    }

    /**
     * Whether a Terminate of this reason also repeats the RDMAP header, if the segment is a Read
     * Request.
     *
     * @return whether to set R
     */
    public boolean carriesReadRequestHeader() {
        return layer == LAYER_RDMAP && type == 1;
    }
}
