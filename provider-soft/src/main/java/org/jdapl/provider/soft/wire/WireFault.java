package org.jdapl.provider.soft.wire;

/**
 * What a codec finds wrong with bytes of the peer, without knowing any state of the connection.
 *
 * <p>Each fault ends the stream. It names the Terminate to send; those of RFC 5040 and 5041 are
 * used where they fit, and where the RFCs register none (a request that is too short, say) the
 * nearest one was chosen.
 */
public enum WireFault {
    /** Nothing is wrong. */
    NONE(TerminateCode.UNKNOWN, "nothing is wrong"),

    /** The FPDU's length cannot hold the DDP header. */
    SHORT_SEGMENT(TerminateCode.MPA_LENGTH_OR_MARKER, "the FPDU is shorter than its DDP header"),

    /** A tagged segment of another DDP version. */
    DDP_VERSION_TAGGED(TerminateCode.DDP_TAGGED_VERSION, "the DDP version is not 1"),

    /** An untagged segment of another DDP version. */
    DDP_VERSION_UNTAGGED(TerminateCode.DDP_UNTAGGED_VERSION, "the DDP version is not 1"),

    /** Another RDMAP version. */
    RDMAP_VERSION(TerminateCode.RDMAP_VERSION, "the RDMAP version is not 1"),

    /** An opcode that is not assigned. */
    UNKNOWN_OPCODE(TerminateCode.RDMAP_UNEXPECTED_OPCODE, "the RDMAP opcode is not assigned"),

    /** A tagged message in an untagged segment, or the other way round. */
    WRONG_BUFFER_MODEL(
            TerminateCode.RDMAP_UNEXPECTED_OPCODE, "the opcode does not go with the T bit"),

    /** An untagged message on a queue that is not its own. */
    WRONG_QUEUE(
            TerminateCode.DDP_UNTAGGED_INVALID_QN, "the opcode does not go with the queue number"),

    /** A message of one segment that does not start at message offset 0. */
    NONZERO_MESSAGE_OFFSET(
            TerminateCode.DDP_UNTAGGED_INVALID_MO,
            "a message of one segment has a message offset other than 0"),

    /** A message of one segment whose segment is not marked as the last. */
    NOT_LAST(
            TerminateCode.DDP_UNTAGGED_TOO_LONG, "a message of one segment announces a second one"),

    /** A message of fixed size that is longer. */
    LONG_PAYLOAD(TerminateCode.DDP_UNTAGGED_TOO_LONG, "a message of fixed size has too many bytes"),

    /** A message of fixed size that is shorter. */
    SHORT_PAYLOAD(TerminateCode.RDMAP_OPERATION_UNSPECIFIED, "a message of fixed size lacks bytes"),

    /** An Atomic Request whose operation is not assigned. */
    ATOMIC_OPERATION(TerminateCode.RDMAP_UNEXPECTED_OPCODE, "the atomic operation is not assigned"),

    /** An Atomic Request whose address is not a multiple of eight. */
    ATOMIC_ALIGNMENT(
            TerminateCode.RDMAP_STREAM_CATASTROPHIC,
            "the address of an atomic operation is not a multiple of 8");

    private final TerminateCode terminateCode;
    private final String sentence;

    WireFault(TerminateCode terminateCode, String sentence) {
        this.terminateCode = terminateCode;
        this.sentence = sentence;
    }

    /**
     * The Terminate that answers this fault.
     *
     * @return the code; {@link TerminateCode#UNKNOWN} for {@link #NONE}
     */
    public TerminateCode terminateCode() {
        return terminateCode;
    }

    /**
     * The fault in words.
     *
     * @return an English clause without a final stop
     */
    public String sentence() {
        return sentence;
    }
}
