package org.jdapl.provider.soft.wire;

/**
 * The RDMAP messages, with their names and the shape each must have (RFC 5040 sections 4 and 5, RFC
 * 7306).
 *
 * <table>
 * <caption>Shape of each message</caption>
 * <tr><th>message</th><th>buffer</th><th>payload</th></tr>
 * <tr><td>Write, Read Response</td><td>tagged</td><td>data</td></tr>
 * <tr><td>Sends</td><td>untagged, queue 0</td><td>data</td></tr>
 * <tr><td>Immediate Data</td><td>untagged, queue 0</td><td>8 bytes, one segment</td></tr>
 * <tr><td>Read Request</td><td>untagged, queue 1</td><td>28 bytes, one segment</td></tr>
 * <tr><td>Atomic Request</td><td>untagged, queue 1</td><td>52 bytes, one segment</td></tr>
 * <tr><td>Terminate</td><td>untagged, queue 2</td><td>see {@link TerminateMessage}</td></tr>
 * <tr><td>Atomic Response</td><td>untagged, queue 3</td><td>12 bytes, one segment</td></tr>
 * </table>
 */
public enum RdmapOpcode {
    /** RDMA Write. */
    WRITE(RdmapControl.WRITE, "RDMA Write", Shape.TAGGED, Shape.ANY),

    /** RDMA Read Request. */
    READ_REQUEST(
            RdmapControl.READ_REQUEST,
            "RDMA Read Request",
            DdpHeader.QUEUE_READ_REQUEST,
            ReadRequestHeader.BYTES),

    /** RDMA Read Response. */
    READ_RESPONSE(RdmapControl.READ_RESPONSE, "RDMA Read Response", Shape.TAGGED, Shape.ANY),

    /** Send. */
    SEND(RdmapControl.SEND, "Send", DdpHeader.QUEUE_SEND, Shape.ANY),

    /** Send with Invalidate. */
    SEND_INVALIDATE(
            RdmapControl.SEND_INVALIDATE, "Send with Invalidate", DdpHeader.QUEUE_SEND, Shape.ANY),

    /** Send with Solicited Event. */
    SEND_SOLICITED(
            RdmapControl.SEND_SOLICITED,
            "Send with Solicited Event",
            DdpHeader.QUEUE_SEND,
            Shape.ANY),

    /** Send with Solicited Event and Invalidate. */
    SEND_SOLICITED_INVALIDATE(
            RdmapControl.SEND_SOLICITED_INVALIDATE,
            "Send with Solicited Event and Invalidate",
            DdpHeader.QUEUE_SEND,
            Shape.ANY),

    /** Terminate. */
    TERMINATE(RdmapControl.TERMINATE, "Terminate", DdpHeader.QUEUE_TERMINATE, Shape.ANY),

    /** Immediate Data. */
    IMMEDIATE(RdmapControl.IMMEDIATE, "Immediate Data", DdpHeader.QUEUE_SEND, ImmediateData.BYTES),

    /** Immediate Data with Solicited Event. */
    IMMEDIATE_SOLICITED(
            RdmapControl.IMMEDIATE_SOLICITED,
            "Immediate Data with Solicited Event",
            DdpHeader.QUEUE_SEND,
            ImmediateData.BYTES),

    /** Atomic Request. */
    ATOMIC_REQUEST(
            RdmapControl.ATOMIC_REQUEST,
            "Atomic Request",
            DdpHeader.QUEUE_READ_REQUEST,
            AtomicRequestHeader.BYTES),

    /** Atomic Response. */
    ATOMIC_RESPONSE(
            RdmapControl.ATOMIC_RESPONSE,
            "Atomic Response",
            DdpHeader.QUEUE_ATOMIC_RESPONSE,
            AtomicResponseHeader.BYTES),

    /** Any code that is not assigned. */
    UNKNOWN(-1, "unknown opcode", Shape.TAGGED, Shape.ANY);

    /** Names for the table's marks; a nested type, since constants cannot be used before them. */
    private static final class Shape {
        static final int TAGGED = -1;
        static final int ANY = -1;
    }

    private static final RdmapOpcode[] BY_CODE = byCode();

    private final int code;
    private final String wireName;
    private final int queueNumber;
    private final int exactPayloadBytes;

    RdmapOpcode(int code, String wireName, int queueNumber, int exactPayloadBytes) {
        this.code = code;
        this.wireName = wireName;
        this.queueNumber = queueNumber;
        this.exactPayloadBytes = exactPayloadBytes;
    }

    /**
     * Finds the message of an opcode.
     *
     * @param opcode the code; anything but 0 to 11 gives {@link #UNKNOWN}
     * @return the message, never null
     */
    public static RdmapOpcode of(int opcode) {
        return opcode >= 0 && opcode < BY_CODE.length ? BY_CODE[opcode] : UNKNOWN;
    }

    /**
     * The opcode.
     *
     * @return 0 to 11, or -1 for {@link #UNKNOWN}
     */
    public int code() {
        return code;
    }

    /**
     * The RFC's name of the message.
     *
     * @return the name
     */
    public String wireName() {
        return wireName;
    }

    /**
     * Whether the message travels in tagged segments.
     *
     * @return true for Write and Read Response
     */
    public boolean isTagged() {
        return queueNumber == Shape.TAGGED;
    }

    /**
     * The queue of an untagged message.
     *
     * @return 0 to 3, or -1 for a tagged message
     */
    public int queueNumber() {
        return queueNumber;
    }

    /**
     * Whether the message is a header of fixed size in exactly one segment.
     *
     * @return true for requests, Atomic Response and Immediate Data
     */
    public boolean isFixedSize() {
        return exactPayloadBytes != Shape.ANY;
    }

    /**
     * The payload a fixed-size message must have.
     *
     * @return bytes behind the DDP header, or -1 where the size is free
     */
    public int exactPayloadBytes() {
        return exactPayloadBytes;
    }

    private static RdmapOpcode[] byCode() {
        RdmapOpcode[] table = new RdmapOpcode[RdmapControl.ATOMIC_RESPONSE + 1];
        for (RdmapOpcode opcode : values()) {
            if (opcode.code >= 0) {
                table[opcode.code] = opcode;
            }
        }
        return table;
    }
}
