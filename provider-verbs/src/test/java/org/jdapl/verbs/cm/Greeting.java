package org.jdapl.verbs.cm;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.CompletionStatus;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.ReceiveWorkRequests;
import org.jdapl.verbs.SendFlags;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;

/** What the package page shows; a test in the lab runs it. */
public final class Greeting {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private Greeting() {}

    // @start region="greet"
    /** Sends a text to a server. */
    public static void greet(InetSocketAddress server, String text) {
        try (EventChannel events = EventChannel.create();
                ConnectionId id = ConnectionId.create(events, PortSpace.TCP)) {
            id.resolveAddress(null, server, LIMIT);
            next(events, CmEventType.ADDR_RESOLVED);
            id.resolveRoute(LIMIT);
            next(events, CmEventType.ROUTE_RESOLVED);
            try (ProtectionDomain domain = ProtectionDomain.create(id.context());
                    CompletionQueue queue = CompletionQueue.create(id.context(), 8)) {
                QueuePair pair = id.createQueuePair(domain, options(queue));
                id.connect(ConnectionParameters.defaults());
                next(events, CmEventType.ESTABLISHED); // or REJECTED: expect throws

                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                MemoryRegion buffer = MemoryRegion.allocate(domain, bytes.length, Set.of());
                buffer.segment().asByteBuffer().put(bytes);
                SendWorkRequests send = SendWorkRequests.allocate(1, 1);
                send.elementCount(0, 1);
                send.element(0, 0, buffer, 0, bytes.length);
                send.flags(0, SendFlags.SIGNALED);
                check(pair.postSend(send, 0, 1) == QueuePair.POSTED);
                check(complete(queue).status(0) == 0);
                id.disconnect();
            } // closing the domain closes what was made from it
        }
    }

    // @end

    // @start region="listen"
    /** Takes one connection on a channel that listens, and one text. */
    public static String hear(EventChannel events) {
        try (ConnectionId id = next(events, CmEventType.CONNECT_REQUEST).id();
                ProtectionDomain domain = ProtectionDomain.create(id.context());
                CompletionQueue queue = CompletionQueue.create(id.context(), 8)) {
            QueuePair pair = id.createQueuePair(domain, options(queue));
            MemoryRegion buffer =
                    MemoryRegion.allocate(domain, 1024, Set.of(AccessFlag.LOCAL_WRITE));
            ReceiveWorkRequests receive = ReceiveWorkRequests.allocate(1, 1);
            receive.elementCount(0, 1);
            receive.element(0, 0, buffer, 0, 1024);
            check(pair.postReceive(receive, 0, 1) == QueuePair.POSTED);
            id.accept(ConnectionParameters.defaults()); // the receive is there already
            next(events, CmEventType.ESTABLISHED);

            byte[] text = new byte[complete(queue).byteLength(0)];
            buffer.segment().asByteBuffer().get(text);
            next(events, CmEventType.DISCONNECTED);
            return new String(text, StandardCharsets.UTF_8);
        }
    }

    // @end

    private static QueuePairOptions options(CompletionQueue queue) {
        return QueuePairOptions.of(QueuePairType.RC, queue, QueuePairCapacities.of(4, 4));
    }

    private static CmEvent next(EventChannel events, CmEventType type) {
        return events.awaitEvent(LIMIT).orElseThrow().expect(type);
    }

    private static WorkCompletions complete(CompletionQueue queue) {
        WorkCompletions completions = WorkCompletions.allocate(1);
        while (queue.poll(completions) == 0) {
            Thread.onSpinWait();
        }
        check(completions.statusOf(0) == CompletionStatus.SUCCESS);
        return completions;
    }

    private static void check(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("the work request failed");
        }
    }
}
