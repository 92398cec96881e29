package org.jdapl.middleware;

import org.jdapl.api.data.AdapterAttributes;

/**
 * How much a {@link RegistrationCache} may keep registered.
 *
 * @param bytes most bytes together, above zero; what overlaps counts twice, as devices pin it
 * @param regions most regions together, above zero
 */
public record CacheLimits(long bytes, int regions) {

    /** Checks the numbers. */
    public CacheLimits {
        if (bytes < 1 || regions < 1) {
            throw Refusals.parameter("bytes=" + bytes + ", regions=" + regions + ": not above 0");
        }
    }

    /**
     * Half of the regions that an adapter has, so that there are some for others.
     *
     * @param adapter the adapter's attributes
     * @param bytes most bytes together
     * @return the limits
     */
    public static CacheLimits of(AdapterAttributes adapter, long bytes) {
        return new CacheLimits(bytes, Math.max(1, adapter.maxRegions() / 2));
    }
}
