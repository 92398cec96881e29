package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.VirtualClock;
import org.jdapl.spi.Completions;
import org.jdapl.spi.ConnectParameters;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every operation, over streams that are cut in every way. */
class OperationsTest {

    private static final int[] SIZES = {
        0, 1, 3, 4, 5, 100, 231, 232, 233, 1436, 1437, 5000, 70_000
    };

    /**
     * How streams behave: seed, longest piece, room in the pipe, segment size, frames in a write.
     */
    record Shape(
            long seed, int chunk, int room, int mss, boolean crc, IwarpAttributes.Framing framing) {
        MemoryFabric fabric() {
            return new MemoryFabric(seed, chunk, room, mss);
        }

        TransportAttributes attributes() {
            return TransportAttributes.NONE
                    .with(IwarpAttributes.CRC, crc)
                    .with(IwarpAttributes.FRAMING, framing);
        }
    }

    static Stream<Shape> shapes() {
        return Stream.of(
                new Shape(1, Integer.MAX_VALUE, 1 << 22, 1460, true, IwarpAttributes.Framing.SAFE),
                new Shape(
                        2, Integer.MAX_VALUE, 1 << 22, 65484, false, IwarpAttributes.Framing.SAFE),
                new Shape(3, 1, 1 << 22, 256, true, IwarpAttributes.Framing.SAFE),
                new Shape(4, 7, 500, 1448, true, IwarpAttributes.Framing.SAFE),
                new Shape(5, 3000, 2000, 9000, false, IwarpAttributes.Framing.SAFE),
                new Shape(6, 3000, 100_000, 1460, true, IwarpAttributes.Framing.PACKED),
                new Shape(
                        7, Integer.MAX_VALUE, 1 << 22, 1460, false, IwarpAttributes.Framing.PACKED),
                new Shape(8, 5, 64, 1460, true, IwarpAttributes.Framing.PACKED));
    }

    /** Two hosts and a connection between two pairs. */
    private static final class Net implements AutoCloseable {
        final Host a;
        final Host b;
        final Pair x;
        final Pair y;
        final Loop loop;

        Net(Shape shape) {
            this(
                    shape,
                    EndpointAttributes.defaults(),
                    Loop.parameters(4, 4),
                    Loop.parameters(4, 4));
        }

        Net(
                Shape shape,
                EndpointAttributes attributes,
                ConnectParameters px,
                ConnectParameters py) {
            MemoryFabric fabric = shape.fabric();
            VirtualClock clock = new VirtualClock();
            a = new Host(fabric, shape.attributes(), clock);
            b = new Host(fabric, shape.attributes(), clock);
            x = a.pair(attributes);
            y = b.pair(attributes);
            loop = new Loop(a, b);
            loop.connect(x, y, InetAddress.getLoopbackAddress(), px, py);
        }

