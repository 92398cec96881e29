package org.jdapl.api;

import org.jdapl.api.data.EndpointState;

/**
 * What an endpoint is doing (uDAPL {@code dat_ep_get_status}).
 *
 * @param state its state
 * @param receivesIdle whether no receive is outstanding
 * @param requestsIdle whether no request is outstanding
 */
public record EndpointStatus(EndpointState state, boolean receivesIdle, boolean requestsIdle) {}
