package org.jdapl.spi;

/**
 * A memory window: a remote key for part of a region, which a bind request gives and takes away.
 * The peer names the bytes by the region's own addresses. A bind that names memory outside of the
 * region, another protection domain, or rights that the region lacks is refused by the runtime.
 */
public interface MemoryWindow extends AutoCloseable {

    /**
     * The key of the last bind that was posted. It differs from the key before, and is valid for
     * the peer once that bind has completed; a send posted behind the bind may carry it. Called by
     * any thread.
     *
     * @return the key; 0 where it is not bound, or where the peer has invalidated it. After a bind
     *     that failed or was flushed it is 0 only where the former key is known to be dead
     */
    long remoteKey();

    /** Frees it, whether it is bound or not. */
    @Override
    void close();
}
