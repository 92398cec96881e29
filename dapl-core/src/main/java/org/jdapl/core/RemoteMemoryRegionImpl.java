package org.jdapl.core;

import java.util.Optional;
import java.util.Set;
import org.jdapl.api.DatException;
import org.jdapl.api.Endpoint;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalSegment;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.spi.MemoryWindow;
import org.jspecify.annotations.Nullable;

/** A remote memory region over a provider's memory window. */
final class RemoteMemoryRegionImpl extends ObjectBase implements RemoteMemoryRegion {

    final MemoryWindow window;
    private final ProtectionZoneImpl zone;
    private final RmrScope scope;

    /** The binding of the last bind that was posted; written under the control lock. */
    private volatile @Nullable Binding latest;

    RemoteMemoryRegionImpl(
            AdapterImpl owner, ProtectionZoneImpl zone, RmrScope scope, MemoryWindow window) {
        super(owner, HandleKind.REMOTE_MEMORY_REGION);
        this.zone = zone;
        this.scope = scope;
        this.window = window;
        zone.retain();
    }

    @Override
    public ProtectionZone protectionZone() {
        return zone;
    }

    @Override
    public RmrScope scope() {
        return scope;
    }

    @Override
    public void bind(
            Endpoint endpoint,
            LocalSegment part,
            Set<Privilege> privileges,
            long cookie,
            int flags) {
        owner.control().lock();
        try {
            requireOpen();
            EndpointImpl e = ownEndpoint(endpoint);
            LocalMemoryRegionImpl region = owner.own(part.region(), LocalMemoryRegionImpl.class);
            region.checkWindow(zone, part.offset(), part.length(), privileges);
            boolean unbinds = part.length() == 0;
            post(
                    e,
                    new Binding(
                            this, unbinds ? null : region, part.offset(), part.length(), latest),
                    Privilege.bits(privileges),
                    cookie,
                    flags);
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    public void unbind(Endpoint endpoint, long cookie) {
        owner.control().lock();
        try {
            requireOpen();
            post(
                    ownEndpoint(endpoint),
                    new Binding(this, null, 0, 0, latest),
                    0,
                    cookie,
                    CompletionFlags.DEFAULT);
        } finally {
            owner.control().unlock();
        }
    }

    private EndpointImpl ownEndpoint(Endpoint endpoint) {
        EndpointImpl e = owner.own(endpoint);
        if (!e.isIn(zone)) {
            throw Errors.protection("the endpoint is in another protection zone");
        }
        return e;
    }

    /** Posts a bind. It completes before {@link #latest} names it, perhaps: that does no harm. */
    private void post(EndpointImpl e, Binding binding, int privileges, long cookie, int flags) {
        int status = e.postBind(binding, privileges, cookie, flags);
        if (status != PostStatus.OK) {
            throw DatException.refused(status, "bind", "endpoint state " + e.state());
        }
        latest = binding;
    }

    /** What it is bound to, or null. */
    @Nullable Binding binding() {
        @Nullable Binding b = latest;
        return b != null && b.stands() && key() != 0 ? b : null;
    }

    @Override
    public Optional<RemoteRegion> remoteRegion() {
        requireOpen();
        @Nullable Binding b = binding();
        if (b == null || b.region == null) {
            return Optional.empty();
        }
        return Optional.of(new RemoteRegion(b.region.remoteAddress() + b.offset, b.length, key()));
    }

    private long key() {
        return ProviderCalls.get("MemoryWindow.remoteKey", window::remoteKey);
    }

    /** Whether its key may still lead into a region; under the control lock. */
    boolean mayName(LocalMemoryRegionImpl region) {
        @Nullable Binding b = latest;
        return b != null && key() != 0 && b.mayName(region);
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.NO_SUBTYPE;
    }

    @Override
    void dispose() {
        owner.quietly("MemoryWindow.close", window::close);
        zone.releaseUser();
    }
}
