package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
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
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;

/** Both ends of a connection by librdmacm, with a channel and a queue pair each. */
final class CmEnds implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(60);
    static final Duration RESOLVING = Duration.ofSeconds(5);

    static final String RXE = "10.77.1.1";
    static final String SIW = "10.77.2.1";

    /** What an end needs besides its identifier. */
    static final class Queues {
        final ProtectionDomain domain;
        final CompletionQueue queue;
        final QueuePair pair;
        final MemoryRegion region;

        Queues(ConnectionId id, QueuePairType type) {
            domain = ProtectionDomain.create(id.context());
            boolean made = false;
            try {
                queue = CompletionQueue.create(id.context(), 32);
                try {
                    pair =
                            id.createQueuePair(
                                    domain,
                                    QueuePairOptions.of(type, queue, QueuePairCapacities.of(8, 8)));
                    region = MemoryRegion.allocate(domain, 4096, Set.of(AccessFlag.LOCAL_WRITE));
                    made = true;
                } finally {
                    if (!made) {
                        queue.close();
                    }
                }
            } finally {
                if (!made) {
                    domain.close();
                }
            }
        }

        Queues(ConnectionId id) {
            this(id, QueuePairType.RC);
        }

        void postReceive() {
            ReceiveWorkRequests receive = ReceiveWorkRequests.allocate(1, 1);
            receive.elementCount(0, 1);
            receive.element(0, 0, region, 0, 4096);
            assertThat(pair.postReceive(receive, 0, 1)).isZero();
        }

        SendWorkRequests send(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
            MemorySegment.copy(bytes, 0, region.segment(), ValueLayout.JAVA_BYTE, 0, bytes.length);
            SendWorkRequests send = SendWorkRequests.allocate(1, 1);
            send.flags(0, SendFlags.SIGNALED);
            send.elementCount(0, 1);
            send.element(0, 0, region, 0, bytes.length);
            return send;
        }

        /** Waits for one completion, which has to be a success. */
        WorkCompletions complete() {
            WorkCompletions completions = WorkCompletions.allocate(1);
            long end = System.nanoTime() + LIMIT.toNanos();
            while (queue.poll(completions) == 0) {
                assertThat(System.nanoTime()).as("no completion in time").isLessThan(end);
                Thread.onSpinWait();
            }
            assertThat(completions.statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
            return completions;
        }

        String text(int offset, int length) {
            byte[] bytes = new byte[length];
            MemorySegment.copy(region.segment(), ValueLayout.JAVA_BYTE, offset, bytes, 0, length);
            return new String(bytes, StandardCharsets.US_ASCII);
        }
    }

    final EventChannel serverChannel = EventChannel.create();
    final EventChannel clientChannel = EventChannel.create();
    final ConnectionId listener;
    final ConnectionId client;
    final Queues clientQueues;
    final ConnectionId server;
    final Queues serverQueues;
    final CmEvent request;
    final CmEvent established;

    /** Connects; the client says hello, the server welcomes it. */
    CmEnds(String host) {
        listener = listen(serverChannel, host);
        client = resolved(clientChannel, listener.localAddress().orElseThrow());
        clientQueues = new Queues(client);
        client.connect(ConnectionParameters.withPrivateData(ascii("hello")));
        request = next(serverChannel, CmEventType.CONNECT_REQUEST);
        server = request.id();
        serverQueues = new Queues(server);
        serverQueues.postReceive();
        server.accept(ConnectionParameters.withPrivateData(ascii("welcome")));
        established = next(clientChannel, CmEventType.ESTABLISHED);
        next(serverChannel, CmEventType.ESTABLISHED);
    }

    static ConnectionId listen(EventChannel channel, String host) {
        ConnectionId listener = ConnectionId.create(channel, PortSpace.TCP);
        listener.bind(new InetSocketAddress(host, 0));
        listener.listen(0);
        return listener;
    }

    static ConnectionId resolved(EventChannel channel, InetSocketAddress to) {
        ConnectionId client = ConnectionId.create(channel, PortSpace.TCP);
        client.resolveAddress(null, to, RESOLVING);
        next(channel, CmEventType.ADDR_RESOLVED);
        client.resolveRoute(RESOLVING);
        next(channel, CmEventType.ROUTE_RESOLVED);
        return client;
    }

    static CmEvent next(EventChannel channel, CmEventType type) {
        return channel.awaitEvent(LIMIT)
                .orElseThrow(() -> new AssertionError("no " + type + " in time"))
                .expect(type);
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** What private data begins with; transports may fill it up. */
    static String head(byte[] privateData, int length) {
        return new String(privateData, 0, length, StandardCharsets.US_ASCII);
    }

    /** All that can be closed. */
    List<AutoCloseable> handles() {
        return List.of(
                serverChannel,
                clientChannel,
                listener,
                client,
                server,
                clientQueues.domain,
                clientQueues.queue,
                clientQueues.pair,
                clientQueues.region,
                serverQueues.domain,
                serverQueues.queue,
                serverQueues.pair,
                serverQueues.region);
    }

    @Override
    public void close() {
        clientChannel.close();
        serverChannel.close();
        clientQueues.domain.close();
        clientQueues.queue.close();
        serverQueues.domain.close();
        serverQueues.queue.close();
    }
}
