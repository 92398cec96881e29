package org.jdapl.api.data;

/**
 * The outcome of a data transfer operation (uDAPL {@code DAT_DTO_COMPLETION_STATUS}). {@link
 * #value()} is the number of the DAT specification.
 */
public enum CompletionStatus {
    /** It succeeded; {@link CompletionMeaning} says what that implies. */
    SUCCESS(0),
    /** It was outstanding when the connection ended, or was posted afterwards. */
    FLUSHED(1),
    /** A message was longer than the receive that it met, or longer than the transport allows. */
    LOCAL_LENGTH(2),
    /** The endpoint cannot do what was asked. */
    LOCAL_ENDPOINT(3),
    /**
     * The local buffer is not registered, not in the right protection zone, out of range or lacks a
     * right.
     */
    LOCAL_PROTECTION(4),
    /** The peer's answer made no sense. */
    BAD_RESPONSE(5),
    /**
     * The peer refused access: key unknown, range outside, right missing or protection zone wrong.
     */
    REMOTE_ACCESS(6),
    /** The peer could not carry the operation out. */
    REMOTE_RESPONDER(7),
    /** The transport gave up: no acknowledgement, or a broken link. */
    TRANSPORT(8),
    /** The peer had no receive posted. */
    RECEIVER_NOT_READY(9),
    /** Part of a message is missing. */
    PARTIAL_PACKET(10),
    /** Binding a remote memory region failed. */
    RMR_OPERATION_FAILED(11),
    /** Local memory management failed. */
    LOCAL_MEMORY_MANAGEMENT(12);

    private static final CompletionStatus[] BY_VALUE = values();

    private final int value;

    CompletionStatus(int value) {
        this.value = value;
    }

    /**
     * The number of the DAT specification.
     *
     * @return 0 to 12
     */
    public int value() {
        return value;
    }

    /**
     * The status of a number.
     *
     * @param value a number of the DAT specification
     * @return the status; {@link #FLUSHED} for numbers that the specification does not know
     */
    public static CompletionStatus of(int value) {
        return value >= 0 && value < BY_VALUE.length ? BY_VALUE[value] : FLUSHED;
    }
}
