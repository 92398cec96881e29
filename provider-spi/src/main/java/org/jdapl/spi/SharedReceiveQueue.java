package org.jdapl.spi;

import org.jdapl.api.data.CheckReturnValue;

/**
 * Receives that several queue pairs draw from, the oldest for the next message whose first segment
 * arrives. Their completions are in the completion queue for receives of the queue pair that took
 * them, with its {@link QueuePair#number()}, in the order of its messages. A receive that a queue
 * pair took and has not finished gets one flushed completion before {@link QueuePair#flush()}
 * returns: only the provider knows of it. A message that finds the queue empty ends its connection,
 * as with an empty queue of the queue pair's own; other queue pairs do not notice.
 */
public interface SharedReceiveQueue extends AutoCloseable {

    /**
     * Posts a receive. One thread at a time.
     *
     * @param request the receive; the provider copies what it needs before it returns
     * @return a number of {@link org.jdapl.api.data.PostStatus}
     */
    @CheckReturnValue
    int postReceive(WorkRequest request);

    /**
     * Arms the low-watermark event ({@code SRQ_LOW_WATERMARK}): it is raised once when fewer
     * receives are posted and not taken, at once where that is so already. It takes the place of an
     * armed one.
     *
     * @param receives the watermark; 0 for none
     */
    default void armLowWatermark(int receives) {
        throw ProviderException.notSupported("a low watermark");
    }

    /**
     * Changes the size ({@code SRQ_RESIZE}). Posted receives are kept.
     *
     * @param maxReceives the new size
     * @throws ProviderException where more receives are posted
     */
    default void resize(int maxReceives) {
        throw ProviderException.notSupported("resizing a shared receive queue");
    }

    /**
     * Frees it. The runtime has closed the queue pairs before. Receives that are still posted are
     * gone without a completion.
     */
    @Override
    void close();
}
