package org.jdapl.spi;

import java.lang.foreign.MemorySegment;

/** A protection domain: regions and queue pairs of different ones do not work together. */
public interface ProtectionDomain extends AutoCloseable {

    /**
     * Registers memory.
     *
     * @param segment native memory that any thread may use; the runtime keeps it alive until the
     *     region is closed
     * @param privileges bits of {@link org.jdapl.api.data.Privilege}
     * @return the region
     * @throws ProviderException where a limit is reached or the device refuses the memory
     */
    MemoryRegion register(MemorySegment segment, int privileges);

    /**
     * Registers memory whose first byte has the address 0 for the peer ({@code ZERO_BASED_REGION}).
     *
     * @param segment as in {@link #register}
     * @param privileges bits of {@link org.jdapl.api.data.Privilege}
     * @return the region, whose {@link MemoryRegion#remoteAddress()} is 0
     * @throws ProviderException where it is not supported, or as {@link #register}
     */
    default MemoryRegion registerZeroBased(MemorySegment segment, int privileges) {
        throw ProviderException.notSupported("zero-based regions");
    }

    /**
     * Allocates memory that this provider likes best, or declines. The runtime calls it before it
     * allocates by itself.
     *
     * @param bytes how many bytes
     * @param alignment their alignment, a power of two
     * @param arena what the memory must live and die with
     * @return the memory, or null where the provider has no preference
     */
    default @org.jspecify.annotations.Nullable MemorySegment allocate(
            long bytes, long alignment, java.lang.foreign.Arena arena) {
        return null;
    }

    /** Frees it. The runtime has closed its regions and queue pairs before. */
    @Override
    void close();
}
