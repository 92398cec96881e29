package org.jdapl.api.data;

/**
 * What a post returns: {@link #OK}, or why the operation was refused. A refused post has no effect:
 * no completion comes, no queue place is taken. The numbers are negative and stable.
 */
public final class PostStatus {

    /**
     * The operation was accepted; exactly one completion accounts for it, unless it is suppressed
     * and succeeds.
     */
    public static final int OK = 0;

    /** The queue is full: take completions off the event dispatcher, then post again. */
    public static final int QUEUE_FULL = -1;

    /** The endpoint is not in a state that allows the operation. */
    public static final int INVALID_STATE = -2;

    /** The endpoint, queue or region is closed. */
    public static final int CLOSED = -3;

    /** The adapter does not advertise the operation. */
    public static final int NOT_SUPPORTED = -4;

    /** An argument is wrong: too many segments, an unknown flag, a length below zero. */
    public static final int INVALID_ARGUMENT = -5;

    /** The message is longer than the endpoint allows. */
    public static final int LENGTH_ERROR = -6;

    /** A segment is outside its region, or the region is of another protection zone or adapter. */
    public static final int PROTECTION_VIOLATION = -7;

    /** The region lacks the local right that the operation needs. */
    public static final int PRIVILEGES_VIOLATION = -8;

    /** Another thread is posting to a queue that was made for {@link ThreadMode#SINGLE_OWNER}. */
    public static final int BUSY = -9;

    /** The memory behind a registered segment is no longer alive. */
    public static final int MEMORY_GONE = -10;

    /** The provider refused for a reason of its own. */
    public static final int PROVIDER_ERROR = -11;

    private static final String[] TEXT = {
        "ok",
        "the queue is full",
        "the endpoint's state does not allow it",
        "the object is closed",
        "the adapter or the peer does not support the operation",
        "an argument is invalid",
        "the length is too large, or not that of the operation",
        "a segment is outside its region or of another protection zone",
        "the region lacks a right",
        "another thread is posting",
        "the memory of a registered segment is gone",
        "the provider refused the operation"
    };

    private static final DatCode[] CODE = {
        DatCode.SUCCESS,
        DatCode.error(DatType.INSUFFICIENT_RESOURCES, DatSubtype.RESOURCE_MEMORY),
        DatCode.error(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_EP),
        DatCode.error(DatType.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.INVALID_PARAMETER, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.LENGTH_ERROR, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.PROTECTION_VIOLATION, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.PRIVILEGES_VIOLATION, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.INVALID_STATE, DatSubtype.NO_SUBTYPE),
        DatCode.error(DatType.INVALID_HANDLE, DatSubtype.INVALID_HANDLE_LMR),
        DatCode.error(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE)
    };

    private PostStatus() {}

    /**
     * Says a status in words.
     *
     * @param status a status
     * @return a text without a full stop
     */
    public static String describe(int status) {
        return status <= 0 && status > -TEXT.length ? TEXT[-status] : "unknown status " + status;
    }

    /**
     * The DAT code of a status.
     *
     * @param status a status
     * @return its code
     */
    public static DatCode code(int status) {
        return status <= 0 && status > -CODE.length
                ? CODE[-status]
                : DatCode.error(DatType.INTERNAL_ERROR, DatSubtype.NO_SUBTYPE);
    }
}
