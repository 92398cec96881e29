package org.jdapl.core;

import java.util.EnumSet;
import org.jdapl.api.AddressHandle;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ServiceType;
import org.jdapl.api.data.ThreadMode;
import org.jdapl.core.EndpointStateTable.Effect;
import org.jdapl.core.EndpointStateTable.Trigger;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.WorkRequest;
import org.jspecify.annotations.Nullable;

/**
 * One half of an endpoint's data path: requests, or receives. A post is one compare-and-set, the
 * checks, one entry in the ledger, and one call of the provider. It allocates nothing and takes no
 * lock that another endpoint's traffic can hold.
 */
final class Poster {

    private static final int CONNECTED = EndpointState.CONNECTED.ordinal();
    private static final int UNCONNECTED = EndpointState.UNCONNECTED.ordinal();
    private static final EndpointState[] STATES = EndpointState.values();
    private static final int UNKNOWN_FLAGS = ~CompletionFlags.ALL;

    /** Kinds of requests that take data along: only these can take it inline. */
    private static final EnumSet<OperationKind> CARRY_DATA =
            EnumSet.of(
                    OperationKind.SEND,
                    OperationKind.SEND_WITH_INVALIDATE,
                    OperationKind.SEND_WITH_IMMEDIATE,
                    OperationKind.RDMA_WRITE,
                    OperationKind.WRITE_WITH_IMMEDIATE);

    private final EndpointImpl endpoint;
    private final boolean receives;
    private final PostGate gate;
    private final WorkRequest scratch = new WorkRequest(1);
    private final EndpointCounts.Half counts;

    // What follows changes only inside the gate, or before the first post.
    private @Nullable EventDispatcherImpl events;
    private @Nullable ProtectionZoneImpl zone;
    private @Nullable QueuePair queuePair;
    private volatile Ledger ledger;
    private long ids;
    private int maxSegments;
    private int maxReadSegments;
    private int maxWriteSegments;
    private long maxMessageBytes;
    private long maxRdmaBytes;
    private int maxInlineBytes;
    private int readDepth;
    private boolean mayBeUnsignalled;

    /** The state in which posts are simply passed on. */
    private volatile int usual = CONNECTED;

    /** Whether it is for datagrams, and receives need room for so many bytes then. */
    private boolean datagrams;

    private int minReceiveBytes;

    /** Whether receives come from a shared queue, and none can be posted here. */
    private boolean shared;

    Poster(EndpointImpl endpoint, boolean receives, ThreadMode mode, EndpointState initial) {
        this.endpoint = endpoint;
        this.receives = receives;
        this.gate = new PostGate(mode, initial, endpoint.owner.parker());
        this.ledger = new Ledger(endpoint, receives, false, 0);
        this.counts = endpoint.counts().half(receives);
    }

    /** Takes other parts, and a new account; inside the gate, or before the first post. */
    void configure(
            @Nullable EventDispatcherImpl dispatcher,
            @Nullable ProtectionZoneImpl ofZone,
            @Nullable QueuePair qp,
            EndpointAttributes a,
            long idBase,
            boolean fromSharedQueue) {
        CompletionType type = receives ? a.receiveCompletions() : a.requestCompletions();
        boolean solicitedOnly = type == CompletionType.SOLICITED;
        int depth = fromSharedQueue ? 0 : receives ? a.maxReceives() : a.maxRequests();
        boolean forDatagrams = a.serviceType() == ServiceType.UNRELIABLE_DATAGRAM;
        Ledger newLedger =
                new Ledger(endpoint, receives, solicitedOnly, depth, forDatagrams && !receives);
        gate.setMode(a.threadMode());
        events = dispatcher;
        zone = ofZone;
        queuePair = dispatcher == null ? null : qp;
        ledger = newLedger;
        shared = fromSharedQueue;
        ids = idBase;
        maxSegments = receives ? a.maxReceiveSegments() : a.maxRequestSegments();
        maxReadSegments = a.maxReadSegments();
        maxWriteSegments = a.maxWriteSegments();
        maxMessageBytes = a.maxMessageBytes();
        maxRdmaBytes = a.maxRdmaBytes();
        maxInlineBytes = a.maxInlineBytes();
        readDepth = a.maxReadsOut();
        mayBeUnsignalled = type == CompletionType.UNSIGNALLED;
        datagrams = forDatagrams;
        usual = forDatagrams ? UNCONNECTED : CONNECTED;
        minReceiveBytes = forDatagrams ? endpoint.owner.attributes().maxDatagramBytes() : 0;
    }

