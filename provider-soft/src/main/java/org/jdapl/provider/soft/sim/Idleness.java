package org.jdapl.provider.soft.sim;

/**
 * For how long nothing has happened but threads that looked in vain: what such a look costs, and
 * when it is enough. Guarded by the scheduler's monitor.
 */
final class Idleness {

    /** What a look in vain costs at first. */
    static final long LOOK_NS = 500;

    /** What it costs at most. */
    static final long MAX_LOOK_NS = 1_000_000;

    /** Looks at the first cost; later ones cost twice as much as the one before. */
    private static final int CHEAP_LOOKS = 16;

    private static final int MAX_DOUBLINGS = 16;

    /** Steps that a run may take at least, however long they last. */
    private static final int STEPS = 1000;

    private final long limitNs;
    private int looks;
    private int steps;
    private long sinceNs;

    Idleness(long limitNs) {
        this.limitNs = limitNs;
    }

    /** Something has happened. */
    void end(long nowNs) {
        looks = 0;
        steps = 0;
        sinceNs = nowNs;
    }

    /** A thread has looked in vain; the time that it took. */
    long look() {
        looks++;
        int doublings = Math.clamp(looks - CHEAP_LOOKS, 0, MAX_DOUBLINGS);
        return Math.min(LOOK_NS << doublings, MAX_LOOK_NS);
    }

    /** The clock has moved; whether the run gets nowhere. */
    boolean step(long nowNs) {
        steps++;
        return steps > STEPS && lasted(nowNs) > limitNs;
    }

    long lasted(long nowNs) {
        return nowNs - sinceNs;
    }
}
