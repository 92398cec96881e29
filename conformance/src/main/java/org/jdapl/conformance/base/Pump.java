package org.jdapl.conformance.base;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Makes progress for adapters that have no thread of their own, while a test waits for something
 * else. Safe for use by any thread.
 */
public final class Pump {

    private final List<Party> parties = new CopyOnWriteArrayList<>();
    private final Time time;

    /** Makes one that drives nothing, in the system's time. */
    public Pump() {
        this(Time.SYSTEM);
    }

    /**
     * Makes one that drives nothing.
     *
     * @param time the time that the test waits in
     */
    public Pump(Time time) {
        this.time = time;
    }

    /**
     * The time that the test waits in.
     *
     * @return the time
     */
    public Time time() {
        return time;
    }

    void add(Party party) {
        parties.add(party);
    }

    void remove(Party party) {
        parties.remove(party);
    }

    /**
     * Drives every adapter once.
     *
     * @return whether there is any to drive
     */
    public boolean run() {
        boolean any = false;
        for (Party party : parties) {
            any |= party.pump();
        }
        return any;
    }
}
