package org.jdapl.provider.verbs;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.spi.Completions;
import org.jdapl.spi.DatagramSource;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.QueuePair;
import org.jdapl.spi.QueuePairParameters;
import org.jdapl.spi.WorkRequest;
import org.jdapl.verbs.LinkLayer;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;

/**
 * A queue pair for datagrams. It is ready to send as it is made, and lives until it is flushed. The
 * header that a device writes before each datagram goes to memory of ours: a segment before those
 * of the consumer.
 */
final class VerbsDatagramQueuePair implements QueuePair {

    /**
     * The key that librdmacm gives to queue pairs of its port space for datagrams, and answers
     * look-ups with (RDMA_UDP_QKEY).
     */
    static final int QUEUE_KEY = 0x01234567;

    private final VerbsAdapter adapter;
    private final Object context;
    private final VerbsProtectionDomain domain;
    private final VerbsCompletionQueue sendQueue;
    private final VerbsCompletionQueue receiveQueue;
    private final org.jdapl.verbs.QueuePair queuePair;
    private final int number;
    private final boolean ethernet;
    private final SendWorkRequests sends;
    private final ReceiveWorkRequests receives;
    private final DatagramHeaders headers;

    /** Look-ups and memberships, which end with it. */
    private final Set<DatagramIdentifier> identifiers = ConcurrentHashMap.newKeySet();

    private boolean flushed;

    VerbsDatagramQueuePair(VerbsAdapter adapter, QueuePairParameters made, Object context) {
        this.adapter = adapter;
        this.context = context;
        domain = (VerbsProtectionDomain) made.domain();
        sendQueue = (VerbsCompletionQueue) made.requestQueue();
        receiveQueue = (VerbsCompletionQueue) made.receiveQueue();
        ethernet = adapter.linkLayer() == LinkLayer.ETHERNET;
        EndpointAttributes attributes = made.attributes();
        int sendSegments = Math.max(1, attributes.maxRequestSegments());
        int receiveSegments = 1 + attributes.maxReceiveSegments();
        int most = adapter.attributes().maxSegments();
        if (receiveSegments > most) {
            throw new ProviderException(
                    DatType.INVALID_PARAMETER,
                    "maxReceiveSegments="
                            + attributes.maxReceiveSegments()
                            + ": of the device's "
                            + most
                            + " one is for the headers of datagrams");
        }
        queuePair =
                org.jdapl.verbs.QueuePair.create(
                        domain.verbs(),
                        new QueuePairOptions(
                                QueuePairType.UD,
                                sendQueue.verbs(),
                                receiveQueue.verbs(),
                                null,
                                new QueuePairCapacities(
                                        attributes.maxRequests(),
                                        attributes.maxReceives(),
                                        sendSegments,
                                        receiveSegments,
                                        attributes.maxInlineBytes()),
                                false));
        try {
            number = queuePair.number();
            sends = SendWorkRequests.allocate(1, sendSegments, attributes.maxInlineBytes());
            receives = ReceiveWorkRequests.allocate(1, receiveSegments);
            headers = new DatagramHeaders(domain.verbs(), attributes.maxReceives());
            queuePair.modify(
                    QueuePairAttributes.of(QueuePairState.INIT)
                            .pkeyIndex(0)
                            .port(adapter.port())
                            .qkey(QUEUE_KEY));
            queuePair.modify(QueuePairAttributes.of(QueuePairState.RTR));
            queuePair.modify(QueuePairAttributes.of(QueuePairState.RTS).sendPsn(0));
        } catch (RuntimeException e) {
            queuePair.close();
            throw e;
        }
        receiveQueue.add(this);
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int queueKey() {
        return QUEUE_KEY;
    }

    org.jdapl.verbs.QueuePair verbs() {
        return queuePair;
    }

    VerbsProtectionDomain domain() {
        return domain;
    }

    // ---- the data path

    @Override
    public int postSend(WorkRequest request) {
        if (!(request.destination instanceof VerbsAddressHandle to)) {
            throw new IllegalStateException("a datagram without a destination");
        }
        RequestWriter.write(request, sends, 0);
        sends.datagram(0, to.verbs(), request.remoteQueuePair, request.remoteQueueKey);
        return StatusTable.post(queuePair.postSend(sends, 0, 1));
    }

    @Override
    public int postReceive(WorkRequest request) {
        RequestWriter.write(request, receives, headers.nextPlace(), headers.lkey());
        headers.take(request.id);
        int result = queuePair.postReceive(receives, 0, 1);
        if (result != org.jdapl.verbs.QueuePair.POSTED) {
            headers.giveBack();
        }
        return StatusTable.post(result);
    }

    /** Adds to a successful completion of a receive what is peculiar to datagrams. */
    void received(WorkCompletions batch, int i, Completions into, int at) {
        into.flags[at] |= Completions.DATAGRAM;
        into.length[at] -= DatagramHeaders.BYTES;
        DatagramSource source = into.source[at];
        source.queuePair = batch.sourceQueuePair(i);
        source.lid = ethernet ? 0 : batch.sourceLid(i);
        source.serviceLevel = batch.serviceLevel(i);
        boolean hasHeader = (batch.flags(i) & WorkCompletions.WITH_GRH) != 0;
        headers.read(into.id[at], hasHeader, source);
    }

    /** The device says that it is broken. On the driver's thread. */
    void fault(String reason, int nativeCode) {
        adapter.listener().broken(context, reason, nativeCode);
    }

    // ---- look-ups and memberships

    void add(DatagramIdentifier identifier) {
        identifiers.add(identifier);
    }

    void remove(DatagramIdentifier identifier) {
        identifiers.remove(identifier);
    }

    // ---- the end

    @Override
    public synchronized int flush() {
        if (flushed) {
            return 0;
        }
        flushed = true;
        identifiers.forEach(DatagramIdentifier::end);
        Native.quietly(() -> queuePair.modify(QueuePairAttributes.of(QueuePairState.ERR)));
        rescue();
        Native.run(queuePair::close);
        rescue();
        receiveQueue.remove(this);
        headers.close();
        return 0;
    }

    private void rescue() {
        sendQueue.rescue(number, false);
        if (receiveQueue != sendQueue) {
            receiveQueue.rescue(number, false);
        }
    }

    @Override
    public void close() {
        var _ = flush();
        adapter.forget(this);
    }
}
