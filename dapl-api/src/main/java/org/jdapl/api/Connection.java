package org.jdapl.api;

import java.net.InetSocketAddress;

/**
 * What is known of an endpoint's connection. It stays readable after the connection has ended,
 * until the endpoint is reset.
 *
 * @param local this side's address and port
 * @param remote the peer's address and port
 * @param privateData what the peer gave: with its request at the accepting side, with its
 *     acceptance at the other
 * @param readsIn RDMA reads that this side serves at once, as agreed
 * @param readsOut RDMA reads that this side may have outstanding, as agreed; with 0 posting a read
 *     is refused
 */
public record Connection(
        InetSocketAddress local,
        InetSocketAddress remote,
        PrivateData privateData,
        int readsIn,
        int readsOut) {}
