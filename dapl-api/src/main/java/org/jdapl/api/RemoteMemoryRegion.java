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
     * endpoint's dispatcher for requests. Later requests of the endpoint start after it. Every bind
     * gives a new key and ends the former one.
     *
     * @param endpoint the endpoint, connected
     * @param part what the key stands for; length 0 unbinds
     * @param privileges rights for the peer, not wider than the region's
     * @param cookie what the completion gives back
     * @param flags bits of {@link org.jdapl.api.data.CompletionFlags}
     * @throws DatException {@code INVALID_STATE} for an endpoint that is not connected, {@code
     *     PRIVILEGES_VIOLATION} or {@code PROTECTION_VIOLATION} for rights or zones that do not fit
     */
    void bind(
            Endpoint endpoint,
            LocalSegment part,
            Set<Privilege> privileges,
            long cookie,
            int flags);

    /**
     * What the peer needs while it is bound.
     *
     * @return address, length and key; empty while it is not bound
     */
    Optional<RemoteRegion> remoteRegion();
}