    /** Starts another life on a queue pair, which may be the same. */
    void renew(QueuePair qp, long idBase, int depthOfReads) {
        gate.lock();
        queuePair = events == null ? null : qp;
        ids = idBase;
        readDepth = depthOfReads;
        gate.unlock();
    }

    void setReadDepth(int depth) {
        gate.lock();
        readDepth = depth;
        gate.unlock();
    }

    PostGate gate() {
        return gate;
    }

    Ledger ledger() {
        return ledger;
    }

    long outstanding() {
        return ledger.outstanding();
    }

    // ---- posting

    int postOne(
            OperationKind kind,
            @Nullable AddressHandle destination,
            LocalMemoryRegion region,
            long offset,
            long length,
            long remoteAddress,
            long remoteKey,
            long cookie,
            int flags) {
        int entered = gate.enter(usual);
        if (entered < 0) {
            return entered;
        }
        try {
            int status = checkKind(kind, flags, 1, length);
            if (status != PostStatus.OK) {
                return status;
            }
            @Nullable AddressHandleImpl to = (AddressHandleImpl) destination;
            status = checkDestination(kind, to);
            if (status != PostStatus.OK) {
                return status;
            }
            if (!(region instanceof LocalMemoryRegionImpl local)) {
                return PostStatus.INVALID_ARGUMENT;
            }
            status = checkSegment(local, offset, length, kind);
            if (status != PostStatus.OK) {
                return status;
            }
            WorkRequest w = scratch;
            w.kind = kind;
            w.segments = 1;
            w.region[0] = local.registration;
            w.offset[0] = offset;
            w.length[0] = length;
            w.totalLength = length;
            w.remoteAddress = remoteAddress;
            w.remoteKey = remoteKey;
            if (to != null) {
                w.destination = to.path;
                w.remoteQueuePair = to.queuePair();
                w.remoteQueueKey = to.queueKey();
            }
            return submit(w, entered, cookie, flags, local, null, to);
        } finally {
            gate.leave(entered);
        }
    }

    int post(WorkImpl work) {
        int entered = gate.enter(usual);
        if (entered < 0) {
            return entered;
        }
        try {
            return postEntered(work, entered);
        } finally {
            gate.leave(entered);
        }
    }

    int post(WorkListImpl list) {
        int entered = gate.enter(usual);
        if (entered < 0) {
            list.refusal = entered;
            return 0;
        }
        try {
            list.refusal = PostStatus.OK;
            int n = list.size();
            for (int i = 0; i < n; i++) {
                WorkImpl work = list.get(i);
                boolean mine = (work.request.kind == OperationKind.RECEIVE) == receives;
                int status = mine ? postEntered(work, entered) : PostStatus.INVALID_ARGUMENT;
                if (status != PostStatus.OK) {
                    list.refusal = status;
                    return i;
                }
            }
            return n;
        } finally {
            gate.leave(entered);
        }
    }

    private int postEntered(WorkImpl work, int entered) {
        if (!work.isChosen()) {
            return PostStatus.INVALID_ARGUMENT;
        }
        WorkRequest w = work.request;
        @Nullable Capability extra = work.extraCapability();
        int status = extra == null ? PostStatus.OK : gated(extra, work.resolveSink());
        if (status == PostStatus.OK) {
            status = checkKind(w.kind, work.flags, w.segments, w.totalLength);
        }
        if (status == PostStatus.OK) {
            status = checkDestination(w.kind, work.destination());
        }
        if (status == PostStatus.OK) {
            status = work.checkSegments(zone, writes(w.kind));
        }
        if (status == PostStatus.OK && isAtomic(w.kind)) {
            status = checkAtomic(w);
        }
        return status != PostStatus.OK
                ? status
                : submit(
                        w,
                        entered,
                        work.cookie,
                        work.flags,
                        work.firstRegion(),
                        work.furtherRegions(),
                        work.destination());
    }

    /**
     * Posts a bind, whose region and rights have been checked.
     *
     * @param binding what it makes
     * @param privileges bits of the rights that the peer gets
     * @return a number of {@link PostStatus}
     */
    int postBind(Binding binding, int privileges, long cookie, int flags) {
        int entered = gate.enter(usual);
        if (entered < 0) {
            return entered;
        }
        WorkRequest w = scratch;
        try {
            int status = checkKind(OperationKind.BIND, flags, 1, binding.length);
            if (status != PostStatus.OK) {
                return status;
            }
            @Nullable LocalMemoryRegionImpl region = binding.region;
            w.kind = OperationKind.BIND;
            w.window = binding.window.window;
            w.windowPrivileges = privileges;
            w.segments = region == null ? 0 : 1;
            w.region[0] = region == null ? null : region.registration;
            w.offset[0] = binding.offset;
            w.length[0] = binding.length;
            w.totalLength = binding.length;
            return submit(w, entered, cookie, flags, region, binding, null);
        } finally {
            w.window = null;
            gate.leave(entered);
        }
    }

