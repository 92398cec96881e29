package org.jdapl.examples.verbs.rping;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.jdapl.examples.verbs.common.Connecting;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.cm.CmEventType;
import org.jdapl.verbs.cm.ConnectionId;
import org.jdapl.verbs.cm.EventChannel;
import org.jdapl.verbs.cm.PortSpace;

/** The side that pings: the server reads its data, and writes it back somewhere else. */
final class Client {
    private static final int FIRST = 'A';
    private static final int LAST = 'z';

    private final Options options;
    private final PrintStream out;

    Client(Options options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    void run() {
        try (EventChannel events = EventChannel.create(); //           rdma_create_event_channel
                ConnectionId id = ConnectionId.create(events, PortSpace.TCP)) { // rdma_create_id
            Connecting.resolve(id, options.source(), options.address());
            try (Link link = new Link(id, options.ownQueuePair())) {
                connect(id, link);
                ping(link);
                link.disconnect();
            }
        }
    }

    private void connect(ConnectionId id, Link link) {
        id.connect(link.parameters()); //                                     rdma_connect
        if (options.ownQueuePair()) {
            Connecting.expect(id.channel(), CmEventType.CONNECT_RESPONSE);
            link.modifyOwnQueuePair();
            id.establish(); //                                                rdma_establish
        } else {
            Connecting.expect(id.channel(), CmEventType.ESTABLISHED);
        }
    }

    private void ping(Link link) {
        MemoryRegion source = link.allocate(options.bytes());
        MemoryRegion sink = link.allocate(options.bytes());
        for (int ping = 0; options.count() == 0 || ping < options.count(); ping++) {
            fill(source.segment(), ping);
            link.advertise(source);
            awaitGoAhead(link);
            link.advertise(sink);
            awaitGoAhead(link);
            if (options.validate() && source.segment().mismatch(sink.segment()) >= 0) {
                throw new IllegalStateException("data mismatch in ping " + ping);
            }
            if (options.verbose()) {
                out.println("ping data: " + sink.segment().getString(0));
            }
        }
    }

    private static void awaitGoAhead(Link link) {
        if (link.message().isEmpty()) {
            throw new IllegalStateException("the server has gone");
        }
    }

    /** A number, then letters in a row that begins one further each time, then a zero. */
    private static void fill(MemorySegment data, int ping) {
        byte[] head = ("rdma-ping-" + ping + ": ").getBytes(StandardCharsets.US_ASCII);
        MemorySegment.copy(head, 0, data, ValueLayout.JAVA_BYTE, 0, head.length);
        int letters = LAST - FIRST + 1;
        for (int i = head.length; i < data.byteSize() - 1; i++) {
            int letter = FIRST + (ping + i - head.length) % letters;
            data.set(ValueLayout.JAVA_BYTE, i, (byte) letter);
        }
        data.set(ValueLayout.JAVA_BYTE, data.byteSize() - 1, (byte) 0);
    }
}
