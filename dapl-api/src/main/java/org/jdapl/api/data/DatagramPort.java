package org.jdapl.api.data;

/**
 * What peers must know of an endpoint for datagrams, beside the address of its adapter, to send to
 * it without having looked it up.
 *
 * @param queuePair the number of its queue pair, 24 bits
 * @param queueKey the key that datagrams to it must carry (the Q_Key of InfiniBand)
 */
public record DatagramPort(int queuePair, int queueKey) {}
