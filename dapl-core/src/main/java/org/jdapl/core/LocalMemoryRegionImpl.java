package org.jdapl.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.spi.MemoryRegion;
import org.jspecify.annotations.Nullable;

/** A region: memory, its registration, and the arena where the runtime allocated it. */
final class LocalMemoryRegionImpl extends ObjectBase implements LocalMemoryRegion {

    private static final int REMOTE =
            Privilege.REMOTE_READ.bit()
                    | Privilege.REMOTE_WRITE.bit()
                    | Privilege.REMOTE_ATOMIC.bit();

    private static final int CLOSE_TRIES = 1000;

    final ProtectionZoneImpl zone;
    final MemoryRegion registration;
    private final MemorySegment segment;
    private final MemorySegment.Scope scope;
    private final long length;
    private final int privileges;
    private final @Nullable Arena arena;

    /** The region whose memory this one shares; null for memory of its own. */
    private final @Nullable LocalMemoryRegionImpl source;

    /** False from the start of closing on, so that later posts are refused. */
    private volatile boolean usable = true;

    LocalMemoryRegionImpl(
            AdapterImpl owner,
            ProtectionZoneImpl zone,
            MemorySegment segment,
            int privileges,
            MemoryRegion registration,
            @Nullable Arena arena,
            @Nullable LocalMemoryRegionImpl source) {
        super(owner, HandleKind.LOCAL_MEMORY_REGION);
        this.zone = zone;
        this.segment = segment;
        this.scope = segment.scope();
        this.length = segment.byteSize();
        this.privileges = privileges;
        this.registration = registration;
        this.arena = arena;
        this.source = source;
        zone.retain();
        if (source != null) {
            source.retain();
        }
    }

    /** Refuses a part, a zone or rights that a window over it cannot have. */
    void checkWindow(ProtectionZoneImpl ofWindow, long offset, long bytes, Set<Privilege> rights) {
        if (zone != ofWindow) {
            throw Errors.protection("the region is in another protection zone");
        }
        @Nullable String outside = outside(offset, bytes);
        if (outside != null) {
            throw Errors.protection(outside);
        }
        boolean writes =
                rights.contains(Privilege.REMOTE_WRITE) || rights.contains(Privilege.REMOTE_ATOMIC);
        if (writes && !Privilege.LOCAL_WRITE.in(privileges)) {
            throw Errors.privileges(
                    DatSubtype.PRIVILEGES_WRITE,
                    "rights=" + rights + ": the region has no LOCAL_WRITE");
        }
    }

    /** Whether a segment of work may be here: a {@link PostStatus}. */
    int check(ProtectionZoneImpl ofEndpoint, long offset, long bytes, boolean writes) {
        if (!usable) {
            return PostStatus.CLOSED;
        }
        if (zone != ofEndpoint || !isInside(offset, bytes)) {
            return PostStatus.PROTECTION_VIOLATION;
        }
        if (writes && !Privilege.LOCAL_WRITE.in(privileges)) {
            return PostStatus.PRIVILEGES_VIOLATION;
        }
        if (arena == null && !scope.isAlive()) {
            return PostStatus.MEMORY_GONE;
        }
        return PostStatus.OK;
    }

    @Override
    public ProtectionZone protectionZone() {
        return zone;
    }

    @Override
    public MemorySegment segment() {
        requireOpen();
        return segment;
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public Set<Privilege> privileges() {
        return Privilege.of(privileges);
    }

    @Override
    public RemoteRegion remoteRegion(long offset, long bytes) {
        requireOpen();
        checkRange(offset, bytes);
        if ((privileges & REMOTE) == 0) {
            throw Errors.privileges(
                    DatSubtype.NO_SUBTYPE,
                    "the region has no remote right: privileges=" + privileges());
        }
        return new RemoteRegion(
                remoteAddress() + offset,
                bytes,
                ProviderCalls.get("MemoryRegion.remoteKey", registration::remoteKey));
    }

    /** Where its memory begins for a peer. */
    long remoteAddress() {
        return ProviderCalls.get("MemoryRegion.remoteAddress", registration::remoteAddress);
    }

    private boolean isInside(long offset, long bytes) {
        return offset >= 0 && bytes >= 0 && offset <= length - bytes;
    }

    /** Says that a part is outside of the region; null where it is inside. */
    private @Nullable String outside(long offset, long bytes) {
        return isInside(offset, bytes)
                ? null
                : "offset="
                        + offset
                        + ", length="
                        + bytes
                        + " is outside the region of "
                        + length
                        + " bytes";
    }

    private void checkRange(long offset, long bytes) {
        @Nullable String outside = outside(offset, bytes);
        if (outside != null) {
            throw Errors.parameter(1, outside);
        }
    }

    @Override
    public void syncForRead(long offset, long bytes) {
        requireOpen();
        checkRange(offset, bytes);
    }

    @Override
    public void syncForWrite(long offset, long bytes) {
        requireOpen();
        checkRange(offset, bytes);
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.INVALID_STATE_LMR_IN_USE;
    }

    @Override
    void checkClosable() {
        usable = false;
        boolean free = false;
        @Nullable String user;
        try {
            user = owner.userOf(this, zone);
            free = user == null;
        } finally {
            usable = !free;
        }
        if (user != null) {
            throw Errors.inUse(inUseSubtype(), HandleKind.LOCAL_MEMORY_REGION, user);
        }
    }

    @Override
    void dispose() {
        usable = false;
        boolean untouched = owner.quietly("MemoryRegion.close", registration::close);
        zone.releaseUser();
        if (source != null) {
            source.releaseUser();
        }
        if (arena != null && untouched) {
            closeArena(arena);
        } else if (arena != null) {
            // Lost memory harms less than memory that a device writes to when it is another's.
            owner.reportInternal(
                    "the memory of a closed region, "
                            + length
                            + " bytes, is kept: its provider may touch it still");
        }
    }

    /**
     * Frees the memory. A socket call that is reading from it at this moment holds it for the
     * length of that call.
     */
    private void closeArena(Arena a) {
        for (int i = 0; ; i++) {
            try {
                a.close();
                return;
            } catch (IllegalStateException e) {
                if (i == CLOSE_TRIES || !a.scope().isAlive()) {
                    owner.reportInternal(
                            "memory of a closed region cannot be freed: " + e.getMessage());
                    return;
                }
                owner.parker().giveWay();
            }
        }
    }
}
