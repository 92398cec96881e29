package org.jdapl.api;

/** Who makes the endpoint for a connection request (uDAPL {@code DAT_PSP_FLAGS}). */
public enum EndpointCreation {
    /** The consumer, who passes it to {@code accept}. */
    CONSUMER,
    /**
     * The service point; it comes with the request, and the consumer gives it a protection zone and
     * dispatchers.
     */
    PROVIDER
}
