package org.jdapl.spi;

/**
 * Where datagrams can be sent to: what a look-up, or joining a multicast group, has brought.
 *
 * @param path the path there; the runtime closes it
 * @param queuePair the queue pair there, 24 bits; of a group the one that stands for all
 * @param queueKey the key that datagrams must carry
 * @param privateData what the answerer gave; empty for a group
 */
public record DatagramPeer(AddressHandle path, int queuePair, int queueKey, byte[] privateData) {}
