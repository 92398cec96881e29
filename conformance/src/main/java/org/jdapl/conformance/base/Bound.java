package org.jdapl.conformance.base;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The time bounds of the tests, by name. All are scaled by the system property {@value
 * #SCALE_PROPERTY}, for slow machines; 1 is right for two ordinary cores.
 */
public enum Bound {
    /** Within this time something that must happen has happened. */
    EVENT(5_000),
    /**
     * Within this time a call that depends on nobody else returns: an abrupt disconnect, a close.
     */
    LOCAL(2_000),
    /** Within this time the death of a peer is noticed. */
    BROKEN(5_000),
    /** A look, without waiting. */
    NOW(0),
    /** For so long a test looks whether something happens that must not. */
    QUIET(30),
    /**
     * For so long a connection attempt is allowed to go on where the test wants it to run into its
     * time limit.
     */
    GIVE_UP(150),
    /**
     * Within this time the simulated system gives up on a peer from which nothing comes, where the
     * transport promises no bound of its own. Only for simulated time.
     */
    SILENCE(300_000),
    /** Within this time threads, descriptors and memory are given back. */
    SETTLE(5_000),
    /**
     * Within this time the peer process answers a command, on top of what the command itself may
     * wait.
     */
    COMMAND(10_000),
    /** Within this time the peer process is there. */
    START(20_000),
    /** No test takes longer. */
    TEST(30_000),
    /** Trials that fail take no longer together; what is left then of a run is not tried. */
    LOST(600_000);

    /** The property with the scale, a number above zero; 1 by default. */
    public static final String SCALE_PROPERTY = "jdapl.test.timescale";

    /**
     * With a bound's name behind it, the property that makes this one shorter, in milliseconds; it
     * never makes it longer.
     */
    public static final String SHORTER_PROPERTY = "jdapl.test.bound.";

    private final long nanos;

    Bound(long millis) {
        long scaled = (long) (TimeUnit.MILLISECONDS.toNanos(millis) * scale());
        long shorter = Long.getLong(SHORTER_PROPERTY + name(), Long.MAX_VALUE);
        nanos = Math.min(scaled, TimeUnit.MILLISECONDS.toNanos(shorter));
    }

    /**
     * The bound.
     *
     * @return nanoseconds, scaled
     */
    public long nanos() {
        return nanos;
    }

    /**
     * The bound.
     *
     * @return milliseconds, scaled
     */
    public long millis() {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }

    /**
     * The bound.
     *
     * @return the duration, scaled
     */
    public Duration duration() {
        return Duration.ofNanos(nanos);
    }

    /**
     * The scale.
     *
     * @return the factor that every bound was multiplied with
     */
    public static double scale() {
        return Double.parseDouble(System.getProperty(SCALE_PROPERTY, "1"));
    }
}
