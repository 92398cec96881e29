package org.jdapl.examples.verbs.rping;

import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.Set;
import org.jdapl.examples.verbs.common.Completions;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.CompletionOpcode;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairAttributes;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairState;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;

/**
 * What a side needs for one connection: a domain, queues, and the two messages that tell where
 * memory is. A receive is posted at all times.
 */
final class Link implements AutoCloseable {

    /**
     * Memory of the other side, as it stands in a message: {@code struct rping_rdma_info} of the C
     * program, big-endian.
     *
     * @param address where it is
     * @param rkey its key
     * @param bytes how long it is
     */
    record Advert(long address, int rkey, int bytes) {
        private static final ValueLayout.OfLong BUF =
                ValueLayout.JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN);
        private static final ValueLayout.OfInt WORD =
                ValueLayout.JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN);
        static final int SIZE = 16;

        void write(MemorySegment to) {
            to.set(BUF, 0, address);
            to.set(WORD, 8, rkey);
            to.set(WORD, 12, bytes);
        }

        static Advert read(MemorySegment from) {
            return new Advert(from.get(BUF, 0), from.get(WORD, 8), from.get(WORD, 12));
        }
    }

    private static final int SEND_DEPTH = 16;
    private static final int SEND = 0;
    private static final int RDMA = 1;

    /** iWARP wants memory that is read into to be writable for the other side. */
    private static final Set<AccessFlag> ANYTHING =
            Set.of(AccessFlag.LOCAL_WRITE, AccessFlag.REMOTE_READ, AccessFlag.REMOTE_WRITE);

    private final ConnectionId id;
    private final boolean ownQueuePair;
    private final ProtectionDomain domain;
    private final Completions completions;
    private final QueuePair queuePair;
    private final MemoryRegion incoming;
    private final MemoryRegion outgoing;
    private final ReceiveWorkRequests receive = ReceiveWorkRequests.allocate(1, 1);
    private final SendWorkRequests sends = SendWorkRequests.allocate(2, 1);

    /**
     * Makes all that and posts the receive.
     *
     * @param id the connection, of which the address is resolved, or a request
     * @param ownQueuePair whether to make the queue pair here, and not by librdmacm
     */
    Link(ConnectionId id, boolean ownQueuePair) {
        this.id = id;
        this.ownQueuePair = ownQueuePair;
        Context context = id.context();
        domain = ProtectionDomain.create(context); //                         ibv_alloc_pd
        completions = new Completions(context, 2 * SEND_DEPTH, id.channel());
        QueuePairOptions options =
                QueuePairOptions.of(
                        QueuePairType.RC,
                        completions.queue(),
                        QueuePairCapacities.of(SEND_DEPTH, 2));
        if (ownQueuePair) {
            queuePair = QueuePair.create(domain, options); //                 ibv_create_qp
            queuePair.modify(
                    QueuePairAttributes.of(QueuePairState.INIT)
                            .pkeyIndex(0)
                            .port(id.portNumber())
                            .access(Set.of()));
        } else {
            queuePair = id.createQueuePair(domain, options); //               rdma_create_qp
        }
        incoming = MemoryRegion.allocate(domain, Advert.SIZE, Set.of(AccessFlag.LOCAL_WRITE));
        outgoing = MemoryRegion.allocate(domain, Advert.SIZE, Set.of());
        receive.elementCount(0, 1);
        receive.element(0, 0, incoming, 0, Advert.SIZE);
        sends.opcode(SEND, SendOpcode.SEND);
        sends.flags(SEND, SendFlags.SIGNALED);
        sends.elementCount(SEND, 1);
        sends.element(SEND, 0, outgoing, 0, Advert.SIZE);
        sends.flags(RDMA, SendFlags.SIGNALED);
        sends.elementCount(RDMA, 1);
        post(queuePair.postReceive(receive, 0, 1));
    }

    /** Memory for data of either direction. */
    MemoryRegion allocate(int bytes) {
        return MemoryRegion.allocate(domain, bytes, ANYTHING);
    }

    /** What to say when connecting or accepting. */
    ConnectionParameters parameters() {
        ConnectionParameters.Builder builder =
                ConnectionParameters.builder().responderResources(1).initiatorDepth(1);
        return ownQueuePair ? builder.queuePairNumber(queuePair.number()).build() : builder.build();
    }

    /** Brings a queue pair of our own to where librdmacm would bring it. */
    void modifyOwnQueuePair() {
        for (QueuePairState state :
                new QueuePairState[] {
                    QueuePairState.INIT, QueuePairState.RTR, QueuePairState.RTS
                }) {
            queuePair.modify(id.queuePairAttributes(state)); //    rdma_init_qp_attr, ibv_modify_qp
        }
    }

    /** Sends a message that tells where memory is. */
    void advertise(MemoryRegion region) {
        new Advert(region.address(), region.rkey(), (int) region.length())
                .write(outgoing.segment());
        send();
    }

    /** Sends a message of which only the arrival matters. */
    void goAhead() {
        send();
    }

    private void send() {
        post(queuePair.postSend(sends, SEND, 1)); //                          ibv_post_send
    }

    /**
     * Waits for a message; completions of our sends are passed over.
     *
     * @return what it tells; nothing if the other side is gone
     */
    Optional<Advert> message() {
        while (true) {
            Optional<WorkCompletions> next = completions.next(); //           ibv_poll_cq
            if (next.isEmpty()) {
                return Optional.empty();
            }
            WorkCompletions completion = next.get();
            if (completion.opcodeOf(0) == CompletionOpcode.RECV) {
                if (completion.byteLength(0) != Advert.SIZE) {
                    throw new IllegalStateException(
                            "a message of " + completion.byteLength(0) + " bytes");
                }
                Advert advert = Advert.read(incoming.segment());
                post(queuePair.postReceive(receive, 0, 1)); //                ibv_post_recv
                return Optional.of(advert);
            }
        }
    }

    /** Reads the other side's memory. */
    void read(MemoryRegion to, Advert from) {
        rdma(SendOpcode.RDMA_READ, to, from.bytes(), from);
    }

    /** Writes into the other side's memory. */
    void write(MemoryRegion from, int bytes, Advert to) {
        rdma(SendOpcode.RDMA_WRITE, from, bytes, to);
    }

    private void rdma(SendOpcode opcode, MemoryRegion local, int bytes, Advert remote) {
        sends.opcode(RDMA, opcode);
        sends.element(RDMA, 0, local, 0, bytes);
        sends.remote(RDMA, remote.address(), remote.rkey());
        post(queuePair.postSend(sends, RDMA, 1)); //                          ibv_post_send
        CompletionOpcode awaited =
                opcode == SendOpcode.RDMA_READ
                        ? CompletionOpcode.RDMA_READ
                        : CompletionOpcode.RDMA_WRITE;
        WorkCompletions completion;
        do {
            completion =
                    completions
                            .next()
                            .orElseThrow(
                                    () ->
                                            new IllegalStateException(
                                                    "gone in the middle of a ping"));
        } while (completion.opcodeOf(0) != awaited);
    }

    private static void post(int result) {
        if (result != QueuePair.POSTED) {
            throw new IllegalStateException("posting failed with " + result);
        }
    }

    /** Ends the connection, from this side. */
    void disconnect() {
        if (ownQueuePair) {
            queuePair.modify(QueuePairAttributes.of(QueuePairState.ERR));
        }
        id.disconnect(); //                                                   rdma_disconnect
    }

    /** Closes what was made here; closing the domain closes the queue pair and the memory too. */
    @Override
    public void close() {
        domain.close();
        completions.close();
    }
}
