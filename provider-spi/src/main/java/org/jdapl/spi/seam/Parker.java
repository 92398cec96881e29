package org.jdapl.spi.seam;

/** Lets threads sleep and wakes them. Safe for use by any thread. */
public interface Parker {

    /**
     * Sleeps until {@link #unpark}, an interrupt, or the time is over; may return early for no
     * reason.
     *
     * @param nanos how long at most; {@link Long#MAX_VALUE} for no limit
     */
    void park(long nanos);

    /**
     * Wakes a thread, or makes its next {@link #park} return at once.
     *
     * @param thread the thread
     */
    void unpark(Thread thread);

    /** Gives other threads a turn. */
    void giveWay();
}
