package org.jdapl.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What all threads of this process allocate, those of the runtime and of the provider included. */
final class Allocations {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int TRIES = 64;

    private static final long OWN = own();

    private long start;

    /** Begins a window. */
    void begin() {
        start = THREADS.getTotalThreadAllocatedBytes();
    }

    /**
     * Ends it.
     *
     * @return bytes that were allocated since it began, less what looking costs
     */
    long end() {
        return Math.max(0, THREADS.getTotalThreadAllocatedBytes() - start - OWN);
    }

    /** What two looks in a row see of themselves. */
    private static long own() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < TRIES; i++) {
            long before = THREADS.getTotalThreadAllocatedBytes();
            least = Math.min(least, THREADS.getTotalThreadAllocatedBytes() - before);
        }
        return least;
    }
}
