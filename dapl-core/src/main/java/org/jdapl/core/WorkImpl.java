package org.jdapl.core;

import java.util.Objects;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteMemoryRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/** Prepared work: a provider's work request, and the consumer's objects that it was made from. */
final class WorkImpl implements Work {

    private static final long ALL_BITS = -1L;

    final WorkRequest request;
    final @Nullable LocalMemoryRegion[] regions;
    long cookie;
    int flags;
    private @Nullable LocalMemoryRegionImpl @Nullable [] further;

    WorkImpl(int maxSegments) {
        request = new WorkRequest(maxSegments);
        regions = new LocalMemoryRegion[maxSegments];
    }

    /** The remote memory region that a read goes to; its binding gives the one segment. */
    private @Nullable RemoteMemoryRegionImpl sink;

    private long sinkOffset;

    /** Whether it was said what to do. */
    private boolean chosen;

    /** Whether it uses a mask, which needs a capability. */
    private boolean masked;

    /** Where a datagram goes; null for all else. */
    private @Nullable AddressHandleImpl destination;

    /** Whether all segments may be here: a {@link PostStatus}. */
    int checkSegments(@Nullable ProtectionZoneImpl zone, boolean writes) {
        if (zone == null) {
            return PostStatus.INVALID_STATE;
        }
        for (int i = 0; i < request.segments; i++) {
            if (!(regions[i] instanceof LocalMemoryRegionImpl local)) {
                return PostStatus.INVALID_ARGUMENT;
            }
            int status = local.check(zone, request.offset[i], request.length[i], writes);
            if (status != PostStatus.OK) {
                return status;
            }
        }
        return PostStatus.OK;
    }

    /** Where a datagram goes; null for all else. */
    @Nullable AddressHandleImpl destination() {
        return destination;
    }

    /** Whether it was said what to do; else it cannot be posted. */
    boolean isChosen() {
        return chosen;
    }

    /** The capability that it needs beyond that of its kind, or null. */
    @Nullable Capability extraCapability() {
        if (destination != null) {
            return Capability.UNRELIABLE_DATAGRAM;
        }
        if (sink != null) {
            return Capability.READ_TO_RMR;
        }
        return masked ? Capability.MASKED_ATOMICS : null;
    }

    /** Looks up where a read to a remote memory region goes: a {@link PostStatus}. */
    int resolveSink() {
        RemoteMemoryRegionImpl s = sink;
        if (s == null) {
            return PostStatus.OK;
        }
        @Nullable Binding b = s.isClosed() ? null : s.binding();
        long length = request.totalLength;
        if (b == null || b.region == null || sinkOffset < 0 || sinkOffset > b.length - length) {
            return PostStatus.PROTECTION_VIOLATION;
        }
        put(0, b.region, b.offset + sinkOffset, length);
        request.segments = 1;
        return PostStatus.OK;
    }

    /** The region of the first segment; null where there is none. */
    @Nullable LocalMemoryRegionImpl firstRegion() {
        return request.segments == 0 ? null : (LocalMemoryRegionImpl) regions[0];
    }

    /**
     * The regions of the segments after the first, for the ledger; null where there are none. Made
     * anew only where the segments have changed.
     */
    @Nullable LocalMemoryRegionImpl @Nullable [] furtherRegions() {
        if (request.segments < 2) {
            return null;
        }
        @Nullable LocalMemoryRegionImpl[] f = further;
        if (f == null) {
            f = new LocalMemoryRegionImpl[request.segments - 1];
            for (int i = 0; i < f.length; i++) {
                f[i] = (LocalMemoryRegionImpl) regions[i + 1];
            }
            further = f;
        }
        return f;
    }

    private WorkImpl kind(OperationKind kind, long address, long key) {
        request.kind = kind;
        request.remoteAddress = address;
        request.remoteKey = key;
        chosen = true;
        masked = false;
        destination = null;
        request.destination = null;
        if (sink != null) {
            sink = null;
            request.window = null;
            clearSegments();
        }
        return this;
    }

    @Override
    public Work receive() {
        return kind(OperationKind.RECEIVE, 0, 0);
    }

    @Override
    public Work send() {
        return kind(OperationKind.SEND, 0, 0);
    }

    @Override
    public Work sendWithInvalidate(long remoteKey) {
        request.invalidateKey = remoteKey;
        return kind(OperationKind.SEND_WITH_INVALIDATE, 0, 0);
    }

