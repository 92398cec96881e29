package org.jdapl.api.data;

/**
 * The size of a shared receive queue (uDAPL {@code DAT_SRQ_ATTR}).
 *
 * @param maxReceives receives that may be posted at once
 * @param maxSegments most segments of a receive
 * @param lowWatermark number of posted receives below which one asynchronous event is raised; 0 for
 *     none
 */
public record SharedReceiveQueueAttributes(int maxReceives, int maxSegments, int lowWatermark) {

    /**
     * Attributes without a watermark.
     *
     * @param maxReceives receives that may be posted at once
     * @param maxSegments most segments of a receive
     * @return the attributes
     */
    public static SharedReceiveQueueAttributes of(int maxReceives, int maxSegments) {
        return new SharedReceiveQueueAttributes(maxReceives, maxSegments, 0);
    }
}
