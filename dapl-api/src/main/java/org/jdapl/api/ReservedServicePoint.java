package org.jdapl.api;

/**
 * A service point for one request, for one endpoint (uDAPL {@code DAT_RSP_HANDLE}). Closing it
 * frees an endpoint that waits.
 */
public non-sealed interface ReservedServicePoint extends ServicePoint {

    /**
     * The endpoint that it is for.
     *
     * @return the endpoint
     */
    Endpoint endpoint();
}
