package org.jdapl.api;

/** A service point for any number of requests (uDAPL {@code DAT_PSP_HANDLE}). */
public non-sealed interface PublicServicePoint extends ServicePoint {

    /**
     * Who makes the endpoints.
     *
     * @return as given at its creation
     */
    EndpointCreation endpointCreation();
}
