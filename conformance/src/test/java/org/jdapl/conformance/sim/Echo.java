package org.jdapl.conformance.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.LocalMemoryRegion;

/** A program that sends messages there and back, and looks at every byte. */
final class Echo {

    private static final long RECEIVED = 1;
    private static final long SENT = 2;

    private final int rounds;
    private final int bytes;

    Echo(int rounds, int bytes) {
        this.rounds = rounds;
        this.bytes = bytes;
    }

    void passive(Node node) throws InterruptedException {
        LocalMemoryRegion memory = node.memory(bytes);
        node.listen();
        node.endpoint.receive(memory.whole(), RECEIVED);
        node.accept();
        for (int i = 0; i < rounds; i++) {
            requireSuccess(node, RECEIVED);
            node.endpoint.send(memory.whole(), SENT);
            requireSuccess(node, SENT);
            if (i + 1 < rounds) {
                node.endpoint.receive(memory.whole(), RECEIVED);
            }
        }
        assertThat(node.connectionEvent()).isInstanceOf(ConnectionEvent.Disconnected.class);
    }

    void active(Node node) throws InterruptedException {
        LocalMemoryRegion out = node.memory(bytes);
        LocalMemoryRegion in = node.memory(bytes);
        node.endpoint.receive(in.whole(), RECEIVED);
        node.connect(peer(node));
        for (int i = 0; i < rounds; i++) {
            fill(out.segment(), i);
            node.endpoint.send(out.whole(), SENT);
            long seen = 0;
            while (seen != (RECEIVED | SENT)) {
                seen |= success(node).cookie();
            }
            assertThat(in.segment().mismatch(out.segment())).isEqualTo(-1);
            if (i + 1 < rounds) {
                node.endpoint.receive(in.whole(), RECEIVED);
            }
        }
        node.endpoint.disconnect(DisconnectMode.GRACEFUL);
        assertThat(node.connectionEvent()).isInstanceOf(ConnectionEvent.Disconnected.class);
    }

    /** Where the passive side of a pair listens. */
    static InetSocketAddress peer(Node node) {
        return new InetSocketAddress(node.sim.host("b").addresses().getFirst(), Node.PORT);
    }

    static void fill(MemorySegment segment, int round) {
        for (long i = 0; i < segment.byteSize(); i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + i / 251 + round));
        }
    }

    private static void requireSuccess(Node node, long cookie) throws InterruptedException {
        assertThat(success(node).cookie()).isEqualTo(cookie);
    }

    private static DtoCompletion success(Node node) throws InterruptedException {
        DtoCompletion completion = node.completion();
        assertThat(completion.isSuccess()).as(completion.toString()).isTrue();
        return completion;
    }
}
