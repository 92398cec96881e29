package org.jdapl.spi;

/**
 * A memory window: a remote key for part of a region, which a bind request gives and takes away.
 */
public interface MemoryWindow extends AutoCloseable {

    /**
     * The current key.
     *
     * @return the key; 0 where it is not bound
     */
    long remoteKey();

    /** Frees it, whether it is bound or not. */
    @Override
    void close();
}
