package org.jdapl.core;

import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jdapl.core.seam.DescriptorSignal;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/**
 * The seams that a runtime is composed with.
 *
 * @param clock the clock
 * @param parker how threads sleep and wake
 * @param random where random numbers come from
 * @param threads where the runtime's own threads come from: platform threads, which the runtime
 *     names and makes daemons
 * @param signals how to make descriptors for notification objects; empty where there are none
 */
public record RuntimeSeams(
        Clock clock,
        Parker parker,
        RandomSource random,
        ThreadFactory threads,
        Optional<Supplier<DescriptorSignal>> signals) {

    /**
     * Seams without descriptors.
     *
     * @param clock the clock
     * @param parker how threads sleep and wake
     * @param random where random numbers come from
     * @param threads where the runtime's own threads come from
     */
    public RuntimeSeams(Clock clock, Parker parker, RandomSource random, ThreadFactory threads) {
        this(clock, parker, random, threads, Optional.empty());
    }

    /**
     * Seams with the system's threads.
     *
     * @param clock the clock
     * @param parker how threads sleep and wake
     * @param random where random numbers come from
     */
    public RuntimeSeams(Clock clock, Parker parker, RandomSource random) {
        this(clock, parker, random, SystemSeams.THREADS);
    }

    /**
     * The seams of a running system.
     *
     * @return new seams
     */
    public static RuntimeSeams system() {
        return new RuntimeSeams(
                SystemSeams.CLOCK,
                SystemSeams.PARKER,
                SystemSeams.secureRandom(),
                SystemSeams.THREADS,
                SystemSeams.descriptorSignals());
    }

    /** Makes a daemon thread, not started. */
    Thread thread(String name, Runnable body) {
        Thread thread = threads.newThread(body);
        thread.setName(name);
        thread.setDaemon(true);
        return thread;
    }
}
