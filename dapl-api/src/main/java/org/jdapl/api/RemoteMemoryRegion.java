package org.jdapl.api;

import java.util.Optional;
import java.util.Set;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;

/**
 * A remote key for part of a local region, given and taken away by binds (uDAPL {@code
 * DAT_RMR_HANDLE}; a memory window of verbs). It can be closed whether it is bound or not.
 */
public interface RemoteMemoryRegion extends DatObject {

    /**
     * The zone that it belongs to.
     *
     * @return the zone
     */
    ProtectionZone protectionZone();

    /**
     * Where it can be used.
     *
     * @return the scope
     */
    RmrScope scope();

    /**
     * Posts a bind (uDAPL {@code dat_rmr_bind}); its completion is a {@link BindCompletion} on the
     * endpoint's dispatcher for requests. Later requests of the endpoint start after it, so a send
     * right behind it may carry the new key. Every bind gives a new key and ends the former one.
     * After a bind that failed or was flushed there is no key to give out; a former one may still
     * work, and keeps its region from being closed, until the next bind has succeeded or this is
     * closed.
     *
     * @param endpoint the endpoint
     * @param part what the key stands for; with length 0 it unbinds
     * @param privileges rights for the peer: reading needs local read of the region, writing and
     *     atomics need local write; the region's own remote rights do not matter
     * @param cookie what the completion gives back
     * @param flags bits of {@link org.jdapl.api.data.CompletionFlags}
     * @throws DatException {@code INVALID_STATE} for an endpoint that is neither connected nor
     *     disconnected (then it is flushed, as every request), {@code QUEUE_FULL}, {@code
     *     PRIVILEGES_VIOLATION} for rights that the region lacks locally, {@code
     *     PROTECTION_VIOLATION} for zones that differ or bytes outside of the region, {@code
     *     INVALID_HANDLE} for a part of a closed region
     */
    void bind(
            Endpoint endpoint,
            LocalSegment part,
            Set<Privilege> privileges,
            long cookie,
            int flags);

    /**
     * Posts a bind of length 0: the key is dead when it has completed.
     *
     * @param endpoint the endpoint, connected
     * @param cookie what the completion gives back
     * @throws DatException as {@link #bind}
     */
    void unbind(Endpoint endpoint, long cookie);

    /**
     * What the peer needs while it is bound: from the post of the bind on.
     *
     * @return address, length and key; empty while it is not bound, or once the peer has
     *     invalidated the key
     */
    Optional<RemoteRegion> remoteRegion();
}
