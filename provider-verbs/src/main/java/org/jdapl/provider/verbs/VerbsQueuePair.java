package org.jdapl.provider.verbs;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WorkRequest;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.error.VerbsException;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair of the device, made and brought up by us, and the {@link Connection} that it has. It
 * lives until it is flushed: what the device does to work of a broken queue pair differs, that a
 * destroyed one does nothing any more does not.
 */
final class VerbsQueuePair implements QueuePair {

    /** Work requests of our own that may be on the send queue beside the runtime's. */
    static final int OWN_REQUESTS = 2;

    /** Why a connection ends whose queue pair is found in error. */
    static final String IN_ERROR = "the queue pair went to the error state";

    /** What our own work requests are known by. */
    static final long OWN_ID = -1;

    /** Requests that one call posts. */
    private static final int LIST = 16;

    private final VerbsAdapter adapter;
    private final EndpointAttributes attributes;
    private final VerbsCompletionQueue sendQueue;
    private final VerbsCompletionQueue receiveQueue;
    private final @Nullable VerbsSharedReceiveQueue shared;
    private final org.jdapl.verbs.QueuePair queuePair;
    private final int number;
    private final SendWorkRequests sends;
    private final ReceiveWorkRequests receives;
    private final SendWorkRequests own;
    private final Connection connection;

    /** Windows that are bound through it; they must go before it does. Guarded by itself. */
    private final List<VerbsMemoryWindow> bound = new ArrayList<>();

    private volatile boolean ended;

    private boolean flushed;

    VerbsQueuePair(VerbsAdapter adapter, QueuePairParameters made, Object context) {
        this.adapter = adapter;
        attributes = made.attributes();
        sendQueue = (VerbsCompletionQueue) made.requestQueue();
        receiveQueue = (VerbsCompletionQueue) made.receiveQueue();
        SharedReceiveQueue from = made.sharedReceiveQueue();
        shared = from == null ? null : (VerbsSharedReceiveQueue) from;
        int sendSegments =
                Math.max(
                        1,
                        Math.max(attributes.maxRequestSegments(), attributes.maxWriteSegments()));
        int receiveSegments = Math.max(1, attributes.maxReceiveSegments());
        QueuePairOptions options =
                new QueuePairOptions(
                        QueuePairType.RC,
                        sendQueue.verbs(),
                        receiveQueue.verbs(),
                        shared == null ? null : shared.verbs(),
                        new QueuePairCapacities(
                                attributes.maxRequests() + OWN_REQUESTS,
                                shared == null ? attributes.maxReceives() : 0,
                                sendSegments,
                                shared == null ? receiveSegments : 0,
                                attributes.maxInlineBytes()),
                        false);
        queuePair =
                org.jdapl.verbs.QueuePair.create(
                        ((VerbsProtectionDomain) made.domain()).verbs(), options);
        try {
            number = queuePair.number();
            sends = SendWorkRequests.allocate(LIST, sendSegments, attributes.maxInlineBytes());
            receives = ReceiveWorkRequests.allocate(1, receiveSegments);
            own = SendWorkRequests.allocate(1, 1);
            own.wrId(0, OWN_ID);
            own.opcode(0, SendOpcode.RDMA_WRITE);
            own.flags(0, SendFlags.SIGNALED | SendFlags.FENCE); // a read may end later elsewhere
            queuePair.modify(
                    QueuePairAttributes.of(QueuePairState.INIT)
                            .pkeyIndex(0)
                            .port(adapter.port())
                            .access(rights()));
            connection = new Connection(adapter, this, context);
        } catch (RuntimeException e) {
            queuePair.close();
            throw e;
        }
    }

