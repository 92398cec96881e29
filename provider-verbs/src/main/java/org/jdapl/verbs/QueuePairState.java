package org.jdapl.verbs;

/** The state of a queue pair: {@code enum ibv_qp_state}, in its order. */
public enum QueuePairState {
    /** Made, or reset: nothing can be posted. */
    RESET,
    /** Receives can be posted; none is taken. */
    INIT,
    /** Ready to receive. */
    RTR,
    /** Ready to send. */
    RTS,
    /** The send queue is drained. */
    SQD,
    /** The send queue is in error; receiving goes on. */
    SQE,
    /** In error: everything posted is flushed. */
    ERR,
    /** The device does not tell. */
    UNKNOWN;

    private static final QueuePairState[] VALUES = values();

    /**
     * The state of C's number.
     *
     * @param code the value of an {@code IBV_QPS_} constant
     * @return the state; {@link #UNKNOWN} where there is none
     */
    public static QueuePairState of(int code) {
        return code >= 0 && code < VALUES.length ? VALUES[code] : UNKNOWN;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_QPS_} constant
     */
    public int code() {
        return ordinal();
    }
}
