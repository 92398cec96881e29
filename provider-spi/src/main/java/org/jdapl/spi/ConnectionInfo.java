package org.jdapl.spi;

import java.net.InetSocketAddress;

/**
 * What is known of a connection when it is established.
 *
 * @param local this side's address and port
 * @param remote the peer's address and port
 * @param privateData the bytes of the peer's acceptance; empty at the passive side
 * @param readsIn RDMA reads that this side serves at once, as agreed
 * @param readsOut RDMA reads that this side may have outstanding, as agreed
 */
public record ConnectionInfo(
        InetSocketAddress local,
        InetSocketAddress remote,
        byte[] privateData,
        int readsIn,
        int readsOut) {}