    private int submit(
            WorkRequest w,
            int entered,
            long cookie,
            int flags,
            @Nullable LocalMemoryRegionImpl first,
            @Nullable Object extra,
            @Nullable AddressHandleImpl destination) {
        @Nullable EventDispatcherImpl e = events;
        @Nullable QueuePair qp = queuePair;
        if (e == null || qp == null || shared) {
            return PostStatus.INVALID_STATE;
        }
        // The state goes first: where it refuses, that is the answer, however full the queue is.
        Effect effect = entered == usual ? Effect.DONE : effect(entered);
        if (effect != Effect.DONE && effect != Effect.FLUSHED) {
            return PostStatus.INVALID_STATE;
        }
        Ledger l = ledger;
        if (l.isFull()) {
            e.reclaim();
            if (l.isFull()) {
                return PostStatus.QUEUE_FULL;
            }
        }
        if (effect == Effect.FLUSHED) {
            counts.posted(w.kind, w.totalLength);
            long late = l.enter(w.kind, cookie, w.totalLength, false, false, null);
            if (extra != null) {
                l.enterExtra(late, extra);
            }
            e.flushOne(l, late);
            return PostStatus.OK;
        }
        boolean suppressed = (flags & CompletionFlags.SUPPRESS) != 0;
        boolean quiet = (flags & CompletionFlags.UNSIGNALLED) != 0;
        long seq = l.enter(w.kind, cookie, w.totalLength, suppressed, quiet, first);
        if (extra != null) {
            l.enterExtra(seq, extra);
        }
        if (destination != null) {
            l.enterDestination(seq, destination);
        }
        w.id = ids | (seq & Integer.MAX_VALUE);
        boolean signal = receives || l.mustSignal(suppressed);
        w.flags = receives ? WorkRequest.SIGNALED : nativeFlags(flags, signal);
        int status;
        try {
            status = receives ? qp.postReceive(w) : qp.postSend(w);
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            endpoint.owner.reportInternal(
                    Errors.failedIn(receives ? "QueuePair.postReceive" : "QueuePair.postSend", t));
            status = PostStatus.PROVIDER_ERROR;
        }
        if (status == PostStatus.OK) {
            l.accepted(signal);
            counts.posted(w.kind, w.totalLength);
        } else {
            l.withdraw(seq);
        }
        return status;
    }

    private Effect effect(int entered) {
        return EndpointStateTable.rule(
                        datagrams
                                ? ServiceType.UNRELIABLE_DATAGRAM
                                : ServiceType.RELIABLE_CONNECTION,
                        STATES[entered],
                        receives ? Trigger.POST_RECEIVE : Trigger.POST_REQUEST)
                .effect();
    }

    private static int nativeFlags(int flags, boolean signal) {
        int out = signal ? WorkRequest.SIGNALED : 0;
        if ((flags & CompletionFlags.BARRIER_FENCE) != 0) {
            out |= WorkRequest.FENCE;
        }
        if ((flags & CompletionFlags.SOLICITED_WAIT) != 0) {
            out |= WorkRequest.SOLICITED;
        }
        if ((flags & CompletionFlags.INLINE) != 0) {
            out |= WorkRequest.INLINE;
        }
        return out;
    }

    // ---- checks

