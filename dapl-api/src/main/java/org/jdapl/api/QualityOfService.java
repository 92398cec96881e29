package org.jdapl.api;

/**
 * Quality of service of a connection (uDAPL {@code DAT_QOS}). Only {@link #BEST_EFFORT} is offered
 * by any provider yet.
 */
public enum QualityOfService {
    /** As good as it gets. */
    BEST_EFFORT,
    /** High throughput. */
    HIGH_THROUGHPUT,
    /** Low latency. */
    LOW_LATENCY,
    /** Economy. */
    ECONOMY,
    /** Premium. */
    PREMIUM
}
