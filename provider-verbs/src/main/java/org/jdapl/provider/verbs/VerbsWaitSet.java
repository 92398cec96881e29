package org.jdapl.provider.verbs;

import java.util.concurrent.TimeUnit;
import org.jdapl.spi.WaitSet;
import org.jdapl.verbs.ffm.Epoll;
import org.jdapl.verbs.handle.Interruption;

/**
 * Waits on an adapter's descriptors: the completion channel, the connection manager's events, the
 * device's asynchronous events, what the kernel tells of addresses and devices, and a bell.
 */
final class VerbsWaitSet implements WaitSet, AutoCloseable {
    private static final long MAX_MS = Integer.MAX_VALUE;
    private static final int BELL = 1 << 31;

    private final Epoll epoll = new Epoll();
    private final Bell bell = new Bell();
    private final Interruption interruption = new Interruption(bell::ring);
    private final Progress progress;
    private final Patience patience;

    /** What there is to do when something can be read. */
    interface Progress {
        /**
         * Does it.
         *
         * @param ready a bit for each descriptor that can be read, the first one's is 1
         * @return how much was done
         */
        int run(int ready);
    }

    /** How many nanoseconds a wait may last at most. */
    interface Patience {
        long nanos();
    }

    /** Waits on descriptors, at most 7; negative ones are none. */
    VerbsWaitSet(Progress progress, Patience patience, int... descriptors) {
        this.progress = progress;
        this.patience = patience;
        epoll.add(bell.descriptor(), BELL);
        for (int i = 0; i < descriptors.length; i++) {
            if (descriptors[i] >= 0) {
                epoll.add(descriptors[i], 1 << i);
            }
        }
    }

    /**
     * What can be read, but for the bell, which is for who waits; asks the kernel. By one thread at
     * a time, and none that waits.
     *
     * @return as {@link Progress#run} gets it
     */
    int ready() {
        return epoll.await(0) & ~BELL;
    }

    @Override
    public int await(long timeoutNs) {
        int ready;
        interruption.beginWait();
        try {
            ready = epoll.await(milliseconds(Math.min(timeoutNs, patience.nanos())));
        } finally {
            interruption.endWait();
        }
        bell.silence();
        return progress.run(ready & ~BELL);
    }

    private static int milliseconds(long timeoutNs) {
        if (timeoutNs == Long.MAX_VALUE) {
            return -1;
        }
        return (int) Math.min(MAX_MS, TimeUnit.NANOSECONDS.toMillis(timeoutNs + 999_999));
    }

    @Override
    public void wake() {
        bell.ring();
    }

    @Override
    public void close() {
        epoll.close();
        bell.close();
    }
}
