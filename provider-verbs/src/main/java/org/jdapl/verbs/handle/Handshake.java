package org.jdapl.verbs.handle;

import java.lang.foreign.Arena;

/** The expensive half of an asymmetric fence. */
final class Handshake {
    private Handshake() {}

    /**
     * Returns when every Java thread has passed a point at which its earlier writes are visible to
     * this thread, and its later reads see the earlier writes of this thread.
     *
     * <p>Closing a shared arena needs exactly that of the Java VM: that no thread is between its
     * check of the arena and its access. Takes some ten microseconds.
     */
    @SuppressWarnings("MustBeClosedChecker") // closing is all that it is for
    static void withAllThreads() {
        Arena.ofShared().close();
    }
}
