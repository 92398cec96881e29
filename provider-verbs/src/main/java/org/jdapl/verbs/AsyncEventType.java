package org.jdapl.verbs;

/** What an asynchronous event tells: {@code enum ibv_event_type}. */
public enum AsyncEventType {
    /** A newer one than this library knows. */
    UNKNOWN(-1, Scope.DEVICE),

    /** A completion queue overran, or failed. */
    CQ_ERR(0, Scope.ELEMENT),

    /** A queue pair failed. */
    QP_FATAL(1, Scope.ELEMENT),

    /** A queue pair got a request that is none. */
    QP_REQ_ERR(2, Scope.ELEMENT),

    /** A queue pair got a request for what it may not touch. */
    QP_ACCESS_ERR(3, Scope.ELEMENT),

    /** A queue pair that is ready to receive got its first packet. */
    COMM_EST(4, Scope.ELEMENT),

    /** A send queue is drained. */
    SQ_DRAINED(5, Scope.ELEMENT),

    /** A queue pair moved to its alternate path. */
    PATH_MIG(6, Scope.ELEMENT),

    /** A queue pair could not move to its alternate path. */
    PATH_MIG_ERR(7, Scope.ELEMENT),

    /** The device failed, or is gone. */
    DEVICE_FATAL(8, Scope.DEVICE),

    /** A port became active. */
    PORT_ACTIVE(9, Scope.PORT),

    /** A port is not active any more. */
    PORT_ERR(10, Scope.PORT),

    /** The LID of a port changed. */
    LID_CHANGE(11, Scope.PORT),

    /** The table of P_Keys of a port changed. */
    PKEY_CHANGE(12, Scope.PORT),

    /** A port has another subnet manager. */
    SM_CHANGE(13, Scope.PORT),

    /** A shared receive queue failed. */
    SRQ_ERR(14, Scope.ELEMENT),

    /** A shared receive queue has fewer receives than its limit. */
    SRQ_LIMIT_REACHED(15, Scope.ELEMENT),

    /** A queue pair in error takes nothing more from its shared receive queue. */
    QP_LAST_WQE_REACHED(16, Scope.ELEMENT),

    /** The subnet manager wants its subscriptions again. */
    CLIENT_REREGISTER(17, Scope.PORT),

    /** The table of GIDs of a port changed. */
    GID_CHANGE(18, Scope.PORT),

    /** A work queue failed. */
    WQ_FATAL(19, Scope.ELEMENT);

    /** What it can happen to. */
    enum Scope {
        DEVICE,
        PORT,
        ELEMENT
    }

    private final int code;
    private final Scope scope;

    AsyncEventType(int code, Scope scope) {
        this.code = code;
        this.scope = scope;
    }

    /**
     * The constant of C's number.
     *
     * @param code a value of {@code enum ibv_event_type}
     * @return the constant; {@link #UNKNOWN} where there is none
     */
    public static AsyncEventType of(int code) {
        for (AsyncEventType value : values()) {
            if (value.code == code) {
                return value;
            }
        }
        return UNKNOWN;
    }

    /**
     * C's number.
     *
     * @return the value of the constant in {@code infiniband/verbs.h}
     */
    public int code() {
        return code;
    }

    Scope scope() {
        return scope;
    }
}
