package org.jdapl.provider.soft.rdmap.planted;

/** Planted: the protocol engine reads the real clock. */
public final class EngineSkipsSeams {
    public long nanoTime() {
        return System.nanoTime();
    }
}
