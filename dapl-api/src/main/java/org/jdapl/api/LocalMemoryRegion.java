package org.jdapl.api;

import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jdapl.api.data.Privilege;

/**
 * Registered memory (uDAPL {@code DAT_LMR_HANDLE}). Closing it ends the registration; it is refused
 * with {@code INVALID_STATE/LMR_IN_USE} while posted work or a remote memory region uses it. Memory
 * that JDAPL allocated is freed with it.
 */
public interface LocalMemoryRegion extends DatObject {

    /**
     * The zone that it belongs to.
     *
     * @return the zone
     */
    ProtectionZone protectionZone();

    /**
     * The memory.
     *
     * @return a segment of exactly {@link #length()} bytes, dead once the region is closed where
     *     JDAPL allocated it
     */
    MemorySegment segment();

    /**
     * How long it is.
     *
     * @return bytes, above zero
     */
    long length();

    /**
     * What may be done with it.
     *
     * @return the privileges, local read included
     */
    Set<Privilege> privileges();

    /**
     * What the peer needs to use the whole region.
     *
     * @return address, length and key
     * @throws DatException {@code PRIVILEGES_VIOLATION} where the region has no remote right
     */
    default RemoteRegion remoteRegion() {
        return remoteRegion(0, length());
    }

    /**
     * What the peer needs to use a part of the region. The key is that of the whole region: a
     * narrower region protects better.
     *
     * @param offset first byte
     * @param length how many bytes
     * @return address, length and key
     * @throws DatException {@code PRIVILEGES_VIOLATION} where the region has no remote right,
     *     {@code INVALID_PARAMETER} where the part is not inside the region
     */
    RemoteRegion remoteRegion(long offset, long length);

    /**
     * A part of the region, for the clear style of posting.
     *
     * @param offset first byte
     * @param length how many bytes; may be 0
     * @return the part
     * @throws DatException {@code INVALID_PARAMETER} where it is not inside the region
     */
    default LocalSegment slice(long offset, long length) {
        return LocalSegment.of(this, offset, length);
    }

    /**
     * The whole region, for the clear style of posting.
     *
     * @return the whole
     */
    default LocalSegment whole() {
        return LocalSegment.of(this, 0, length());
    }

    /**
     * Makes what the CPU wrote visible to RDMA reads of the peer (uDAPL {@code
     * dat_lmr_sync_rdma_read}). Nothing to do where memory is coherent, and legal everywhere.
     *
     * @param offset first byte
     * @param length how many bytes
     */
    void syncForRead(long offset, long length);

    /**
     * Makes what RDMA writes of the peer brought visible to the CPU (uDAPL {@code
     * dat_lmr_sync_rdma_write}). Nothing to do where memory is coherent, and legal everywhere.
     *
     * @param offset first byte
     * @param length how many bytes
     */
    void syncForWrite(long offset, long length);
}
