package org.jdapl.verbs;

/** How a work request ended: {@code enum ibv_wc_status}, in its order. */
public enum CompletionStatus {
    /** It is done. */
    SUCCESS,
    /** Local length: a message did not fit its receive, or was longer than the port takes. */
    LOC_LEN_ERR,
    /** The queue pair found an inconsistency. */
    LOC_QP_OP_ERR,
    /** The same of an end-to-end context. */
    LOC_EEC_OP_ERR,
    /** Local memory that its key does not cover. */
    LOC_PROT_ERR,
    /** Flushed: the queue pair was in error. Nothing of it may have happened, or all. */
    WR_FLUSH_ERR,
    /** A memory window could not be bound. */
    MW_BIND_ERR,
    /** The other side answered with what the protocol does not know. */
    BAD_RESP_ERR,
    /** An error of protection at local memory while data was received. */
    LOC_ACCESS_ERR,
    /** The other side found the request invalid. */
    REM_INV_REQ_ERR,
    /** Remote memory that the key does not cover, or not for this. */
    REM_ACCESS_ERR,
    /** The other side could not do it. */
    REM_OP_ERR,
    /** The other side did not answer, however often it was tried. */
    RETRY_EXC_ERR,
    /** The other side had no receive posted, however often it was tried. */
    RNR_RETRY_EXC_ERR,
    /** A violation of a reliable datagram domain. */
    LOC_RDD_VIOL_ERR,
    /** A reliable datagram request was invalid. */
    REM_INV_RD_REQ_ERR,
    /** The other side aborted it. */
    REM_ABORT_ERR,
    /** An invalid end-to-end context number. */
    INV_EECN_ERR,
    /** An end-to-end context in the wrong state. */
    INV_EEC_STATE_ERR,
    /** The device is broken. */
    FATAL_ERR,
    /** The other side did not respond in time. */
    RESP_TIMEOUT_ERR,
    /** Something else. */
    GENERAL_ERR,
    /** Tag matching failed. */
    TM_ERR,
    /** Tag matching: the rendezvous is for the program to finish. */
    TM_RNDV_INCOMPLETE,
    /** A number that this library does not know; see {@link WorkCompletions#status}. */
    UNKNOWN;

    private static final CompletionStatus[] VALUES = values();

    /**
     * The status of C's number.
     *
     * @param code the value of an {@code IBV_WC_} constant
     * @return the status; {@link #UNKNOWN} where there is none
     */
    public static CompletionStatus of(int code) {
        return code >= 0 && code < UNKNOWN.ordinal() ? VALUES[code] : UNKNOWN;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_WC_} constant
     */
    public int code() {
        return ordinal();
    }
}
