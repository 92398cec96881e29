package org.jdapl.spi.seam;

/** A monotonic clock. Safe for use by any thread. */
public interface Clock {

    /**
     * The time since some fixed point.
     *
     * @return nanoseconds; only differences mean anything
     */
    long nanoTime();
}
