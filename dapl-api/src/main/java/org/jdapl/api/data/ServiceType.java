package org.jdapl.api.data;

/** The service of an endpoint (uDAPL {@code DAT_SERVICE_TYPE}). */
public enum ServiceType {
    /** Reliable connection. */
    RELIABLE_CONNECTION,
    /** Unreliable datagram; needs {@link Capability#UNRELIABLE_DATAGRAM}. */
    UNRELIABLE_DATAGRAM
}
