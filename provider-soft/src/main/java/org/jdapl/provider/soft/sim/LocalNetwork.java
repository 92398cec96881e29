package org.jdapl.provider.soft.sim;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** The network, in real time, that adapters of this JVM share outside of simulations. */
final class LocalNetwork extends Timeline {

    static final Fabric FABRIC =
            new Fabric(
                    new LocalNetwork(),
                    FaultPlan.builder().delay(Duration.ZERO, Duration.ZERO).build(),
                    new Chance(ThreadLocalRandom.current().nextLong(), "local network"),
                    line -> {});

    static final Station HOST = FABRIC.station("local");

    private static final long NANOS_PER_MILLI = 1_000_000L;

    private final long startNs = System.nanoTime();

    private LocalNetwork() {}

    @Override
    long elapsedNs() {
        return System.nanoTime() - startNs;
    }

    @Override
    synchronized void block(SimNetwork network, long timeoutNs) {
        long startedNs = elapsedNs();
        long left = timeoutNs;
        while (true) {
            if (runDue() > 0) {
                notifyAll(); // what came may be for others
            }
            long toEventNs = nextEvent() - elapsedNs();
            if (network.isStirred() || left <= 0 || Thread.currentThread().isInterrupted()) {
                return;
            }
            try {
                long nanos = Math.max(1, Math.min(left, toEventNs));
                wait(nanos / NANOS_PER_MILLI, (int) (nanos % NANOS_PER_MILLI));
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            left = timeoutNs - (elapsedNs() - startedNs);
        }
    }

    @Override
    void polled(SimNetwork network, int work) {
        // Time passes by itself.
    }

    @Override
    void planned() {
        notifyAll();
    }

    @Override
    void stirred(SimNetwork network) {
        notifyAll();
    }
}
