package org.jdapl.conformance.twoprocess;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.conformance.base.Party;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Clock;

/**
 * The system's clock, which a test can put forward, so that nobody has to wait for long time
 * limits.
 */
final class MovableClock implements Clock {

    private final AtomicLong ahead = new AtomicLong();

    @Override
    public long nanoTime() {
        return System.nanoTime() + ahead.get();
    }

    /** A registry whose adapters go by this clock. */
    AdapterRegistry registry() {
        return new RegistryBuilder()
                .seams(new RuntimeSeams(this, SystemSeams.PARKER, SystemSeams.secureRandom()))
                .build();
    }

    /** Puts the clock forward, and has the adapter look at it. */
    void forward(Party party, int seconds) {
        ahead.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        party.progress();
    }
}
