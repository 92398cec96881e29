package org.jdapl.api.data;

/**
 * What a successful completion of a request says about the data, from weak to strong. A portable
 * program relies on {@link #LOCAL} alone.
 */
public enum CompletionMeaning {
    /** The local buffer may be used again; nothing is known about the peer (iWARP). */
    LOCAL,
    /** The peer's adapter has the data (InfiniBand: acknowledged). */
    REMOTE_RECEIVED,
    /**
     * The data can be seen in the peer's memory (shared memory, in one process; every RDMA read at
     * its own side).
     */
    REMOTE_VISIBLE
}
