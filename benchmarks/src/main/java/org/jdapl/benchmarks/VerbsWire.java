package org.jdapl.benchmarks;

import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Locale;
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
import org.jdapl.verbs.SendOpcode;
import org.jdapl.verbs.SendWorkRequests;
import org.jdapl.verbs.WorkCompletions;
import org.jdapl.verbs.cm.CmEvent;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.ConnectionParameters;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;

/**
 * Latency and rate of the verbs library on a real device, as {@code ib_send_lat -R}, {@code
 * ib_read_lat -R} and {@code ib_write_bw -R} measure them: a connection by librdmacm whose ends are
 * two threads, which poll. {@code conformance/lab/suites/90-figures.sh} runs it beside them.
 */
public final class VerbsWire {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int DEPTH = 16;
    private static final int BLOCK = 65536;
    private static final int SMALL = 64;
    private static final int WARM_UPS = 200;

    private VerbsWire() {}

    /** One end of the connection. */
    private static final class End {
        final QueuePair pair;
        final CompletionQueue queue;
        final MemoryRegion region;
        final SendWorkRequests sends = SendWorkRequests.allocate(DEPTH, 1);
        final ReceiveWorkRequests receive = ReceiveWorkRequests.allocate(1, 1);
        final WorkCompletions completions = WorkCompletions.allocate(DEPTH);

        End(ConnectionId id) {
            ProtectionDomain domain = ProtectionDomain.create(id.context());
            queue = CompletionQueue.create(id.context(), 4 * DEPTH);
            pair =
                    id.createQueuePair(
                            domain,
                            QueuePairOptions.of(
                                    QueuePairType.RC,
                                    queue,
                                    QueuePairCapacities.of(2 * DEPTH, 2 * DEPTH)));
            // iWARP wants memory that is read into to be writable for the other side.
            region =
                    MemoryRegion.allocate(
                            domain,
                            BLOCK,
                            Set.of(
                                    AccessFlag.LOCAL_WRITE,
                                    AccessFlag.REMOTE_READ,
                                    AccessFlag.REMOTE_WRITE));
            receive.element(0, 0, region, 0, SMALL);
        }

        void awaitReceive() {
            check(pair.postReceive(receive, 0, 1));
        }

        /** Takes so many completions, of which no more can come. */
        void take(int count) {
            for (int left = count; left > 0; ) {
                left -= takeSome();
            }
        }

        /** Takes what has come. */
        int takeSome() {
            int n = queue.poll(completions);
            for (int i = 0; i < n; i++) {
                if (completions.statusOf(i) != CompletionStatus.SUCCESS) {
                    throw new Failure("completed with " + completions.statusOf(i));
                }
            }
            return n;
        }

        void prepare(SendOpcode opcode, int bytes, long remote, int rkey) {
            for (int i = 0; i < DEPTH; i++) {
                sends.opcode(i, opcode);
                sends.flags(i, SendFlags.SIGNALED);
                sends.element(i, 0, region, 0, bytes);
                if (opcode != SendOpcode.SEND) {
                    sends.remote(i, remote, rkey);
                }
            }
        }

        void post(int count) {
            check(pair.postSend(sends, 0, count));
        }

        private static void check(int result) {
            if (result != QueuePair.POSTED) {
                throw new Failure("refused with " + result);
            }
        }
    }

    /**
     * Runs it.
     *
     * @param arguments see {@code etc/bench}; the address is the device's
     */
    public static void main(String[] arguments) throws InterruptedException {
        Options options =
                Options.parse(arguments, "address", "127.0.0.1", "count", "1000", "blocks", "512");
        try (EventChannel events = EventChannel.create();
                ConnectionId listener = ConnectionId.create(events, PortSpace.TCP)) {
            listener.bind(new InetSocketAddress(options.text("address"), 0));
            listener.listen(1);
            int messages = 1 + WARM_UPS + options.number("count");
            Thread server = Thread.ofPlatform().start(() -> serve(events, messages));
            measure(listener.localAddress().orElseThrow(), options);
            server.join(LIMIT);
        }
    }