    /** Peers may do everything through it: rights are those of regions and windows. */
    Set<AccessFlag> rights() {
        Set<AccessFlag> rights =
                EnumSet.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE);
        if (adapter.attributes().has(Capability.ATOMICS)) {
            rights.add(AccessFlag.REMOTE_ATOMIC);
        }
        return rights;
    }

    /** Refuses transport attributes that the transport does not know. */
    static void checkKeys(TransportTraits traits, TransportAttributes given, String of) {
        for (AttributeKey<?> key : given.keys()) {
            if (!traits.endpointKeys().contains(key)) {
                throw new ProviderException(
                        DatType.INVALID_PARAMETER,
                        "the provider '"
                                + traits.provider()
                                + "' has no "
                                + of
                                + " attribute '"
                                + key.name()
                                + "'");
            }
        }
    }

    @Override
    public int number() {
        return number;
    }

    org.jdapl.verbs.QueuePair verbs() {
        return queuePair;
    }

    EndpointAttributes attributes() {
        return attributes;
    }

    Connection connection() {
        return connection;
    }

    // ---- the data path

    @Override
    public int postSend(WorkRequest request) {
        if (request.kind == OperationKind.BIND) {
            return VerbsMemoryWindow.bind(this, request);
        }
        RequestWriter.write(request, sends, 0);
        try {
            return StatusTable.post(queuePair.postSend(sends, 0, 1));
        } catch (VerbsException e) {
            return StatusTable.post(e);
        }
    }

    @Override
    public int postSend(WorkRequest[] requests, int count) {
        int posted = 0;
        while (posted < count) {
            int list = plainOnes(requests, posted, count);
            if (list == 0) {
                if (postSend(requests[posted]) != PostStatus.OK) {
                    return posted;
                }
                posted++;
                continue;
            }
            for (int i = 0; i < list; i++) {
                RequestWriter.write(requests[posted + i], sends, i);
            }
            if (queuePair.postSend(sends, 0, list) != 0) {
                return posted + Math.max(0, sends.refused());
            }
            posted += list;
        }
        return count;
    }

    private static int plainOnes(WorkRequest[] requests, int from, int count) {
        int list = 0;
        while (list < LIST
                && from + list < count
                && RequestWriter.isPlain(requests[from + list].kind)) {
            list++;
        }
        return list;
    }

    @Override
    public int postReceive(WorkRequest request) {
        RequestWriter.write(request, receives, 0, adapter.traits().receiveNeedsElement());
        try {
            return StatusTable.post(queuePair.postReceive(receives, 0, 1));
        } catch (VerbsException e) {
            return StatusTable.post(e);
        }
    }

    /**
     * Posts requests of the windows'. Inside of a post of the runtime, so by one thread at a time.
     */
    int postList(SendWorkRequests list, int count) {
        return StatusTable.post(queuePair.postSend(list, 0, count));
    }

    /**
     * Posts a write of nothing, which the peer does not notice: it tells when what was posted
     * before is done, and that this side has spoken.
     *
     * @return whether it could be posted
     */
    boolean postOwn() {
        return queuePair.isOpen() && queuePair.postSend(own, 0, 1) == 0;
    }

    // ---- what is found out about it

    /** Our own request is done. */
    void ownDone(boolean success) {
        connection.ownDone(success);
    }

    /**
     * A completion says that it is in error; if nobody asked for that, its connection broke. Where
     * completions tell nothing of the other side, the connection manager tells of the end.
     */
    void foundFlushed() {
        if (!ended && adapter.traits().completionMeaning() != CompletionMeaning.LOCAL) {
            adapter.tell(() -> fault(IN_ERROR, 0));
        }
    }

    /**
     * Whether the device has put it into the error state. A peer that ends the connection does not
     * do that where completions tell of the other side: a fault did, and no event need tell of it.
     */
    boolean isInError() {
        try {
            return adapter.traits().completionMeaning() != CompletionMeaning.LOCAL
                    && queuePair.isOpen()
                    && queuePair.query().state() == QueuePairState.ERR;
        } catch (VerbsException e) {
            return false; // it has gone, with its device
        }
    }

    /** A request has failed, and its completion waits to be taken. */
    void foundFailed(int status) {
        if (!ended) {
            String reason = "a request failed: " + CompletionStatus.of(status);
            adapter.tell(() -> fault(reason, status));
        }
    }

    /** The device says that the connection is broken. On the driver's thread. */
    void fault(String reason, int nativeCode) {
        if (!ended) {
            connection.broke(reason, nativeCode);
        }
    }

    /** The first message came before the connection manager's. */
    void heardOfPeer() {
        connection.heardOfPeer();
    }

    void sharedReceiveTaken() {
        if (shared != null) {
            shared.taken();
        }
    }

    /** Has its send queue tell of the next completion. */
    void armSends() {
        sendQueue.arm(false);
    }

    /** The end is known, or asked for; the device's complaints say nothing new. */
    void ended() {
        ended = true;
    }

    // ---- windows

    void bound(VerbsMemoryWindow window) {
        synchronized (bound) {
            bound.add(window);
        }
    }

    void unbound(VerbsMemoryWindow window) {
        synchronized (bound) {
            bound.remove(window);
        }
    }

    // ---- the end

    @Override
    public synchronized int flush() {
        if (flushed) {
            return 0;
        }
        flushed = true;
        ended = true;
        boolean held = connection.giveUp();
        Native.quietly(() -> queuePair.modify(QueuePairAttributes.of(QueuePairState.ERR)));
        rescue();
        if (held) {
            return 0;
        }
        List<VerbsMemoryWindow> windows;
        synchronized (bound) {
            windows = List.copyOf(bound);
        }
        windows.forEach(VerbsMemoryWindow::drop);
        Native.run(queuePair::close);
        rescue();
        connection.free();
        return 0;
    }

    /** Takes what completed off the device's queues, and keeps it. */
    void rescue() {
        sendQueue.rescue(number, shared != null);
        if (receiveQueue != sendQueue) {
            receiveQueue.rescue(number, shared != null);
        }
    }

    @Override
    public void close() {
        var _ = flush();
        adapter.forget(this);
    }
}
