package org.jdapl.spi;

import java.net.InetSocketAddress;

/** A connection request that waits for an answer: exactly one of accept, reject and close. */
public interface IncomingConnection extends AutoCloseable {

    /**
     * Where the request came to.
     *
     * @return address and port
     */
    InetSocketAddress localAddress();

    /**
     * Where it came from.
     *
     * @return address and port
     */
    InetSocketAddress remoteAddress();

    /**
     * The requester's private data, as it travelled.
     *
     * @return the bytes
     */
    byte[] privateData();

    /**
     * RDMA reads that the requester wants to have outstanding here.
     *
     * @return a number; 0 where the transport says nothing
     */
    int offeredReadsIn();

    /**
     * RDMA reads that the requester serves at once.
     *
     * @return a number; 0 where the transport says nothing
     */
    int offeredReadsOut();

    /**
     * Drops the request; the requester sees a refusal that is not the consumer's. Nothing happens
     * the second time.
     */
    @Override
    void close();
}
