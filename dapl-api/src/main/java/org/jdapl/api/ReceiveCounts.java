package org.jdapl.api;

/**
 * Receives of an endpoint (uDAPL {@code dat_ep_recv_query}).
 *
 * @param posted receives that are posted and wait for a message
 * @param span receives from the first that is in use to the last that was posted; at least {@code
 *     posted}
 */
public record ReceiveCounts(int posted, int span) {}