        void ok(Pair p, int sends, int receives) {
            loop.until(
                    "completions", () -> p.sent.size() >= sends && p.received.size() >= receives);
            assertThat(p.sent).hasSize(sends).allMatch(d -> d.status() == 0);
            assertThat(p.received).hasSize(receives).allMatch(d -> d.status() == 0);
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

    private static boolean same(Memory a, long at, Memory b, long bt, long length) {
        return MemorySegment.mismatch(a.segment(), at, at + length, b.segment(), bt, bt + length)
                == -1;
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void bindsTakeTheirTurnAmongOtherRequests(Shape shape) {
        try (Net net = new Net(shape)) {
            Memory from = net.a.memory(20_000).fill(1);
            Memory to = net.b.memory(20_000).fill(2);
            MemoryWindow window = net.a.adapter.createMemoryWindow(net.a.domain, false);
            int rights = Privilege.REMOTE_READ.bit();
            for (int i = 0; i < 4; i++) {
                net.y.receive(to, 0, 20_000);
            }
            net.x.bind(window, from, 0, 10, rights);
            net.x.send(from, 0, 5000);
            net.x.bind(window, from, 0, 10, rights);
            net.x.bind(window, null, 0, 0, 0);
            net.x.send(from, 0, 10);
            net.x.read(from, 10_000, 7000, to.key(), to.address() + 10_000);
            net.x.bind(window, from, 0, 10_000, rights);
            net.x.send(from, 0, 0);
            net.x.send(from, 0, 20_000);
            net.ok(net.x, 9, 0);
            net.ok(net.y, 0, 4);
            long id = 1;
            for (Pair.Done d : net.x.sent) {
                assertThat(d.id()).isEqualTo(id++);
            }
            net.y.read(to, 0, 10_000, window.remoteKey(), from.address());
            net.ok(net.y, 1, 4);
            assertThat(same(from, 0, to, 0, 10_000)).isTrue();
            window.close();
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void sendsArriveWholeAndInOrder(Shape shape) {
        try (Net net = new Net(shape)) {
            Memory from = net.a.memory(80_000).fill(1);
            Memory to = net.b.memory(1_000_000);
            long at = 0;
            for (int size : SIZES) {
                net.y.receive(to, at, size + 10);
                at += size + 10;
            }
            for (int size : SIZES) {
                net.x.send(from, size % 7, size);
            }
            net.ok(net.x, SIZES.length, 0);
            net.ok(net.y, 0, SIZES.length);
            at = 0;
            long id = 1;
            for (int size : SIZES) {
                Pair.Done d = net.y.received.remove();
                assertThat(d.id()).isEqualTo(id++);
                assertThat(d.length()).isEqualTo(size);
                assertThat(d.kind()).isEqualTo(OperationKind.RECEIVE);
                assertThat(same(from, size % 7, to, at, size)).isTrue();
                assertThat(to.segment().get(java.lang.foreign.ValueLayout.JAVA_BYTE, at + size))
                        .isZero();
                at += size + 10;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void writesPlaceExactly(Shape shape) {
        try (Net net = new Net(shape)) {
            Memory from = net.a.memory(80_000).fill(2);
            Memory to = net.b.memory(1_000_000);
            long at = 5;
            for (int size : SIZES) {
                net.x.write(from, 1, size, to.key(), to.address() + at);
                at += size + 3;
            }
            net.y.receive(to, 900_000, 8);
            net.x.send(from, 0, 8);
            net.ok(net.x, SIZES.length + 1, 0);
            net.ok(net.y, 0, 1);
            at = 5;
            for (int size : SIZES) {
                assertThat(same(from, 1, to, at, size)).as("size %d", size).isTrue();
                assertThat(to.segment().get(java.lang.foreign.ValueLayout.JAVA_BYTE, at + size))
                        .isZero();
                at += size + 3;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void readsFetchExactlyAndCompleteInOrder(Shape shape) {
        try (Net net = new Net(shape)) {
            Memory to = net.a.memory(1_000_000);
            Memory from =
                    net.b.memory(80_000, org.jdapl.api.data.Privilege.REMOTE_READ.bit()).fill(3);
            long at = 5;
            for (int size : SIZES) {
                net.x.read(to, at, size, from.key(), from.address() + 1);
                at += size + 3;
            }
            net.ok(net.x, SIZES.length, 0);
            at = 5;
            long id = 1;
            for (int size : SIZES) {
                Pair.Done d = net.x.sent.remove();
                assertThat(d.id()).isEqualTo(id++);
                assertThat(d.length()).isEqualTo(size);
                assertThat(same(from, 1, to, at, size)).as("size %d", size).isTrue();
                assertThat(to.segment().get(java.lang.foreign.ValueLayout.JAVA_BYTE, at + size))
                        .isZero();
                at += size + 3;
            }
        }
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void bothWaysAtOnceAtRandom(Shape shape) {
        try (Net net = new Net(shape)) {
            Memory ma = net.a.memory(200_000).fill(4);
            Memory mb = net.b.memory(200_000).fill(5);
            Memory sinkA = net.a.memory(100_000);
            Memory sinkB = net.b.memory(100_000);
            SplittableRandom random = new SplittableRandom(shape.seed());
            int rounds = 40;
            int[] sends = new int[2];
            int[] messages = new int[2];
            for (int i = 0; i < rounds; i++) {
                net.x.receive(sinkA, 0, 9000);
                net.y.receive(sinkB, 0, 9000);
            }
            for (int i = 0; i < rounds; i++) {
                for (Pair p : new Pair[] {net.x, net.y}) {
                    boolean isX = p == net.x;
                    Memory mine = isX ? ma : mb;
                    Memory other = isX ? mb : ma;
                    Memory mySink = isX ? sinkA : sinkB;
                    Memory otherSink = isX ? sinkB : sinkA;
                    int size = random.nextInt(9000);
                    switch (random.nextInt(3)) {
                        case 0 -> {
                            p.send(mine, 0, size);
                            messages[isX ? 1 : 0]++;
                        }
                        case 1 ->
                                p.write(
                                        mine,
                                        7,
                                        size,
                                        otherSink.key(),
                                        otherSink.address() + 10_000);
                        default -> p.read(mySink, 50_000, size, other.key(), other.address() + 9);
                    }
                    sends[isX ? 0 : 1]++;
                    net.loop.step();
                }
            }
            net.ok(net.x, sends[0], messages[0]);
            net.ok(net.y, sends[1], messages[1]);
            for (Pair p : new Pair[] {net.x, net.y}) {
                long last = 0;
                for (Pair.Done d : p.sent) {
                    assertThat(d.id()).isGreaterThan(last);
                    last = d.id();
                }
            }
        }
    }

    private static Shape plain() {
        return new Shape(1, Integer.MAX_VALUE, 1 << 22, 1460, true, IwarpAttributes.Framing.SAFE);
    }

    @Test
    void gathersAndScattersSegments() {
        try (Net net = new Net(plain())) {
            Memory from = net.a.memory(10_000).fill(6);
            Memory to = net.b.memory(10_000);
            WorkRequest r = net.y.prepare(OperationKind.RECEIVE, 0, to, 0, 0);
            r.segments = 4;
            long total = 0;
            for (int i = 0; i < 4; i++) {
                r.region[i] = to.region();
                r.offset[i] = 2000L * i;
                r.length[i] = i == 1 ? 0 : 1000 + i;
                total += r.length[i];
            }
            r.totalLength = total;
            net.y.post(r);
            WorkRequest s = net.x.prepare(OperationKind.SEND, WorkRequest.SIGNALED, from, 0, 0);
            s.segments = 3;
            s.region[1] = from.region();
            s.region[2] = from.region();
            s.offset[0] = 5;
            s.length[0] = 1500;
            s.offset[1] = 3000;
            s.length[1] = 0;
            s.offset[2] = 7000;
            s.length[2] = 1400;
            s.totalLength = 2900;
            net.x.post(s);
            net.ok(net.x, 1, 0);
            net.ok(net.y, 0, 1);
            assertThat(net.y.received.peek().length()).isEqualTo(2900);
            // 1000 + 1002 + 898 bytes of the receive's segments 0, 2 and 3.
            assertThat(same(from, 5, to, 0, 1000)).isTrue();
            assertThat(same(from, 1005, to, 4000, 500)).isTrue();
            assertThat(same(from, 7000, to, 4500, 502)).isTrue();
            assertThat(same(from, 7502, to, 6000, 898)).isTrue();
        }
    }

    @Test
    void unsignaledSuccessesAreCountedByFlush() {
        try (Net net = new Net(plain())) {
            Memory m = net.a.memory(100);
            Memory to = net.b.memory(100);
            for (int i = 0; i < 5; i++) {
                WorkRequest r =
                        net.x.prepare(
                                OperationKind.RDMA_WRITE,
                                i == 1 ? WorkRequest.SIGNALED : 0,
                                m,
                                0,
                                10);
                r.remoteKey = to.key();
                r.remoteAddress = to.address();
                net.x.post(r);
            }
            net.loop.until("one", () -> net.x.sent.size() == 1);
            assertThat(net.x.qp.flush()).isEqualTo(3);
            assertThat(net.x.sent).hasSize(1);
            net.loop.until("end", () -> net.y.events().size() == 2);
            assertThat(net.y.events()).containsExactly("established", "disconnected");
            assertThat(net.x.events()).containsExactly("established");
            net.b.listener.events.removeIf(e -> e.kind().equals("disconnected"));
        }
    }

    @Test
    void theFullQueueRefusesAndTakesAgain() {
        Shape slow = new Shape(4, 7, 500, 1448, true, IwarpAttributes.Framing.SAFE);
        EndpointAttributes four =
                EndpointAttributes.builder().maxRequests(4).maxReceives(4).build();
        try (Net net = new Net(slow, four, Loop.parameters(4, 4), Loop.parameters(4, 4))) {
            Memory m = net.a.memory(1000);
            Memory to = net.b.memory(1000);
            for (int i = 0; i < 4; i++) {
                net.x.write(m, 0, 1000, to.key(), to.address());
            }
            WorkRequest r = net.x.prepare(OperationKind.SEND, 0, m, 0, 1);
            assertThat(net.x.qp.postSend(r)).isEqualTo(PostStatus.QUEUE_FULL);
            net.ok(net.x, 4, 0);
            for (int i = 0; i < 4; i++) {
                net.y.receive(to, 0, 10);
            }
            assertThat(net.y.qp.postReceive(net.y.prepare(OperationKind.RECEIVE, 0, to, 0, 1)))
                    .isEqualTo(PostStatus.QUEUE_FULL);
            assertThat(net.x.qp.postSend(r)).isEqualTo(PostStatus.OK);
            net.ok(net.y, 0, 1);
        }
    }

    @Test
    void solicitedSendsSaySo() {
        try (Net net = new Net(plain())) {
            Memory m = net.a.memory(100);
            Memory to = net.b.memory(100);
            for (int i = 0; i < 2; i++) {
                net.y.receive(to, 0, 100);
            }
            net.x.post(net.x.prepare(OperationKind.SEND, WorkRequest.SIGNALED, m, 0, 1));
            net.x.post(
                    net.x.prepare(
                            OperationKind.SEND,
                            WorkRequest.SIGNALED | WorkRequest.SOLICITED,
                            m,
                            0,
                            2));
            net.ok(net.x, 2, 0);
            net.ok(net.y, 0, 2);
            Pair.Done[] d = net.y.received.toArray(Pair.Done[]::new);
            assertThat(d[0].flags()).isZero();
            assertThat(d[1].flags()).isEqualTo(Completions.SOLICITED);
        }
    }

    @Test
    void readsStayWithinTheAgreedDepthAndTheRestWaitsInOrder() {
        EndpointAttributes attributes = EndpointAttributes.defaults();
        try (Net net = new Net(plain(), attributes, Loop.parameters(4, 2), Loop.parameters(7, 9))) {
            assertThat(net.a.listener.find(net.x, "established").info().readsOut()).isEqualTo(2);
            assertThat(net.a.listener.find(net.x, "established").info().readsIn()).isEqualTo(4);
            assertThat(net.b.listener.find(net.y, "established").info().readsIn()).isEqualTo(2);
            assertThat(net.b.listener.find(net.y, "established").info().readsOut()).isEqualTo(4);
            Memory to = net.a.memory(100_000);
            Memory from = net.b.memory(100_000).fill(9);
            for (int i = 0; i < 30; i++) {
                net.x.read(to, 3000L * i, 3000, from.key(), from.address() + 3000L * i);
            }
            net.ok(net.x, 30, 0);
            assertThat(same(from, 0, to, 0, 90_000)).isTrue();
        }
    }

    @Test
    void aFencedSendCarriesWhatAReadBroughtBefore() {
        Shape slow = new Shape(4, 7, 500, 1448, true, IwarpAttributes.Framing.SAFE);
        try (Net net = new Net(slow)) {
            Memory m = net.a.memory(5000);
            Memory remote = net.b.memory(5000).fill(11);
            Memory back = net.b.memory(5000);
            net.y.receive(back, 0, 5000);
            net.x.read(m, 0, 5000, remote.key(), remote.address());
            net.x.post(
                    net.x.prepare(
                            OperationKind.SEND,
                            WorkRequest.SIGNALED | WorkRequest.FENCE,
                            m,
                            0,
                            5000));
            net.ok(net.x, 2, 0);
            net.ok(net.y, 0, 1);
            assertThat(same(remote, 0, back, 0, 5000)).isTrue();
        }
    }

    @Test
    void aSendBehindAReadCompletesBehindIt() {
        Shape slow = new Shape(4, 7, 500, 1448, true, IwarpAttributes.Framing.SAFE);
        try (Net net = new Net(slow)) {
            Memory m = net.a.memory(50_000);
            Memory remote = net.b.memory(50_000).fill(11);
            net.y.receive(remote, 0, 10);
            long read = net.x.read(m, 0, 50_000, remote.key(), remote.address());
            long send = net.x.send(m, 0, 1);
            // The send overtakes the response on the wire.
            net.loop.until("the send is there", () -> net.y.received.size() == 1);
            assertThat(net.x.sent).isEmpty();
            net.ok(net.x, 2, 0);
            assertThat(net.x.sent.stream().map(Pair.Done::id)).containsExactly(read, send);
        }
    }

    @Test
    void anArmedQueueIsNotifiedOnce() {
        try (Net net = new Net(plain())) {
            Memory m = net.a.memory(100);
            Memory to = net.b.memory(100);
            for (int i = 0; i < 3; i++) {
                net.y.receive(to, 0, 100);
            }
            net.y.receives.arm(false);
            net.x.send(m, 0, 1);
            net.x.send(m, 0, 1);
            net.ok(net.x, 2, 0);
            net.ok(net.y, 0, 2);
            assertThat(net.b.listener.completionsReady.get()).isEqualTo(1);
            net.y.receives.arm(true);
            net.x.send(m, 0, 1);
            net.ok(net.y, 0, 3);
            assertThat(net.b.listener.completionsReady.get()).isEqualTo(1);
            net.x.requests.arm(false);
            net.x.write(m, 0, 1, to.key(), to.address());
            assertThat(net.a.listener.completionsReady.get()).isEqualTo(1);
        }
    }

    @Test
    void requestsOutsideAConnectionAreRefused() {
        MemoryFabric fabric = MemoryFabric.whole();
        try (Host h = new Host(fabric, TransportAttributes.NONE, new VirtualClock())) {
            Pair p = h.pair();
            Memory m = h.memory(10);
            assertThat(p.qp.postSend(p.prepare(OperationKind.SEND, 0, m, 0, 1)))
                    .isEqualTo(PostStatus.INVALID_STATE);
            p.receive(m, 0, 1);
            assertThat(p.qp.flush()).isZero();
            assertThat(p.qp.postReceive(p.prepare(OperationKind.RECEIVE, 0, m, 0, 1)))
                    .isEqualTo(PostStatus.INVALID_STATE);
            p.qp.reset();
            p.receive(m, 0, 1);
            p.close();
        }
    }

    @Test
    void aResetQueuePairConnectsAnew() {
        MemoryFabric fabric = MemoryFabric.whole();
        VirtualClock clock = new VirtualClock();
        try (Host a = new Host(fabric, TransportAttributes.NONE, clock);
                Host b = new Host(fabric, TransportAttributes.NONE, clock)) {
            Pair x = a.pair();
            Pair y = b.pair();
            Memory m = a.memory(10).fill(1);
            Memory to = b.memory(10);
            for (int round = 0; round < 3; round++) {
                Loop loop = new Loop(a, b);
                loop.connect(x, y);
                y.receive(to, 0, 10);
                x.send(m, 0, 10);
                loop.until("receive", () -> !y.received.isEmpty() && !x.sent.isEmpty());
                assertThat(y.received.remove().status()).isZero();
                assertThat(x.sent.remove().status()).isZero();
                a.adapter.connectionManager().disconnect(x.qp, round == 1);
                loop.until(
                        "end",
                        () ->
                                x.events().contains("disconnected")
                                        && y.events().contains("disconnected"));
                a.listener.events.clear();
                b.listener.events.clear();
                assertThat(x.qp.flush()).isZero();
                assertThat(y.qp.flush()).isZero();
                x.qp.reset();
                y.qp.reset();
            }
            assertThat(a.network.open()).isZero();
            assertThat(b.network.open()).isZero();
        }
    }
}
