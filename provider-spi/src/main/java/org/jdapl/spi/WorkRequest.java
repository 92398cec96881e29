package org.jdapl.spi;

import org.jdapl.api.data.OperationKind;
import org.jspecify.annotations.Nullable;

/**
 * A work request, as the runtime hands it to a provider. The runtime owns it and fills it anew for
 * each post, or keeps it as a prepared one; a provider reads it during the post and keeps no
 * reference, except that it may hang something of its own on {@link #attachment} (a prebuilt native
 * request, say). All arguments have been checked: ranges lie inside their regions, rights and
 * protection domains fit, numbers of segments and lengths are within the queue pair's limits.
 */
public final class WorkRequest {

    /** Flag: put a completion for this request also when it succeeds. Failures always give one. */
    public static final int SIGNALED = 1;

    /** Flag: start only after all earlier reads and atomics have finished. */
    public static final int FENCE = 2;

    /** Flag: the peer's receive is solicited. */
    public static final int SOLICITED = 4;

    /** Flag: copy the data during the post. */
    public static final int INLINE = 8;

    /** What the completion gives back; never -1, which a provider may keep for its own requests. */
    public long id;

    /** What to do; {@link OperationKind#RECEIVE} for receives. */
    public OperationKind kind = OperationKind.SEND;

    /** Bits of {@link #SIGNALED}, {@link #FENCE}, {@link #SOLICITED}, {@link #INLINE}. */
    public int flags;

    /** How many segments there are. */
    public int segments;

    /** The regions of the segments. */
    public final @Nullable MemoryRegion[] region;

    /** The offsets of the segments in their regions, in bytes. */
    public final long[] offset;

    /** The lengths of the segments, in bytes. */
    public final long[] length;

    /** The sum of the lengths. */
    public long totalLength;

    /** The peer's address, for RDMA and atomics. */
    public long remoteAddress;

    /** The peer's key, for RDMA and atomics. */
    public long remoteKey;

    /** The immediate data, for operations that have it. */
    public int immediate;

    /** The peer's key to invalidate, for a send with invalidate. */
    public long invalidateKey;

    /** Where a datagram goes; null for all else. */
    public @Nullable AddressHandle destination;

    /** The queue pair that a datagram goes to, 24 bits. */
    public int remoteQueuePair;

    /** The key that a datagram carries. */
    public int remoteQueueKey;

    /** The number to add (fetch-and-add), or to compare with (compare-and-swap). */
    public long compareOrAdd;

    /** The number to swap in (compare-and-swap). */
    public long swap;

    /**
     * Compare-and-swap: the bits that are compared; all of them for the plain form. Fetch-and-add:
     * the highest bit of each field that is added for itself, no carry leaves it; 0 for the plain
     * form (RFC 7306, section 5.1).
     */
    public long compareOrFieldMask;

    /** Compare-and-swap: the bits that are swapped; all of them for the plain form. */
    public long swapMask;

    /**
     * The window to bind, for a bind; for a read, the bound window by whose key the sink is named
     * on the wire, or null ({@code READ_TO_RMR}). The segments name the memory in both cases.
     */
    public @Nullable MemoryWindow window;

    /**
     * The privileges of the window, for a bind: bits of {@link org.jdapl.api.data.Privilege}. A
     * bind without bytes ends the window's key.
     */
    public int windowPrivileges;

    /** The provider's own, for prepared requests. */
    public @Nullable Object attachment;

    /**
     * Makes an empty request.
     *
     * @param maxSegments how many segments it can have
     */
    public WorkRequest(int maxSegments) {
        region = new MemoryRegion[maxSegments];
        offset = new long[maxSegments];
        length = new long[maxSegments];
    }
}
