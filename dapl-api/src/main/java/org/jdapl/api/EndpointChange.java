package org.jdapl.api;

import org.jdapl.api.data.EndpointAttributes;
import org.jspecify.annotations.Nullable;

/**
 * What to change of an endpoint (uDAPL {@code dat_ep_modify}); null leaves a part as it is.
 *
 * @param zone a protection zone
 * @param receives a dispatcher for completions of receives
 * @param requests a dispatcher for completions of requests
 * @param connections a dispatcher for connection events
 * @param attributes other attributes
 * @param sharedReceives a queue to take receives from; an endpoint that has one keeps one
 */
public record EndpointChange(
        @Nullable ProtectionZone zone,
        @Nullable EventDispatcher receives,
        @Nullable EventDispatcher requests,
        @Nullable EventDispatcher connections,
        @Nullable EndpointAttributes attributes,
        @Nullable SharedReceiveQueue sharedReceives) {

    /**
     * A change that leaves where receives come from as it is.
     *
     * @param zone a protection zone
     * @param receives a dispatcher for completions of receives
     * @param requests a dispatcher for completions of requests
     * @param connections a dispatcher for connection events
     * @param attributes other attributes
     */
    public EndpointChange(
            @Nullable ProtectionZone zone,
            @Nullable EventDispatcher receives,
            @Nullable EventDispatcher requests,
            @Nullable EventDispatcher connections,
            @Nullable EndpointAttributes attributes) {
        this(zone, receives, requests, connections, attributes, null);
    }

    /**
     * A change of the parts that an endpoint needs to be connected.
     *
     * @param zone a protection zone
     * @param receives a dispatcher for completions of receives
     * @param requests a dispatcher for completions of requests
     * @param connections a dispatcher for connection events
     * @return the change
     */
    public static EndpointChange parts(
            ProtectionZone zone,
            EventDispatcher receives,
            EventDispatcher requests,
            EventDispatcher connections) {
        return new EndpointChange(zone, receives, requests, connections, null);
    }

    /**
     * This change, and receives from a shared queue: for an endpoint that a service point made.
     *
     * @param queue the queue
     * @return the change
     */
    public EndpointChange withSharedReceives(SharedReceiveQueue queue) {
        return new EndpointChange(zone, receives, requests, connections, attributes, queue);
    }
}
