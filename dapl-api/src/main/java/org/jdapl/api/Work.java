package org.jdapl.api;

import org.jdapl.api.data.OperationKind;

/**
 * A prepared piece of work: filled once, posted many times, patched in between. Posting copies
 * nothing that the consumer could change too early: it may be changed and posted again as soon as
 * the post has returned, the memory that it names only after its completion. Setters check nothing;
 * a post does, and refuses with a status; also where it was not said what to do. Not safe for use
 * by several threads at once.
 */
public interface Work {

    /**
     * Makes it a receive.
     *
     * @return this
     */
    Work receive();

    /**
     * Makes it a send.
     *
     * @return this
     */
    Work send();

    /**
     * Makes it a send that invalidates the key of a remote memory region of the receiver ({@code
     * SEND_WITH_INVALIDATE}). The key of a local memory region is not a peer's to invalidate: such
     * a message ends the connection. On InfiniBand neither is that of a remote memory region of a
     * whole protection zone, which is a window of type 1; those of one endpoint are, everywhere.
     *
     * @param remoteKey the receiver's key
     * @return this
     */
    Work sendWithInvalidate(long remoteKey);

    /**
     * Makes it a send with immediate data ({@code SEND_WITH_IMMEDIATE}).
     *
     * @param immediate 32 bits for the receiver
     * @return this
     */
    Work sendWithImmediate(int immediate);

    /**
     * Makes it an RDMA write.
     *
     * @param remoteAddress where to write, as {@link RemoteRegion#address()} says
     * @param remoteKey the peer's key
     * @return this
     */
    Work write(long remoteAddress, long remoteKey);

    /**
     * Makes it an RDMA write with immediate data ({@code WRITE_WITH_IMMEDIATE}).
     *
     * @param remoteAddress where to write
     * @param remoteKey the peer's key
     * @param immediate 32 bits for the receiver
     * @return this
     */
    Work writeWithImmediate(long remoteAddress, long remoteKey, int immediate);

    /**
     * Makes it an RDMA read.
     *
     * @param remoteAddress where to read
     * @param remoteKey the peer's key
     * @return this
     */
    Work read(long remoteAddress, long remoteKey);

    /**
     * Makes it an atomic fetch-and-add ({@code ATOMICS}); its one segment of 8 bytes gets the old
     * value.
     *
     * @param remoteAddress the number's place, a multiple of 8
     * @param remoteKey the peer's key
     * @param add what to add
     * @return this
     */
    Work fetchAndAdd(long remoteAddress, long remoteKey, long add);

    /**
     * Makes it an atomic compare-and-swap ({@code ATOMICS}); its one segment of 8 bytes gets the
     * old value.
     *
     * @param remoteAddress the number's place, a multiple of 8
     * @param remoteKey the peer's key
     * @param compare what the number must be
     * @param swap what it shall be then
     * @return this
     */
    Work compareAndSwap(long remoteAddress, long remoteKey, long compare, long swap);

    /**
     * Makes it an atomic addition of several numbers side by side in 64 bits ({@code
     * MASKED_ATOMICS}; RFC 7306, section 5.1.1): no carry leaves a field.
     *
     * @param remoteAddress the place, a multiple of 8
     * @param remoteKey the peer's key
     * @param add what to add to each field
     * @param fieldMask one bit for each field, its highest; 0 for one field of 64 bits
     * @return this
     */
    Work maskedFetchAndAdd(long remoteAddress, long remoteKey, long add, long fieldMask);

    /**
     * Makes it an atomic compare-and-swap of some of the bits ({@code MASKED_ATOMICS}; RFC 7306,
     * section 5.1.3).
     *
     * @param remoteAddress the place, a multiple of 8
     * @param remoteKey the peer's key
     * @param compare what the compared bits must be
     * @param compareMask the bits that are compared
     * @param swap what the swapped bits shall be then
     * @param swapMask the bits that are swapped
     * @return this
     */
    Work maskedCompareAndSwap(
            long remoteAddress,
            long remoteKey,
            long compare,
            long compareMask,
            long swap,
            long swapMask);

    /**
     * Makes it an RDMA read into a remote memory region that is bound, which the peer learns the
     * key of instead of that of the whole local region (uDAPL {@code dat_ep_post_rdma_read_to_rmr};
     * {@code READ_TO_RMR}). It has no segments of its own. What the remote memory region is bound
     * to when it is posted counts.
     *
     * @param sink the remote memory region
     * @param offset first byte to read into, from the start of what it is bound to
     * @param length how many bytes
     * @param remoteAddress where to read
     * @param remoteKey the peer's key
     * @return this
     */
    Work readTo(
            RemoteMemoryRegion sink, long offset, long length, long remoteAddress, long remoteKey);

    /**
     * Says where a datagram goes ({@code UNRELIABLE_DATAGRAM}); for sends of an endpoint for
     * datagrams alone.
     *
     * @param peer the peer, or a multicast group's address handle
     * @return this
     */
    Work to(AddressHandle peer);

    /**
     * Removes all segments.
     *
     * @return this
     */
    Work clearSegments();

    /**
     * Adds a segment.
     *
     * @param region the region
     * @param offset first byte
     * @param length how many bytes; may be 0
     * @return this
     * @throws IndexOutOfBoundsException where it has as many segments as it can have
     */
    Work addSegment(LocalMemoryRegion region, long offset, long length);

    /**
     * Changes a segment that is there.
     *
     * @param index which one
     * @param region the region
     * @param offset first byte
     * @param length how many bytes; may be 0
     * @return this
     * @throws IndexOutOfBoundsException where there is no such segment
     */
    Work setSegment(int index, LocalMemoryRegion region, long offset, long length);

    /**
     * Sets what the completion gives back.
     *
     * @param cookie any 64 bits
     * @return this
     */
    Work cookie(long cookie);

    /**
     * Sets the flags.
     *
     * @param flags bits of {@link org.jdapl.api.data.CompletionFlags}
     * @return this
     */
    Work flags(int flags);

    /**
     * What it is.
     *
     * @return the kind
     */
    OperationKind kind();

    /**
     * How many segments it has.
     *
     * @return the number
     */
    int segments();

    /**
     * How many bytes its segments have together.
     *
     * @return the sum
     */
    long length();
}
