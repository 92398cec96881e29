package org.jdapl.api.data;

/**
 * The kind of a data transfer operation, in completions and in counters (uDAPL {@code DAT_DTOS} and
 * extensions).
 */
public enum OperationKind {
    /** Send. */
    SEND,
    /** RDMA write. */
    RDMA_WRITE,
    /** RDMA read. */
    RDMA_READ,
    /** Receive. */
    RECEIVE,
    /** Receive of a message that invalidated one of the receiver's keys. */
    RECEIVE_WITH_INVALIDATE,
    /** Bind of a remote memory region. */
    BIND,
    /** RDMA write with immediate data, at its initiator. */
    WRITE_WITH_IMMEDIATE,
    /** Receive that was consumed by an RDMA write with immediate data. */
    RECEIVE_WRITE_IMMEDIATE,
    /** Send with immediate data. */
    SEND_WITH_IMMEDIATE,
    /** Receive of a message with immediate data. */
    RECEIVE_WITH_IMMEDIATE,
    /** Send that invalidates a key of the receiver. */
    SEND_WITH_INVALIDATE,
    /** Atomic fetch-and-add. */
    FETCH_AND_ADD,
    /** Atomic compare-and-swap. */
    COMPARE_AND_SWAP;

    private static final OperationKind[] BY_ORDINAL = values();

    /**
     * Whether this is a receive of any sort.
     *
     * @return true for the receiving kinds
     */
    public boolean isReceive() {
        return this == RECEIVE
                || this == RECEIVE_WITH_INVALIDATE
                || this == RECEIVE_WRITE_IMMEDIATE
                || this == RECEIVE_WITH_IMMEDIATE;
    }

    /**
     * The kind of an ordinal, without the copy that {@code values()} makes.
     *
     * @param ordinal an ordinal
     * @return the kind
     */
    public static OperationKind of(int ordinal) {
        return BY_ORDINAL[ordinal];
    }
}
