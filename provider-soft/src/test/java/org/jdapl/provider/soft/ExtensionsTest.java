package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.util.Map;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What goes beyond sends, writes and reads, between two adapters of each device. */
class ExtensionsTest {

    private static final TransportAttributes KNOWN =
            TransportAttributes.NONE.with(IwarpAttributes.RFC_7306_PEER, true);

    /** Two hosts and a connection between two pairs. */
    private static final class Net implements AutoCloseable {
        final Host a;
        final Host b;
        final Pair x;
        final Pair y;
        final Loop loop;

        Net(String device) {
            a = new Host(device, KNOWN);
            b = new Host(device, KNOWN);
            x = a.pair();
            y = b.pair();
            loop = new Loop(a, b);
            connect(x, y);
        }

        void connect(Pair from, Pair to) {
            InetAddress address =
                    b.adapter.attributes().addresses().stream()
                            .filter(InetAddress::isLoopbackAddress)
                            .findFirst()
                            .orElseGet(() -> b.adapter.attributes().addresses().getFirst());
            loop.connect(from, to, address, Loop.parameters(4, 4), Loop.parameters(4, 4));
        }

        @Override
        public void close() {
            assertThat(x.events()).containsExactly("established");
            assertThat(y.events()).containsExactly("established");
            x.close();
            y.close();
            a.close();
            b.close();
        }
    }

