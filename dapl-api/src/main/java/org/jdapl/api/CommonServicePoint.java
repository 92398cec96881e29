package org.jdapl.api;

/**
 * A service point that speaks for a whole adapter (uDAPL {@code DAT_CSP_HANDLE}; {@code
 * COMMON_SERVICE_POINT}).
 */
public non-sealed interface CommonServicePoint extends ServicePoint {}
