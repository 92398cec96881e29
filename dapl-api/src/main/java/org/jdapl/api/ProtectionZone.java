package org.jdapl.api;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;

/**
 * A protection zone (uDAPL {@code DAT_PZ_HANDLE}): endpoints use only regions of their own zone,
 * locally and by RDMA. It cannot be closed while it has a region, an endpoint or a shared receive
 * queue ({@code INVALID_STATE/PZ_IN_USE}).
 */
public interface ProtectionZone extends DatObject {

    /**
     * Allocates zeroed memory and registers it: the main road. The memory lives exactly as long as
     * the region: closing the region frees it, and is refused while posted work uses it.
     *
     * @param bytes how many bytes, at least 1
     * @param privileges what may be done with it; local read is always included
     * @return the region
     * @throws DatException {@code LENGTH_ERROR} for a length that is not above zero or above the
     *     adapter's maximum, {@code INVALID_PARAMETER} for a remote right without the local one,
     *     {@code INSUFFICIENT_RESOURCES} where memory is short
     */
    LocalMemoryRegion allocate(long bytes, Set<Privilege> privileges);

    /**
     * Registers memory of the caller (uDAPL {@code dat_lmr_create}). The memory must be native, and
     * usable by every thread: from a shared, automatic or global arena, a mapped file, or a direct
     * buffer. The caller keeps it alive until the region is closed; that is checked at each post,
     * and where a device accesses the memory by itself the option {@link
     * RegistrationOption#CALLER_GUARANTEES_LIFETIME} is needed.
     *
     * @param segment the memory; a slice stands for exactly its own bytes
     * @param privileges what may be done with it; local read is always included
     * @param options further wishes
     * @return the region
     * @throws DatException {@code LENGTH_ERROR} for an empty segment, {@code INVALID_PARAMETER} for
     *     memory of the heap or of one thread, or read-only with a right to write, {@code
     *     INVALID_HANDLE} for memory that is no longer alive, {@code INSUFFICIENT_RESOURCES} where
     *     the device refuses
     */
    LocalMemoryRegion register(
            MemorySegment segment, Set<Privilege> privileges, RegistrationOption... options);

    /**
     * Makes a remote memory region, unbound (uDAPL {@code dat_rmr_create}, {@code
     * dat_rmr_create_for_ep}; {@code MEMORY_WINDOW} or {@code MEMORY_WINDOW_ENDPOINT}).
     *
     * @param scope where it can be used
     * @return the remote memory region
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised
     */
    RemoteMemoryRegion createRemoteMemoryRegion(RmrScope scope);
}
