package org.jdapl.examples.verbs.common;

import java.util.Set;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.AddressHandle;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.UdParameters;
import org.jspecify.annotations.Nullable;

/**
 * A queue pair for datagrams, one completion queue, and one buffer that all messages come to and
 * are sent from. Where the other side is has to be {@linkplain #peer told}, or is learnt from its
 * first message, of which the immediate data is its queue pair's number.
 */
public final class DatagramNode implements AutoCloseable {

    /** What precedes each received datagram: a global routing header. */
    private static final int GRH_BYTES = 40;

    private static final long LIMIT_NS = 60_000_000_000L;

    private final ConnectionId id;
    private final int messages;
    private final int bytes;
    private final ProtectionDomain domain;
    private final CompletionQueue queue;
    private final QueuePair queuePair;
    private final MemoryRegion buffer;
    private @Nullable AddressHandle peer;
    private int peerQueuePair;
    private int peerQkey;

    /**
     * Makes all that.
     *
     * @param id of a port space for datagrams, and of a device
     * @param messages how many go each way
     * @param bytes length of each, without the header
     * @throws IllegalStateException if they do not fit into a packet
     */
    public DatagramNode(ConnectionId id, int messages, int bytes) {
        this.id = id;
        this.messages = messages;
        this.bytes = bytes;
        Context context = id.context();
        int most = context.port(id.portNumber()).activeMtu().bytes(); //      ibv_query_port
        if (bytes > most) {
            throw new IllegalStateException(
                    "messages of " + bytes + " bytes are larger than the MTU, " + most);
        }
        int room = Math.max(1, messages);
        domain = ProtectionDomain.create(context);
        queue = CompletionQueue.create(context, 2 * room);
        queuePair =
                id.createQueuePair( //                                        rdma_create_qp
                        domain,
                        QueuePairOptions.of(
                                QueuePairType.UD, queue, QueuePairCapacities.of(room, room)));
        buffer = MemoryRegion.allocate(domain, GRH_BYTES + bytes, Set.of(AccessFlag.LOCAL_WRITE));
    }

    /**
     * The queue pair.
     *
     * @return the queue pair
     */
    public QueuePair queuePair() {
        return queuePair;
    }

    /**
     * The identifier.
     *
     * @return the identifier
     */
    public ConnectionId id() {
        return id;
    }

    /** Posts a receive for each message. */
    public void postReceives() {
        if (messages > 0) {
            ReceiveWorkRequests receives = ReceiveWorkRequests.allocate(messages, 1);
            for (int i = 0; i < messages; i++) {
                receives.elementCount(i, 1);
                receives.element(i, 0, buffer, 0, GRH_BYTES + bytes);
            }
            posted(queuePair.postReceive(receives, 0, messages)); //          ibv_post_recv
        }
    }

    /**
     * Says where messages are to go.
     *
     * @param parameters what an event told
     */
    public void peer(UdParameters parameters) {
        peer = AddressHandle.create(domain, parameters.addressVector()); //   ibv_create_ah
        peerQueuePair = parameters.queuePairNumber();
        peerQkey = parameters.qkey();
    }

    /**
     * Sends all messages by one call.
     *
     * @param signaled whether each is to have a completion
     */
    public void send(boolean signaled) {
        AddressHandle to = peer;
        if (messages == 0) {
            return;
        }
        if (to == null) {
            throw new IllegalStateException("nobody told where the other side is");
        }
        SendWorkRequests sends = SendWorkRequests.allocate(messages, 1);
        for (int i = 0; i < messages; i++) {
            sends.opcode(i, SendOpcode.SEND_WITH_IMM);
            sends.flags(i, signaled ? SendFlags.SIGNALED : 0);
            sends.immediate(i, queuePair.number());
            sends.elementCount(i, 1);
            sends.element(i, 0, buffer, 0, bytes);
            sends.datagram(i, to, peerQueuePair, peerQkey);
        }
        posted(queuePair.postSend(sends, 0, messages)); //                    ibv_post_send
    }

    private static void posted(int result) {
        if (result != QueuePair.POSTED) {
            throw new IllegalStateException("posting failed with " + result);
        }
    }

    /** Polls until as many work requests have completed as there are messages. */
    public void awaitCompletions() {
        WorkCompletions completions = WorkCompletions.allocate(8);
        long start = System.nanoTime();
        int done = 0;
        while (done < messages) {
            int count = queue.poll(completions); //                           ibv_poll_cq
            for (int i = 0; i < count; i++) {
                if (completions.statusOf(i) != CompletionStatus.SUCCESS) {
                    throw new IllegalStateException(
                            "message " + (done + i) + ": " + completions.statusOf(i));
                }
            }
            if (count < 0 || System.nanoTime() - start > LIMIT_NS) {
                throw new IllegalStateException(done + " of " + messages + " messages completed");
            }
            if (count > 0 && peer == null) {
                learnPeer(completions);
            }
            done += count;
            Thread.onSpinWait();
        }
    }

    /** Whom the first message came from. */
    private void learnPeer(WorkCompletions completions) {
        peer = //                                                             ibv_create_ah_from_wc
                AddressHandle.create(domain, completions, 0, buffer.segment(), id.portNumber());
        peerQueuePair = completions.immediate(0);
        peerQkey = queuePair.query().qkey(); //                               ibv_query_qp
    }

    /** Closes the identifier with its queue pair, and what was made for it. */
    @Override
    public void close() {
        id.close();
        domain.close();
        queue.close();
    }
}
