package org.jdapl.spi;

/**
 * What a thread waits on for everything that can happen on one adapter: completion channels,
 * connections, asynchronous events. A provider makes it of descriptors (epoll, Selector), of a
 * futex, or of virtual time.
 */
public interface WaitSet {

    /**
     * Waits until there is something for {@link Adapter#progress()} to do, and does it. Called by
     * the driver alone. It returns early for {@link #wake()}, for an interrupt (whose status it
     * leaves set), and may do so for no reason.
     *
     * <p>When a completion queue is armed, a completion that is added while this call waits ends
     * it.
     *
     * @param timeoutNs how long to wait at most, in nanoseconds, above zero; {@link Long#MAX_VALUE}
     *     for no limit
     * @return how much was done; 0 where nothing was
     */
    int await(long timeoutNs);

    /**
     * Ends a wait that is going on, or the next one at once. Called by any thread; never blocks.
     */
    void wake();
}
