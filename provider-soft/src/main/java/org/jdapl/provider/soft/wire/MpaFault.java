package org.jdapl.provider.soft.wire;

/**
 * Why the start-up bytes of a connection are no MPA frame (RFC 5044 section 7, RFC 6581).
 *
 * <p>The remedy is the same for all: close the TCP connection without an answer, or, as initiator,
 * with the Terminate {@link TerminateCode#MPA_INVALID_FRAME}.
 */
public enum MpaFault {
    /** A byte of the key is wrong: the peer speaks another protocol. */
    NOT_MPA("the peer does not speak MPA"),

    /** A request came where a reply is due, or the other way round. */
    WRONG_DIRECTION("the MPA frame is of the wrong direction"),

    /** Neither revision 1 nor revision 2. */
    UNSUPPORTED_REVISION("the MPA revision is neither 1 nor 2"),

    /** PD_Length is over the protocol's limit of 512. */
    PRIVATE_DATA_TOO_LONG("the MPA private data is longer than 512 bytes"),

    /** The S flag of a revision 2 frame promises enhanced data that PD_Length has no room for. */
    ENHANCED_DATA_MISSING("the MPA frame announces enhanced data but does not carry it");

    private final String sentence;

    MpaFault(String sentence) {
        this.sentence = sentence;
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