    private int checkKind(OperationKind kind, int flags, int segments, long length) {
        if (length < 0 || (flags & UNKNOWN_FLAGS) != 0) {
            return PostStatus.INVALID_ARGUMENT;
        }
        if ((flags & CompletionFlags.UNSIGNALLED) != 0 && !mayBeUnsignalled) {
            return PostStatus.INVALID_ARGUMENT;
        }
        if ((flags & CompletionFlags.INLINE) != 0) {
            int inline =
                    gated(
                            Capability.INLINE,
                            CARRY_DATA.contains(kind)
                                    ? limits(segments, maxSegments, length, maxInlineBytes)
                                    : PostStatus.INVALID_ARGUMENT);
            if (inline != PostStatus.OK) {
                return inline;
            }
        }
        if (datagrams && !isOfDatagrams(kind)) {
            return PostStatus.NOT_SUPPORTED;
        }
        return switch (kind) {
            case SEND -> limits(segments, maxSegments, length, maxMessageBytes);
            case RECEIVE ->
                    (flags & ~CompletionFlags.UNSIGNALLED) != 0 || segments > maxSegments
                            ? PostStatus.INVALID_ARGUMENT
                            : length < minReceiveBytes ? PostStatus.LENGTH_ERROR : PostStatus.OK;
            case RDMA_WRITE ->
                    gated(
                            Capability.RDMA_WRITE,
                            limits(segments, maxWriteSegments, length, maxRdmaBytes));
            case RDMA_READ ->
                    readDepth == 0
                            ? PostStatus.NOT_SUPPORTED
                            : gated(
                                    Capability.RDMA_READ,
                                    limits(segments, maxReadSegments, length, maxRdmaBytes));
            case SEND_WITH_INVALIDATE ->
                    gated(
                            Capability.SEND_WITH_INVALIDATE,
                            limits(segments, maxSegments, length, maxMessageBytes));
            case SEND_WITH_IMMEDIATE ->
                    gated(
                            Capability.SEND_WITH_IMMEDIATE,
                            limits(segments, maxSegments, length, maxMessageBytes));
            case WRITE_WITH_IMMEDIATE ->
                    gated(
                            Capability.WRITE_WITH_IMMEDIATE,
                            limits(segments, maxWriteSegments, length, maxRdmaBytes));
            case FETCH_AND_ADD, COMPARE_AND_SWAP ->
                    readDepth == 0
                            ? PostStatus.NOT_SUPPORTED
                            : gated(Capability.ATOMICS, PostStatus.OK);
            case BIND -> PostStatus.OK; // there is no window to bind where it is not advertised
            case RECEIVE_WITH_INVALIDATE, RECEIVE_WRITE_IMMEDIATE, RECEIVE_WITH_IMMEDIATE ->
                    PostStatus.INVALID_ARGUMENT;
        };
    }

    private static boolean isOfDatagrams(OperationKind kind) {
        return kind == OperationKind.SEND
                || kind == OperationKind.SEND_WITH_IMMEDIATE
                || kind == OperationKind.RECEIVE;
    }

    /** Requests of datagrams name where they go, and nothing else does. */
    private int checkDestination(OperationKind kind, @Nullable AddressHandleImpl destination) {
        if (!datagrams || kind == OperationKind.RECEIVE) {
            return destination == null ? PostStatus.OK : PostStatus.INVALID_ARGUMENT;
        }
        return destination == null ? PostStatus.INVALID_ARGUMENT : destination.check(zone);
    }

    private int gated(Capability capability, int otherwise) {
        return endpoint.owner.gate().allows(capability) ? otherwise : PostStatus.NOT_SUPPORTED;
    }

    private static int limits(int segments, int max, long length, long maxLength) {
        if (segments > max) {
            return PostStatus.INVALID_ARGUMENT;
        }
        return length > maxLength ? PostStatus.LENGTH_ERROR : PostStatus.OK;
    }

    private int checkSegment(
            LocalMemoryRegionImpl region, long offset, long length, OperationKind kind) {
        @Nullable ProtectionZoneImpl z = zone;
        return z == null ? PostStatus.INVALID_STATE : region.check(z, offset, length, writes(kind));
    }

    /** Whether an operation writes to the local memory that it names. */
    private boolean writes(OperationKind kind) {
        return receives || kind == OperationKind.RDMA_READ || isAtomic(kind);
    }

    private static boolean isAtomic(OperationKind kind) {
        return kind == OperationKind.FETCH_AND_ADD || kind == OperationKind.COMPARE_AND_SWAP;
    }

    /**
     * An atomic operation is on 8 bytes at their natural place, and returns them to one segment.
     */
    private static int checkAtomic(WorkRequest w) {
        if (w.segments != 1 || (w.remoteAddress & Long.BYTES - 1) != 0) {
            return PostStatus.INVALID_ARGUMENT;
        }
        return w.totalLength == Long.BYTES ? PostStatus.OK : PostStatus.LENGTH_ERROR;
    }

    // ---- ending; the gate is held or closed

    /**
     * Accounts for all outstanding work; inside the gate.
     *
     * @return whether work of this connection was cut short
     */
    boolean settle(int succeeded) {
        @Nullable EventDispatcherImpl e = events;
        return e != null && e.settle(ledger, succeeded);
    }

    boolean uses(LocalMemoryRegionImpl region) {
        gate.lock();
        try {
            @Nullable EventDispatcherImpl e = events;
            return e != null && e.uses(ledger, region);
        } finally {
            gate.unlock();
        }
    }

    boolean sendsTo(AddressHandleImpl destination) {
        gate.lock();
        try {
            @Nullable EventDispatcherImpl e = events;
            return e != null && e.sendsTo(ledger, destination);
        } finally {
            gate.unlock();
        }
    }

    void close() {
        gate.lock();
        gate.unlock(PostGate.CLOSED);
    }
}
