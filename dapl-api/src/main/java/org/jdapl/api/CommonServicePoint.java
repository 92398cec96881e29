package org.jdapl.api;

/**
 * A service point that is named by a whole socket address instead of a connection qualifier (uDAPL
 * {@code DAT_CSP_HANDLE}; {@code COMMON_SERVICE_POINT}); peers reach it by {@link
 * Endpoint#commonConnect}. The consumer gives the endpoint for each request. Over IP, where an
 * address and a port name every service point, it is the same as a public one.
 */
public non-sealed interface CommonServicePoint extends ServicePoint {}
