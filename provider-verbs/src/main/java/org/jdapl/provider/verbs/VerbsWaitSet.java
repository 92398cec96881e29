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

    private final Epoll epoll = new Epoll();
    private final Bell bell = new Bell();
    private final Interruption interruption = new Interruption(bell::ring);
    private final Progress progress;
    private final Patience patience;

    /** What there is to do when something can be read. */
    interface Progress {
        int run();
    }

    /** How many nanoseconds a wait may last at most. */
    interface Patience {
        long nanos();
    }

    /** Waits on descriptors; negative ones are none. */
    VerbsWaitSet(Progress progress, Patience patience, int... descriptors) {
        this.progress = progress;
        this.patience = patience;
        epoll.add(bell.descriptor());
        for (int descriptor : descriptors) {
            if (descriptor >= 0) {
                epoll.add(descriptor);
            }
        }
    }

    /** Whether there is something to read; asks the kernel. */
    boolean isReady() {
        return epoll.await(0);
    }

    @Override
    public int await(long timeoutNs) {
        interruption.beginWait();
        try {
            var _ = epoll.await(milliseconds(Math.min(timeoutNs, patience.nanos())));
        } finally {
            interruption.endWait();
        }
        bell.silence();
        return progress.run();
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
