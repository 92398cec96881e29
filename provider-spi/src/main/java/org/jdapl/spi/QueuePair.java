package org.jdapl.spi;

import org.jdapl.api.data.CheckReturnValue;

/**
 * A queue pair. It neither knows nor checks the endpoint's state: the runtime posts requests only
 * while it is connected, and receives from its creation until {@link #flush()}.
 */
public interface QueuePair extends AutoCloseable {

    /**
     * A number that no other queue pair of the adapter has while this one lives.
     *
     * @return the number
     */
    int number();

    /**
     * The key that datagrams to it must carry.
     *
     * @return the key; 0 where it is not for datagrams
     */
    default int queueKey() {
        return 0;
    }

    /**
     * Posts a request. It does not wait, and allocates nothing in the steady state. It may move
     * data right away and may add completions. One thread at a time for each queue pair.
     *
     * @param request the request; the provider copies what it needs before it returns
     * @return a number of {@link org.jdapl.api.data.PostStatus}; anything but {@code OK} has no
     *     effect
     */
    @CheckReturnValue
    int postSend(WorkRequest request);

    /**
     * Posts a receive. One thread at a time for each queue pair.
     *
     * @param request the receive; the provider copies what it needs before it returns
     * @return a number of {@link org.jdapl.api.data.PostStatus}; anything but {@code OK} has no
     *     effect
     */
    @CheckReturnValue
    int postReceive(WorkRequest request);

    /**
     * Posts a list of requests in one go, as far as they are accepted. A provider that can ring its
     * doorbell once for all overrides it.
     *
     * @param requests the requests
     * @param count how many of them
     * @return how many were accepted, from the first on; the one after them was refused as {@link
     *     #postSend} would
     */
    default int postSend(WorkRequest[] requests, int count) {
        for (int i = 0; i < count; i++) {
            if (postSend(requests[i]) != org.jdapl.api.data.PostStatus.OK) {
                return i;
            }
        }
        return count;
    }

    /**
     * Tells that the peer has those operations that this adapter advertises and the transport
     * cannot negotiate: for iWARP those of RFC 7306. The runtime calls it where the peer's private
     * data says so, before the consumer may post requests. A provider that must know and was not
     * told refuses them with {@code NOT_SUPPORTED}. It holds until {@link #flush()}.
     */
    default void peerHasExtensions() {}

    /**
     * Ends all work: when this returns, the provider touches no memory of posted work any more, and
     * adds no completion to the queues. Completions that are in the queues stay. The runtime gives
     * the rest their flushed completions. Called by any thread, when the connection has ended or is
     * to be given up; it does not wait for the peer.
     *
     * <p>A receive that was taken from a shared receive queue and is not finished is known to the
     * queue pair alone: it gets a {@code FLUSHED} completion of the provider before this returns,
     * once. A bind that is not done has had no effect: its window is as it was.
     *
     * @return how many requests, from the oldest that has no completion in a queue, are known to
     *     have succeeded although no completion says so (because they were not signaled)
     */
    int flush();

    /**
     * Makes a flushed queue pair ready for a new connection and for receives ({@code
     * ENDPOINT_RESET}). The present runtime does not call it: it makes a new queue pair for each
     * life of an endpoint, whose context tells its events from late ones of the life before.
     *
     * @throws ProviderException where it cannot
     */
    default void reset() {
        throw ProviderException.notSupported("resetting an endpoint");
    }

    /**
     * Ends the connection where there is one, without waiting for the peer, and frees the queue
     * pair.
     */
    @Override
    void close();
}
