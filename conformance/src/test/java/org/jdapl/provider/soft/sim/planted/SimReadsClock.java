package org.jdapl.provider.soft.sim.planted;

/** Planted: a part of the simulation that real time would keep from replaying. */
public final class SimReadsClock {
    public long nanoTime() {
        return System.nanoTime();
    }
}
