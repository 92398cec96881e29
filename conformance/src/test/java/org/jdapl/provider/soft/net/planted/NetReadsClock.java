package org.jdapl.provider.soft.net.planted;

/** Allowed: the network side of the software provider is a seam's implementation. */
public final class NetReadsClock {
    public long nanoTime() {
        return System.nanoTime();
    }
}
