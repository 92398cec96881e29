package org.jdapl.core;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.HandleKind;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.ProtectionZone;
import org.jdapl.api.RegistrationOption;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.ProviderAttributes.RmrScope;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.ProtectionDomain;
import org.jspecify.annotations.Nullable;

/** A protection zone over a protection domain. */
final class ProtectionZoneImpl extends ObjectBase implements ProtectionZone {

    /** Allocations start at such addresses: what devices and copies like. */
    private static final long ALIGNMENT = 4096;

    private final ProtectionDomain domain;

    ProtectionZoneImpl(AdapterImpl owner, ProtectionDomain domain) {
        super(owner, HandleKind.PROTECTION_ZONE);
        this.domain = domain;
    }

    ProtectionDomain domain() {
        return domain;
    }

    @Override
    @SuppressWarnings("MustBeClosedChecker") // the region closes it; without one it is closed here
    public LocalMemoryRegion allocate(
            long bytes, Set<Privilege> privileges, RegistrationOption... options) {
        boolean zeroBased = checkOptions(options);
        checkLength(bytes);
        int bits = checkPrivileges(privileges, false);
        Arena arena = Arena.ofShared();
        boolean done = false;
        try {
            @Nullable MemorySegment preferred = allocateAtProvider(bytes, arena);
            MemorySegment segment =
                    preferred != null ? preferred : arena.allocate(bytes, ALIGNMENT);
            LocalMemoryRegion region = register(segment, bits, arena, zeroBased, null);
            done = true;
            return region;
        } catch (OutOfMemoryError e) {
            throw Errors.resources(
                    DatSubtype.RESOURCE_MEMORY,
                    "cannot allocate " + bytes + " bytes of native memory: " + e.getMessage());
        } finally {
            if (!done) {
                arena.close();
            }
        }
    }

