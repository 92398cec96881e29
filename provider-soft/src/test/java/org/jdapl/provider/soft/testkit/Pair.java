package org.jdapl.provider.soft.testkit;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.spi.CompletionQueue;
import org.jdapl.spi.Completions;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WorkRequest;

/** A queue pair with its completion queues. Its own context. */
public final class Pair implements AutoCloseable {

    /** One completion. */
    public record Done(
            long id,
            int status,
            OperationKind kind,
            long length,
            int flags,
            long key,
            int vendor,
            int immediate) {}

    public final Host host;
    public final CompletionQueue requests;
    public final CompletionQueue receives;
    public final QueuePair qp;
    public final Deque<Done> sent = new ArrayDeque<>();
    public final Deque<Done> received = new ArrayDeque<>();
    private final Completions batch = new Completions(16);
    private final WorkRequest request = new WorkRequest(16);
    private long nextId = 1;

    Pair(
            Host host,
            ProtectionDomain domain,
            EndpointAttributes attributes,
            SharedReceiveQueue shared) {
        this.host = host;
        requests = host.adapter.createCompletionQueue(attributes.maxRequests() + 8, this);
        receives = host.adapter.createCompletionQueue(attributes.maxReceives() + 8, this);
        qp =
                host.adapter.createQueuePair(
                        new QueuePairParameters(domain, requests, receives, shared, attributes),
                        this);
    }

    public void poll() {
        drain(requests, sent);
        drain(receives, received);
    }

    private void drain(CompletionQueue queue, Deque<Done> into) {
        for (int n = queue.poll(batch, 16); n > 0; n = queue.poll(batch, 16)) {
            for (int i = 0; i < n; i++) {
                if (batch.queuePair[i] != qp.number()) {
                    throw new AssertionError("queue pair " + batch.queuePair[i]);
                }
                into.add(
                        new Done(
                                batch.id[i],
                                batch.status[i],
                                OperationKind.of(batch.kind[i]),
                                batch.length[i],
                                batch.flags[i],
                                batch.invalidatedKey[i],
                                batch.vendorStatus[i],
                                batch.immediate[i]));
            }
        }
    }

    private WorkRequest fill(
            OperationKind kind, int flags, Memory memory, long offset, long length) {
        request.id = nextId++;
        request.kind = kind;
        request.flags = flags;
        request.segments = memory == null ? 0 : 1;
        request.region[0] = memory == null ? null : memory.region();
        request.offset[0] = offset;
        request.length[0] = length;
        request.totalLength = length;
        request.remoteAddress = 0;
        request.remoteKey = 0;
        request.invalidateKey = 0;
        request.window = null;
        return request;
    }

    public WorkRequest prepare(
            OperationKind kind, int flags, Memory memory, long offset, long length) {
        return fill(kind, flags, memory, offset, length);
    }

    public long post(WorkRequest r) {
        int status = r.kind == OperationKind.RECEIVE ? qp.postReceive(r) : qp.postSend(r);
        if (status != PostStatus.OK) {
            throw new AssertionError("post: " + PostStatus.describe(status));
        }
        return r.id;
    }

    public long receive(Memory memory, long offset, long length) {
        return post(fill(OperationKind.RECEIVE, 0, memory, offset, length));
    }

    public long send(Memory memory, long offset, long length) {
        return post(fill(OperationKind.SEND, WorkRequest.SIGNALED, memory, offset, length));
    }

    public long write(Memory memory, long offset, long length, long key, long address) {
        WorkRequest r =
                fill(OperationKind.RDMA_WRITE, WorkRequest.SIGNALED, memory, offset, length);
        r.remoteKey = key;
        r.remoteAddress = address;
        return post(r);
    }

    public long read(Memory memory, long offset, long length, long key, long address) {
        WorkRequest r = fill(OperationKind.RDMA_READ, WorkRequest.SIGNALED, memory, offset, length);
        r.remoteKey = key;
        r.remoteAddress = address;
        return post(r);
    }

    /** Binds a window; without bytes unbinds it. */
    public long bind(MemoryWindow window, Memory memory, long offset, long length, int rights) {
        WorkRequest r = fill(OperationKind.BIND, WorkRequest.SIGNALED, memory, offset, length);
        r.window = window;
        r.windowPrivileges = rights;
        return post(r);
    }

    /** A fetch-and-add with the mask of its fields. */
    public WorkRequest add(Memory to, long offset, long key, long address, long value, long mask) {
        WorkRequest r =
                fill(OperationKind.FETCH_AND_ADD, WorkRequest.SIGNALED, to, offset, Long.BYTES);
        r.remoteKey = key;
        r.remoteAddress = address;
        r.compareOrAdd = value;
        r.compareOrFieldMask = mask;
        return r;
    }

    /** A compare-and-swap of all bits. */
    public WorkRequest swap(
            Memory to, long offset, long key, long address, long compare, long swap) {
        WorkRequest r =
                fill(OperationKind.COMPARE_AND_SWAP, WorkRequest.SIGNALED, to, offset, Long.BYTES);
        r.remoteKey = key;
        r.remoteAddress = address;
        r.compareOrAdd = compare;
        r.swap = swap;
        r.compareOrFieldMask = -1;
        r.swapMask = -1;
        return r;
    }

    /** A write with immediate data. */
    public WorkRequest writeImmediate(
            Memory memory, long offset, long length, long key, long address, int immediate) {
        WorkRequest r =
                fill(
                        OperationKind.WRITE_WITH_IMMEDIATE,
                        WorkRequest.SIGNALED,
                        memory,
                        offset,
                        length);
        r.remoteKey = key;
        r.remoteAddress = address;
        r.immediate = immediate;
        return r;
    }

    /** The kinds of this pair's events, in order. */
    public java.util.List<String> events() {
        return host.listener.kinds(this);
    }

    @Override
    public void close() {
        qp.close();
        requests.close();
        receives.close();
    }
}
