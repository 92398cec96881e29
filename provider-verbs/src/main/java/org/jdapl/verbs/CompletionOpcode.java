package org.jdapl.verbs;

/** What completed: {@code enum ibv_wc_opcode}. Undefined where the status is not a success. */
public enum CompletionOpcode {
    /** A message was sent. */
    SEND(0),
    /** A write, with or without immediate data. */
    RDMA_WRITE(1),
    /** A read. */
    RDMA_READ(2),
    /** A compare and swap. */
    COMP_SWAP(3),
    /** A fetch and add. */
    FETCH_ADD(4),
    /** The binding of a memory window. */
    BIND_MW(5),
    /** A local invalidation. */
    LOCAL_INV(6),
    /** A cut datagram. */
    TSO(7),
    /** A message was received. */
    RECV(128),
    /** The other side wrote with immediate data. */
    RECV_RDMA_WITH_IMM(129),
    /** A number that this library does not know. */
    UNKNOWN(-1);

    private final int code;

    CompletionOpcode(int code) {
        this.code = code;
    }

    /**
     * The opcode of C's number.
     *
     * @param code the value of an {@code IBV_WC_} constant
     * @return the opcode; {@link #UNKNOWN} where there is none
     */
    public static CompletionOpcode of(int code) {
        for (CompletionOpcode opcode : values()) {
            if (opcode.code == code) {
                return opcode;
            }
        }
        return UNKNOWN;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_WC_} constant; -1 for {@link #UNKNOWN}
     */
    public int code() {
        return code;
    }
}
