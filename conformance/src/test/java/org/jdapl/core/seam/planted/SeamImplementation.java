package org.jdapl.core.seam.planted;

/** Allowed: a seam's implementation is where real time comes in. */
public final class SeamImplementation {
    public long nanoTime() {
        return System.nanoTime();
    }
}