    private static void done(Loop loop, Pair pair, int sent, int received) {
        loop.until(
                "completions", () -> pair.sent.size() >= sent && pair.received.size() >= received);
        assertThat(pair.sent).hasSize(sent).allMatch(d -> d.status() == 0);
        assertThat(pair.received).hasSize(received).allMatch(d -> d.status() == 0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp", "sim"})
    void atomicOperations(String device) {
        try (Net net = new Net(device)) {
            Memory target = net.b.memory(16, Host.ATOMIC);
            Memory result = net.a.memory(32);
            target.segment().set(ValueLayout.JAVA_LONG, 8, 100);
            long address = target.address() + 8;
            net.x.post(net.x.add(result, 0, target.key(), address, 11, 0));
            net.x.post(net.x.swap(result, 8, target.key(), address, 111, 7));
            net.x.post(net.x.swap(result, 16, target.key(), address, 111, 8));
            net.x.read(result, 24, 8, target.key(), address);
            done(net.loop, net.x, 4, 0);
            assertThat(result.segment().toArray(ValueLayout.JAVA_LONG))
                    .containsExactly(100, 111, 7, 7);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp", "sim"})
    void writesWithImmediateData(String device) {
        try (Net net = new Net(device)) {
            Memory from = net.a.memory(100_000).fill(1);
            Memory to = net.b.memory(100_000);
            for (int i = 0; i < 3; i++) {
                net.y.receive(null, 0, 0);
            }
            int[] lengths = {100_000, 0, 5};
            for (int i = 0; i < 3; i++) {
                net.x.post(
                        net.x.writeImmediate(
                                from, 0, lengths[i], to.key(), to.address(), 1000 + i));
            }
            done(net.loop, net.y, 0, 3);
            done(net.loop, net.x, 3, 0);
            for (int i = 0; i < 3; i++) {
                Pair.Done d = net.y.received.remove();
                assertThat(d.kind()).isEqualTo(OperationKind.RECEIVE_WRITE_IMMEDIATE);
                assertThat(d.immediate()).isEqualTo(1000 + i);
                assertThat(d.length()).isEqualTo(lengths[i]);
            }
            assertThat(to.segment().mismatch(from.segment())).isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp", "sim"})
    void windowsAndReadsIntoThem(String device) {
        try (Net net = new Net(device)) {
            Memory from = net.a.memory(10_000).fill(1);
            Memory to =
                    net.b.memory(10_000, Privilege.LOCAL_WRITE.bit() | Privilege.LOCAL_READ.bit());
            MemoryWindow window = net.b.adapter.createMemoryWindow(net.b.domain, true);
            net.y.bind(window, to, 1000, 5000, Privilege.REMOTE_WRITE.bit());
            done(net.loop, net.y, 1, 0);
            net.x.write(from, 1000, 5000, window.remoteKey(), to.address() + 1000);
            WorkRequest read =
                    net.y.prepare(OperationKind.RDMA_READ, WorkRequest.SIGNALED, to, 2000, 3000);
            read.window = window;
            read.remoteKey = from.key();
            read.remoteAddress = from.address() + 2000;
            done(net.loop, net.x, 1, 0);
            net.y.post(read);
            done(net.loop, net.y, 2, 0);
            assertThat(
                            to.segment()
                                    .asSlice(1000, 5000)
                                    .mismatch(from.segment().asSlice(1000, 5000)))
                    .isEqualTo(-1);
            window.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp", "sim"})
    void zeroBasedRegions(String device) {
        try (Net net = new Net(device)) {
            Memory from = net.a.memory(100).fill(1);
            Memory to = net.b.memory(100);
            MemoryRegion region = net.b.domain.registerZeroBased(to.segment(), Host.ALL);
            net.x.write(from, 0, 60, region.remoteKey(), 40);
            net.x.read(from, 0, 40, region.remoteKey(), 60);
            done(net.loop, net.x, 2, 0);
            assertThat(from.segment().asSlice(0, 40).mismatch(to.segment().asSlice(60, 40)))
                    .isEqualTo(-1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp", "sim"})
    void sharedReceives(String device) {
        try (Net net = new Net(device)) {
            SharedReceiveQueue queue =
                    net.b.adapter.createSharedReceiveQueue(
                            net.b.domain, SharedReceiveQueueAttributes.of(64, 1), "srq");
            Pair[] from = {net.a.pair(), net.a.pair(), net.a.pair()};
            Pair[] to = {net.b.pair(queue), net.b.pair(queue), net.b.pair(queue)};
            for (int i = 0; i < 3; i++) {
                net.connect(from[i], to[i]);
            }
            Memory memory = net.b.memory(64 * 100);
            for (int id = 0; id < 60; id++) {
                WorkRequest r = to[0].prepare(OperationKind.RECEIVE, 0, memory, id * 100L, 100);
                r.id = id;
                assertThat(queue.postReceive(r)).isEqualTo(PostStatus.OK);
            }
            Memory message = net.a.memory(100);
            for (int n = 0; n < 20; n++) {
                for (int i = 0; i < 3; i++) {
                    message.segment().set(ValueLayout.JAVA_INT, 0, 100 * i + n);
                    from[i].send(message, 0, 80);
                }
            }
            for (int i = 0; i < 3; i++) {
                done(net.loop, to[i], 0, 20);
                for (int n = 0; n < 20; n++) {
                    long id = to[i].received.remove().id();
                    assertThat(memory.segment().get(ValueLayout.JAVA_INT, id * 100))
                            .isEqualTo(100 * i + n);
                }
            }
            assertThat(net.b.listener.taken).hasSize(60);
            for (int i = 0; i < 3; i++) {
                from[i].close();
                to[i].close();
            }
            queue.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"iwarp", "sim"})
    void countersTellWhatWasDone(String device) {
        try (Net net = new Net(device)) {
            assertThat(net.a.adapter.attributes().has(Capability.COUNTERS)).isTrue();
            // A side that has heard something sends nothing of its own accord.
            net.x.receive(null, 0, 0);
            net.y.send(null, 0, 0);
            done(net.loop, net.x, 0, 1);
            Map<String, Long> a = net.a.adapter.counters();
            Map<String, Long> b = net.b.adapter.counters();
            assertThat(a.get("connections.connects")).isEqualTo(1);
            assertThat(a.get("connections.established")).isEqualTo(1);
            assertThat(b.get("connections.requests")).isEqualTo(1);
            assertThat(b.get("connections.accepts")).isEqualTo(1);
            Memory from = net.a.memory(100_000).fill(1);
            Memory to = net.b.memory(100_000);
            net.y.receive(to, 0, 100_000);
            net.x.send(from, 0, 100_000);
            done(net.loop, net.y, 1, 1);
            Map<String, Long> after = net.a.adapter.counters();
            Map<String, Long> peer = net.b.adapter.counters();
            assertThat(after.get("sent.messages") - a.get("sent.messages")).isEqualTo(1);
            assertThat(after.get("sent.bytes") - a.get("sent.bytes")).isBetween(100_000L, 110_000L);
            assertThat(after.get("sent.fpdus")).isGreaterThan(a.get("sent.fpdus") + 1);
            for (String what : new String[] {"messages", "bytes", "fpdus"}) {
                assertThat(peer.get("received." + what)).isEqualTo(after.get("sent." + what));
            }
            assertThat(peer.get("received.crc.errors")).isZero();
            // What is gone is still counted.
            Pair more = net.a.pair();
            Pair other = net.b.pair();
            net.connect(more, other);
            long before = net.a.adapter.counters().get("sent.messages");
            assertThat(before).isGreaterThan(after.get("sent.messages"));
            more.close();
            net.loop.until(
                    "the end", () -> net.b.adapter.counters().get("connections.disconnected") == 1);
            other.close();
            assertThat(net.a.adapter.counters().get("sent.messages"))
                    .isGreaterThanOrEqualTo(before);
        }
    }
}
