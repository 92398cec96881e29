package org.jdapl.verbs;

/** What a send work request does: {@code enum ibv_wr_opcode}. */
public enum SendOpcode {
    /** Writes into remote memory; the other side sees no completion. */
    RDMA_WRITE(0),
    /** Writes into remote memory, and takes a receive there that tells the immediate data. */
    RDMA_WRITE_WITH_IMM(1),
    /** A message into the next receive of the other side. */
    SEND(2),
    /** A message with four more bytes in its completion. */
    SEND_WITH_IMM(3),
    /** Reads remote memory into local memory. */
    RDMA_READ(4),
    /** Compares eight remote bytes and swaps them if equal; their old value comes back. */
    ATOMIC_CMP_AND_SWP(5),
    /** Adds to eight remote bytes; their old value comes back. */
    ATOMIC_FETCH_AND_ADD(6),
    /** Takes the validity of a key of this side. */
    LOCAL_INV(7),
    /** Binds a memory window of type 2. */
    BIND_MW(8),
    /** A message that takes the validity of a key of the other side. */
    SEND_WITH_INV(9),
    /** A large datagram that the device cuts. */
    TSO(10);

    private final int code;

    SendOpcode(int code) {
        this.code = code;
    }

    /**
     * C's number.
     *
     * @return the value of the {@code IBV_WR_} constant
     */
    public int code() {
        return code;
    }
}