    @Override
    public Work sendWithImmediate(int immediate) {
        request.immediate = immediate;
        return kind(OperationKind.SEND_WITH_IMMEDIATE, 0, 0);
    }

    @Override
    public Work write(long remoteAddress, long remoteKey) {
        return kind(OperationKind.RDMA_WRITE, remoteAddress, remoteKey);
    }

    @Override
    public Work writeWithImmediate(long remoteAddress, long remoteKey, int immediate) {
        request.immediate = immediate;
        return kind(OperationKind.WRITE_WITH_IMMEDIATE, remoteAddress, remoteKey);
    }

    @Override
    public Work read(long remoteAddress, long remoteKey) {
        return kind(OperationKind.RDMA_READ, remoteAddress, remoteKey);
    }

    @Override
    public Work fetchAndAdd(long remoteAddress, long remoteKey, long add) {
        request.compareOrAdd = add;
        request.compareOrFieldMask = 0;
        return kind(OperationKind.FETCH_AND_ADD, remoteAddress, remoteKey);
    }

    @Override
    public Work compareAndSwap(long remoteAddress, long remoteKey, long compare, long swap) {
        request.compareOrAdd = compare;
        request.swap = swap;
        request.compareOrFieldMask = ALL_BITS;
        request.swapMask = ALL_BITS;
        return kind(OperationKind.COMPARE_AND_SWAP, remoteAddress, remoteKey);
    }

    @Override
    public Work maskedFetchAndAdd(long remoteAddress, long remoteKey, long add, long fieldMask) {
        fetchAndAdd(remoteAddress, remoteKey, add);
        request.compareOrFieldMask = fieldMask;
        masked = true;
        return this;
    }

    @Override
    public Work maskedCompareAndSwap(
            long remoteAddress,
            long remoteKey,
            long compare,
            long compareMask,
            long swap,
            long swapMask) {
        compareAndSwap(remoteAddress, remoteKey, compare, swap);
        request.compareOrFieldMask = compareMask;
        request.swapMask = swapMask;
        masked = true;
        return this;
    }

    @Override
    public Work readTo(
            RemoteMemoryRegion to, long offset, long length, long remoteAddress, long remoteKey) {
        read(remoteAddress, remoteKey);
        clearSegments();
        RemoteMemoryRegionImpl window = (RemoteMemoryRegionImpl) to;
        sink = window;
        sinkOffset = offset;
        request.window = window.window;
        request.totalLength = length;
        return this;
    }

    @Override
    public Work to(AddressHandle peer) {
        AddressHandleImpl handle = (AddressHandleImpl) Objects.requireNonNull(peer, "peer");
        destination = handle;
        request.destination = handle.path;
        request.remoteQueuePair = handle.queuePair();
        request.remoteQueueKey = handle.queueKey();
        return this;
    }

    @Override
    public Work clearSegments() {
        request.segments = 0;
        request.totalLength = 0;
        further = null;
        return this;
    }

    @Override
    public Work addSegment(LocalMemoryRegion region, long offset, long length) {
        int i = request.segments;
        put(Objects.checkIndex(i, regions.length), region, offset, length);
        request.segments = i + 1;
        request.totalLength += length;
        return this;
    }

    @Override
    public Work setSegment(int index, LocalMemoryRegion region, long offset, long length) {
        Objects.checkIndex(index, request.segments);
        request.totalLength += length - request.length[index];
        put(index, region, offset, length);
        return this;
    }

    @SuppressWarnings("ReferenceEquality") // regions have no other equality
    private void put(int index, LocalMemoryRegion region, long offset, long length) {
        if (regions[index] != region || index >= request.segments) {
            further = null; // outstanding work keeps the former array: it is never changed
        }
        regions[index] = Objects.requireNonNull(region, "region");
        request.region[index] = region instanceof LocalMemoryRegionImpl r ? r.registration : null;
        request.offset[index] = offset;
        request.length[index] = length;
    }

    @Override
    public Work cookie(long newCookie) {
        cookie = newCookie;
        return this;
    }

    @Override
    public Work flags(int newFlags) {
        flags = newFlags;
        return this;
    }

    @Override
    public OperationKind kind() {
        return request.kind;
    }

    @Override
    public int segments() {
        return request.segments;
    }

    @Override
    public long length() {
        return request.totalLength;
    }
}
