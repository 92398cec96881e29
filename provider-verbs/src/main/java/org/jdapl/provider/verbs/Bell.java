package org.jdapl.provider.verbs;

import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.verbs.ffm.Posix;

/**
 * Wakes a thread that waits for descriptors. One thread listens at a time; any may ring.
 *
 * <p>Ringing a bell that rings costs no system call, and none is lost: who finds it ringing has put
 * down before what it rings for, and the listener looks for that after it has silenced the bell. A
 * bell that somebody is about to ring is left as it is, and ends the next wait.
 */
final class Bell {
    private static final int SILENT = 0;
    private static final int ABOUT_TO_RING = 1;
    private static final int RINGING = 2;

    private final int descriptor = Posix.eventFd();
    private final AtomicInteger state = new AtomicInteger(SILENT);

    /** What to wait for. */
    int descriptor() {
        return descriptor;
    }

    void ring() {
        if (state.get() == SILENT && state.compareAndSet(SILENT, ABOUT_TO_RING)) {
            Posix.raise(descriptor);
            state.set(RINGING);
        }
    }

    /** By the thread that has waited, before it looks for what there is to do. */
    void silence() {
        if (state.get() == RINGING) {
            Posix.lower(descriptor);
            state.set(SILENT);
        }
    }

    /** When nobody waits or rings any more. */
    void close() {
        Posix.close(descriptor);
    }
}
