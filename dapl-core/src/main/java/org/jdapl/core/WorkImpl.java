package org.jdapl.core;

import java.util.Objects;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.Work;
import org.jdapl.api.data.OperationKind;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/** Prepared work: a provider's work request, and the consumer's objects that it was made from. */
final class WorkImpl implements Work {

    final WorkRequest request;
    final @Nullable LocalMemoryRegion[] regions;
    long cookie;
    int flags;
    private @Nullable LocalMemoryRegionImpl @Nullable [] further;

    WorkImpl(int maxSegments) {
        request = new WorkRequest(maxSegments);
        regions = new LocalMemoryRegion[maxSegments];
    }

    /**
     * The regions of the segments after the first, for the ledger. Made anew only where the
     * segments have changed.
     */
    @Nullable LocalMemoryRegionImpl[] furtherRegions() {
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
        return kind(OperationKind.FETCH_AND_ADD, remoteAddress, remoteKey);
    }

    @Override
    public Work compareAndSwap(long remoteAddress, long remoteKey, long compare, long swap) {
        request.compareOrAdd = compare;
        request.swap = swap;
        return kind(OperationKind.COMPARE_AND_SWAP, remoteAddress, remoteKey);
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