    private static CmEvent expect(EventChannel events, CmEventType type) {
        return events.awaitEvent(LIMIT).orElseThrow(() -> new Failure("no " + type)).expect(type);
    }

    private static void serve(EventChannel events, int messages) {
        try (ConnectionId id = expect(events, CmEventType.CONNECT_REQUEST).id()) {
            End end = new End(id);
            end.prepare(SendOpcode.SEND, SMALL, 0, 0);
            end.awaitReceive();
            byte[] where =
                    ByteBuffer.allocate(12)
                            .putLong(end.region.address())
                            .putInt(end.region.rkey())
                            .array();
            id.accept(
                    ConnectionParameters.builder()
                            .privateData(where)
                            .responderResources(DEPTH)
                            .initiatorDepth(DEPTH)
                            .build());
            expect(events, CmEventType.ESTABLISHED);
            for (int i = 0; i < messages; i++) {
                end.take(i == 0 ? 1 : 2); // the message, and the send of the answer before
                end.awaitReceive();
                end.post(1);
            }
            expect(events, CmEventType.DISCONNECTED);
            id.disconnect();
        }
    }

    private static void measure(InetSocketAddress address, Options options) {
        try (EventChannel events = EventChannel.create();
                ConnectionId id = ConnectionId.create(events, PortSpace.TCP)) {
            id.resolveAddress(new InetSocketAddress(address.getAddress(), 0), address, LIMIT);
            expect(events, CmEventType.ADDR_RESOLVED);
            id.resolveRoute(LIMIT);
            expect(events, CmEventType.ROUTE_RESOLVED);
            End end = new End(id);
            end.awaitReceive();
            id.connect(
                    ConnectionParameters.builder()
                            .responderResources(DEPTH)
                            .initiatorDepth(DEPTH)
                            .build());
            ByteBuffer where =
                    ByteBuffer.wrap(expect(events, CmEventType.ESTABLISHED).privateData());
            long remote = where.getLong();
            int rkey = where.getInt();
            int count = options.number("count");
            end.prepare(SendOpcode.SEND, SMALL, 0, 0);
            report("send_lat us", latency(end, count, VerbsWire::pingPong) / 2);
            end.prepare(SendOpcode.RDMA_READ, SMALL, remote, rkey);
            report("read_lat us", latency(end, count, VerbsWire::one));
            end.prepare(SendOpcode.RDMA_WRITE, BLOCK, remote, rkey);
            report("write_bw MiB/s", rate(end, options.number("blocks")));
            id.disconnect();
            expect(events, CmEventType.DISCONNECTED);
        }
    }

    private static void report(String what, double value) {
        System.out.printf(Locale.ROOT, "java %s %.2f%n", what, value);
    }

    private interface Turn {
        void take(End end);
    }

    /** Sends, and waits for the answer and the send's own completion. */
    private static void pingPong(End end) {
        end.post(1);
        end.take(2);
        end.awaitReceive();
    }

    private static void one(End end) {
        end.post(1);
        end.take(1);
    }

    /** The median of turns, in microseconds. */
    private static double latency(End end, int count, Turn turn) {
        double[] us = new double[count];
        for (int i = -WARM_UPS - 1; i < count; i++) {
            long begin = System.nanoTime();
            turn.take(end);
            us[Math.max(i, 0)] = (System.nanoTime() - begin) / 1e3;
        }
        return Quantiles.of(us).median();
    }

    /** Blocks are written with as many under way as there are requests. */
    private static double rate(End end, int blocks) {
        end.region.segment().set(ValueLayout.JAVA_BYTE, 0, (byte) 1);
        end.post(DEPTH);
        end.take(DEPTH);
        long begin = System.nanoTime();
        end.post(DEPTH);
        int posted = DEPTH;
        for (int done = 0; done < blocks; ) {
            int n = end.takeSome();
            done += n;
            int more = Math.min(n, blocks - posted);
            if (more > 0) {
                end.post(more);
                posted += more;
            }
        }
        return blocks * (BLOCK / 1048576.0) / ((System.nanoTime() - begin) / 1e9);
    }
}
