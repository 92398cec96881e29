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

    private Kinds() {}

    static int of(OperationKind kind) {
        return kind.ordinal();
    }
}
