package org.jdapl.examples.verbs.cmatose;

import java.util.Set;
import org.jdapl.verbs.AccessFlag;
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
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.ConnectionId;

/** One connection: its queue pair, a completion queue for each direction, and a buffer for all. */
final class Node implements AutoCloseable {
    private static final long LIMIT_NS = 60_000_000_000L;

    private final ConnectionId id;
    private final int messages;
    private final ProtectionDomain domain;
    private final CompletionQueue sent;
    private final CompletionQueue received;
    private final QueuePair queuePair;
    private final ReceiveWorkRequests receives;
    private final SendWorkRequests sends;

    /** Makes all that, and posts a receive for each message that will come. */
    Node(ConnectionId id, Options options) {
        this.id = id;
        messages = options.messages();
        Context context = id.context();
        int room = Math.max(1, messages);
        domain = ProtectionDomain.create(context);
        sent = CompletionQueue.create(context, room);
        received = CompletionQueue.create(context, room);
        queuePair =
                id.createQueuePair( //                                        rdma_create_qp
                        domain,
                        new QueuePairOptions(
                                QueuePairType.RC,
                                sent,
                                received,
                                null,
                                QueuePairCapacities.of(room, room),
                                true));
        receives = ReceiveWorkRequests.allocate(room, 1);
        sends = SendWorkRequests.allocate(room, 1);
        if (messages > 0) {
            MemoryRegion buffer =
                    MemoryRegion.allocate(domain, options.bytes(), Set.of(AccessFlag.LOCAL_WRITE));
            for (int i = 0; i < messages; i++) {
                receives.elementCount(i, 1);
                receives.element(i, 0, buffer, 0, options.bytes());
                sends.elementCount(i, 1);
                sends.element(i, 0, buffer, 0, options.bytes());
            }
            posted(queuePair.postReceive(receives, 0, messages)); //         ibv_post_recv
        }
    }

    ConnectionId id() {
        return id;
    }

    /** Posts all messages by one call. */
    void send() {
        if (messages > 0) {
            posted(queuePair.postSend(sends, 0, messages)); //                ibv_post_send
        }
    }

    private static void posted(int result) {
        if (result != QueuePair.POSTED) {
            throw new IllegalStateException("posting failed with " + result);
        }
    }

    void awaitSent() {
        await(sent);
    }

    void awaitReceived() {
        await(received);
    }

    /** Polls until all messages of a direction are complete. */
    private void await(CompletionQueue queue) {
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
            done += count;
            Thread.onSpinWait();
        }
    }

    /** Closes the identifier with its queue pair, and what was made for it. */
    @Override
    public void close() {
        id.close();
        sent.close();
        received.close();
        domain.close();
    }
}
