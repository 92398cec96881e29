package org.jdapl.provider.soft.rdmap;

import org.jdapl.api.data.OperationKind;

/** Kinds of operations as the numbers that completions carry: their ordinals. */
@SuppressWarnings("EnumOrdinal") // the provider interface defines the numbers so
final class Kinds {

    static final int SEND = OperationKind.SEND.ordinal();
    static final int SEND_WITH_INVALIDATE = OperationKind.SEND_WITH_INVALIDATE.ordinal();
    static final int RDMA_WRITE = OperationKind.RDMA_WRITE.ordinal();
    static final int RDMA_READ = OperationKind.RDMA_READ.ordinal();
    static final int RECEIVE = OperationKind.RECEIVE.ordinal();
    static final int RECEIVE_WITH_INVALIDATE = OperationKind.RECEIVE_WITH_INVALIDATE.ordinal();
    static final int BIND = OperationKind.BIND.ordinal();
    static final int WRITE_WITH_IMMEDIATE = OperationKind.WRITE_WITH_IMMEDIATE.ordinal();
    static final int RECEIVE_WRITE_IMMEDIATE = OperationKind.RECEIVE_WRITE_IMMEDIATE.ordinal();
    static final int FETCH_AND_ADD = OperationKind.FETCH_AND_ADD.ordinal();
    static final int COMPARE_AND_SWAP = OperationKind.COMPARE_AND_SWAP.ordinal();

    private static final int ATOMIC = 1 << FETCH_AND_ADD | 1 << COMPARE_AND_SWAP;
    private static final int ANSWERED = 1 << RDMA_READ | ATOMIC;
    private static final int PLAIN = 1 << SEND | 1 << SEND_WITH_INVALIDATE | 1 << RDMA_WRITE;

    private Kinds() {}

    static int of(OperationKind kind) {
        return kind.ordinal();
    }

    /** Whether a request is an atomic operation. */
    static boolean isAtomic(int kind) {
        return (1 << kind & ATOMIC) != 0;
    }

    /**
     * Whether a request is done when the peer has answered, and takes a place of the read depth.
     */
    static boolean isAnswered(int kind) {
        return (1 << kind & ANSWERED) != 0;
    }

    /** Whether a request has memory, a remote place and a key to invalidate, and nothing else. */
    static boolean isPlain(int kind) {
        return (1 << kind & PLAIN) != 0;
    }
}
