package org.jdapl.provider.soft.testkit;

import org.jdapl.spi.seam.Clock;

/** A clock that the test turns. */
public final class VirtualClock implements Clock {

    private long now = 1_000_000_000L;

    @Override
    public long nanoTime() {
        return now;
    }

    public void advanceMillis(long millis) {
        now += millis * 1_000_000;
    }
}
