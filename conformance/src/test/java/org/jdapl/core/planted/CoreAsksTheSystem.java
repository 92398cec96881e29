package org.jdapl.core.planted;

import com.sun.management.UnixOperatingSystemMXBean;

/** Planted: asks what only some systems tell. */
public final class CoreAsksTheSystem {
    public long descriptors(UnixOperatingSystemMXBean system) {
        return system.getOpenFileDescriptorCount();
    }
}
