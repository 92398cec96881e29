package org.jdapl.spi;

/** The path to a port of the fabric, for datagrams. It belongs to a protection domain. */
public interface AddressHandle extends AutoCloseable {

    /**
     * Frees it. The runtime has seen the completions of all datagrams that name it. Nothing happens
     * the second time.
     */
    @Override
    void close();
}
