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
 */
public record EndpointChange(
        @Nullable ProtectionZone zone,
        @Nullable EventDispatcher receives,
        @Nullable EventDispatcher requests,
        @Nullable EventDispatcher connections,
        @Nullable EndpointAttributes attributes) {

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
}
