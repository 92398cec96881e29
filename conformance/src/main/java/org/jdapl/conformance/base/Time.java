package org.jdapl.conformance.base;

import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;

/**
 * The time that a test runs in: the system's, or a simulation's. Everything in the kit that waits
 * does it here. Safe for use by any thread that belongs to that time.
 *
 * @param clock tells the time
 * @param parker lets threads sleep and wakes them
 */
public record Time(Clock clock, Parker parker) {

    /** The time of the running system. */
    public static final Time SYSTEM = new Time(SystemSeams.CLOCK, SystemSeams.PARKER);

    /**
     * The time.
     *
     * @return nanoseconds since some moment
     */
    public long now() {
        return clock.nanoTime();
    }

    /**
     * How long ago something was.
     *
     * @param start what {@link #now()} said then
     * @return nanoseconds
     */
    public long since(long start) {
        return now() - start;
    }

    /**
     * Sleeps for the whole time.
     *
     * @param nanos how long
     * @throws InterruptedException where the thread was interrupted
     */
    public void sleep(long nanos) throws InterruptedException {
        long start = now();
        for (long left = nanos; left > 0; left = nanos - since(start)) {
            doze(left);
        }
    }

    /**
     * Sleeps until woken, or for some time; may return early for no reason.
     *
     * @param nanos how long at most
     * @throws InterruptedException where the thread was interrupted
     */
    public void doze(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        parker.park(nanos);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /**
     * Sleeps for a bound.
     *
     * @param bound how long
     * @throws InterruptedException where the thread was interrupted
     */
    public void sleep(Bound bound) throws InterruptedException {
        sleep(bound.nanos());
    }
}
