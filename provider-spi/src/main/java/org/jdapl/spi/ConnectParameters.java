package org.jdapl.spi;

/**
 * What goes with a connection request or with its acceptance.
 *
 * @param privateData the consumer's bytes, as they are to travel
 * @param readsIn RDMA reads that this side will serve at once
 * @param readsOut RDMA reads that this side wants to have outstanding
 * @param timeoutNs the consumer's time limit, for providers that can use it; the runtime enforces
 *     it
 */
public record ConnectParameters(byte[] privateData, int readsIn, int readsOut, long timeoutNs) {}
