package org.jdapl.api;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;

/**
 * A protection zone (uDAPL {@code DAT_PZ_HANDLE}): endpoints use only regions of their own zone,
 * locally and by RDMA. It cannot be closed while it has a region, a remote memory region, an
 * endpoint or a shared receive queue ({@code INVALID_STATE/PZ_IN_USE}).
 */
public interface ProtectionZone extends DatObject {

    /**
     * Allocates zeroed memory and registers it: the main road. The memory lives exactly as long as
     * the region: closing the region frees it, and is refused while posted work uses it.
     *
     * @param bytes how many bytes, at least 1
     * @param privileges what may be done with it; local read is always included
     * @param options further wishes
     * @return the region
     * @throws DatException {@code LENGTH_ERROR} for a length that is not above zero or above the
     *     adapter's maximum, {@code INVALID_PARAMETER} for a remote right without the local one,
     *     {@code INSUFFICIENT_RESOURCES} where memory is short
     */
    LocalMemoryRegion allocate(
            long bytes, Set<Privilege> privileges, RegistrationOption... options);

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
     * Makes a second region over the memory of another one (uDAPL {@code dat_lmr_create} of the
     * types {@code DAT_MEM_TYPE_LMR} and {@code DAT_MEM_TYPE_SHARED_VIRTUAL}; {@code
     * SHARED_REGION}), in this zone and with rights of its own: one buffer for endpoints of several
     * zones, or one read by some peers and written by others. The other region cannot be closed
     * before this one.
     *
     * @param source a region of any zone of this adapter
     * @param privileges what may be done with it by this region
     * @param options further wishes
     * @return the region
     * @throws DatException {@code MODEL_NOT_SUPPORTED} where it is not advertised, {@code
     *     INVALID_HANDLE} for a region that is closed or of another adapter, else as {@link
     *     #register}
     */
    LocalMemoryRegion share(
            LocalMemoryRegion source, Set<Privilege> privileges, RegistrationOption... options);

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
