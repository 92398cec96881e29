package org.jdapl.spi;

/** A registered region of memory. Its numbers do not change. */
public interface MemoryRegion extends AutoCloseable {

    /**
     * The key for the peer.
     *
     * @return the key; 0 where no remote privilege was given
     */
    long remoteKey();

    /**
     * The address by which the peer names the first byte. It need not be the memory's own address.
     *
     * @return the address
     */
    long remoteAddress();

    /**
     * Ends the registration. When this returns, the provider does not touch the memory any more,
     * and the remote key is dead and is not given out again soon. The runtime has made sure that no
     * posted work names the region.
     *
     * <p>Where this throws, memory that the runtime has allocated is never freed: the provider may
     * touch it still. One whose device has gone returns.
     */
    @Override
    void close();
}
