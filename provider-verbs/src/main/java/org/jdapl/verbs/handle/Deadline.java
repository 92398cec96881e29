package org.jdapl.verbs.handle;

import java.time.Duration;

/** Times of {@link System#nanoTime} until which something is waited for. */
public final class Deadline {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Deadline() {}

    /** So long from now; {@link Long#MAX_VALUE}, which stands for never, if that is too far. */
    public static long after(Duration timeout) {
        if (timeout.isNegative()) {
            return System.nanoTime();
        }
        if (timeout.compareTo(LONGEST) >= 0) {
            return Long.MAX_VALUE;
        }
        return System.nanoTime() + timeout.toNanos();
    }
}
