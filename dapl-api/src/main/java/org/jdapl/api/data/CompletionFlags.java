package org.jdapl.api.data;

/**
 * Flags of a posted operation, as bits of an {@code int} (uDAPL {@code DAT_COMPLETION_FLAGS}; the
 * numbers are those of the DAT specification).
 */
public final class CompletionFlags {

    /** A completion always, with notification. */
    public static final int DEFAULT = 0x00;

    /** No completion where the operation succeeds; a failure always gives one. Requests only. */
    public static final int SUPPRESS = 0x01;

    /**
     * On a send: the matching receive of the peer is a notification for a peer that waits for
     * solicited events only.
     */
    public static final int SOLICITED_WAIT = 0x02;

    /**
     * The completion is queued but notifies nobody. Legal only where the endpoint was made for it.
     */
    public static final int UNSIGNALLED = 0x04;

    /**
     * The request starts only after all earlier RDMA reads and atomics of the endpoint have
     * finished.
     */
    public static final int BARRIER_FENCE = 0x08;

    /**
     * The data of a send or an RDMA write is copied when posted, up to the endpoint's inline limit
     * ({@link Capability#INLINE}).
     */
    public static final int INLINE = 0x40;

    /** All flags that a request may have. */
    public static final int ALL = SUPPRESS | SOLICITED_WAIT | UNSIGNALLED | BARRIER_FENCE | INLINE;

    private CompletionFlags() {}
}