    private @Nullable MemorySegment allocateAtProvider(long bytes, Arena arena) {
        owner.control().lock();
        try {
            requireOpen();
            return ProviderCalls.<MemorySegment>getOrNull(
                    "ProtectionDomain.allocate", () -> domain.allocate(bytes, ALIGNMENT, arena));
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    public LocalMemoryRegion register(
            MemorySegment segment, Set<Privilege> privileges, RegistrationOption... options) {
        boolean zeroBased = checkOptions(options);
        if (!segment.isNative()) {
            throw Errors.parameter(
                    1, "the segment is on the Java heap; only native memory can be registered");
        }
        if (!segment.scope().isAlive()) {
            throw Errors.foreign(
                    DatSubtype.INVALID_HANDLE1, "the segment's memory is no longer alive");
        }
        if (!segment.isAccessibleBy(OTHER_THREAD)) {
            throw Errors.parameter(
                    1, "the segment belongs to one thread (confined arena); use a shared arena");
        }
        checkLength(segment.byteSize());
        if (segment.isReadOnly()) {
            owner.gate().require(Capability.READ_ONLY_MEMORY);
        }
        int bits = checkPrivileges(privileges, segment.isReadOnly());
        return register(segment, bits, null, zeroBased, null);
    }

    @Override
    public LocalMemoryRegion share(
            LocalMemoryRegion source, Set<Privilege> privileges, RegistrationOption... options) {
        owner.gate().require(Capability.SHARED_REGION);
        boolean zeroBased = checkOptions(options);
        LocalMemoryRegionImpl s = owner.own(source, LocalMemoryRegionImpl.class);
        MemorySegment segment = s.segment();
        int bits = checkPrivileges(privileges, segment.isReadOnly());
        return register(segment, bits, null, zeroBased, s);
    }

    /** Whether a region shall be zero-based; refuses options that the adapter does not have. */
    private boolean checkOptions(RegistrationOption... options) {
        boolean zeroBased = Arrays.asList(options).contains(RegistrationOption.ZERO_BASED);
        if (zeroBased) {
            owner.gate().require(Capability.ZERO_BASED_REGION);
        }
        return zeroBased;
    }

    /** Any thread but the caller: memory that this one may not use is confined. Never started. */
    private static final Thread OTHER_THREAD = SystemSeams.THREADS.newThread(() -> {});

    private void checkLength(long bytes) {
        requireOpen();
        AdapterAttributes limits = owner.attributes();
        if (bytes <= 0) {
            throw Errors.length("length=" + bytes + " of a region is not above zero");
        }
        if (bytes > limits.maxRegionBytes()) {
            throw Errors.length(
                    "length="
                            + bytes
                            + " of a region is above the adapter's maximum of "
                            + limits.maxRegionBytes());
        }
    }

    private static int checkPrivileges(Set<Privilege> privileges, boolean readOnly) {
        EnumSet<Privilege> set = EnumSet.of(Privilege.LOCAL_READ);
        set.addAll(privileges);
        boolean writes = set.contains(Privilege.LOCAL_WRITE);
        if (!writes
                && (set.contains(Privilege.REMOTE_WRITE)
                        || set.contains(Privilege.REMOTE_ATOMIC))) {
            throw Errors.parameter(
                    2, "privileges=" + set + ": a remote right to write needs LOCAL_WRITE");
        }
        if (readOnly && writes) {
            throw Errors.parameter(2, "privileges=" + set + ": the segment is read-only");
        }
        return Privilege.bits(set);
    }

    private LocalMemoryRegion register(
            MemorySegment segment,
            int bits,
            @Nullable Arena arena,
            boolean zeroBased,
            @Nullable LocalMemoryRegionImpl source) {
        owner.control().lock();
        try {
            requireOpen();
            if (source != null) {
                source.requireOpen(); // it may have been closed since it was looked at
            }
            owner.checkLimit(
                    HandleKind.LOCAL_MEMORY_REGION,
                    owner.attributes().maxRegions(),
                    DatSubtype.RESOURCE_MEMORY_REGION);
            MemoryRegion registration =
                    owner.counts()
                            .register(
                                    segment.byteSize(), () -> registered(segment, bits, zeroBased));
            LocalMemoryRegionImpl region =
                    new LocalMemoryRegionImpl(
                            owner, this, segment, bits, registration, arena, source);
            owner.remember(region);
            return region;
        } finally {
            owner.control().unlock();
        }
    }

    private MemoryRegion registered(MemorySegment segment, int bits, boolean zeroBased) {
        return zeroBased
                ? ProviderCalls.get(
                        "ProtectionDomain.registerZeroBased",
                        () -> domain.registerZeroBased(segment, bits))
                : ProviderCalls.get(
                        "ProtectionDomain.register", () -> domain.register(segment, bits));
    }

    @Override
    public RemoteMemoryRegion createRemoteMemoryRegion(RmrScope scope) {
        boolean endpointScope = scope == RmrScope.ENDPOINT;
        owner.control().lock();
        try {
            requireOpen();
            owner.gate()
                    .require(
                            endpointScope
                                    ? Capability.MEMORY_WINDOW_ENDPOINT
                                    : Capability.MEMORY_WINDOW);
            owner.checkLimit(
                    HandleKind.REMOTE_MEMORY_REGION,
                    owner.attributes().maxRemoteRegions(),
                    DatSubtype.RESOURCE_MEMORY_REGION);
            MemoryWindow window =
                    ProviderCalls.get(
                            "Adapter.createMemoryWindow",
                            () -> owner.provider().createMemoryWindow(domain, endpointScope));
            RemoteMemoryRegionImpl region = new RemoteMemoryRegionImpl(owner, this, scope, window);
            owner.remember(region);
            return region;
        } finally {
            owner.control().unlock();
        }
    }

    @Override
    DatSubtype inUseSubtype() {
        return DatSubtype.INVALID_STATE_PZ_IN_USE;
    }

    @Override
    void dispose() {
        owner.quietly("ProtectionDomain.close", domain::close);
    }
}
