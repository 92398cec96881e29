package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.attributes.SoftAttributes;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.spi.Listener;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Over real sockets of this host. */
class LoopbackTest {

    private final Host a = new Host();
    private final Host b = new Host();
    private final Loop loop = new Loop(a, b);

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    static Stream<InetAddress> loopbackAddresses() throws Exception {
        try (Host h = new Host()) {
            List<InetAddress> all = h.adapter.attributes().addresses();
            assertThat(h.adapter.attributes().has(Capability.IPV6))
                    .isEqualTo(all.stream().anyMatch(Inet6Address.class::isInstance));
            return all.stream().filter(InetAddress::isLoopbackAddress).toList().stream();
        }
    }

    private static Listener listen(Host h, InetAddress address, int port) {
        return h.adapter
                .connectionManager()
                .listen(new InetSocketAddress(address, port), 16, "listener");
    }

    @ParameterizedTest
    @MethodSource("loopbackAddresses")
    void connectsOver(InetAddress address) {
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(
                x, y, address, Loop.parameters(3, 2, (byte) 1), Loop.parameters(9, 9, (byte) 2));
        var atX = a.listener.find(x, "established").info();
        var atY = b.listener.find(y, "established").info();
        assertThat(atX.local()).isEqualTo(atY.remote());
        assertThat(atX.remote()).isEqualTo(atY.local());
        assertThat(atX.local().getAddress()).isEqualTo(address);
        assertThat(atX.privateData()).containsExactly(2);
        assertThat(atY.privateData()).isEmpty();
        assertThat(atX.readsIn()).isEqualTo(3);
        assertThat(atX.readsOut()).isEqualTo(2);
        assertThat(atY.readsIn()).isEqualTo(2);
        assertThat(atY.readsOut()).isEqualTo(3);
    }

    @ParameterizedTest
    @MethodSource("loopbackAddresses")
    void rejectsOver(InetAddress address) {
        Pair x = a.pair();
        loop.watch(x);
        try (Listener l = listen(b, address, 0)) {
            a.adapter
                    .connectionManager()
                    .connect(x.qp, l.localAddress(), Loop.parameters(1, 1, (byte) 7));
            loop.until("request", () -> !b.listener.requests.isEmpty());
            assertThat(b.listener.requests.peek().privateData()).containsExactly(7);
            b.adapter.connectionManager().reject(b.listener.requests.remove(), new byte[] {3, 4});
            loop.until("rejected", () -> !x.events().isEmpty());
        }
        assertThat(x.events()).containsExactly("rejected");
        assertThat(a.listener.find(x, "rejected").byConsumer()).isTrue();
        assertThat(a.listener.find(x, "rejected").data()).containsExactly(3, 4);
    }

    @Test
    void nobodyListening() {
        Pair x = a.pair();
        loop.watch(x);
        Listener l = listen(b, InetAddress.getLoopbackAddress(), 0);
        InetSocketAddress where = l.localAddress();
        l.close();
        a.adapter.connectionManager().connect(x.qp, where, Loop.parameters(1, 1));
        loop.until("rejected", () -> !x.events().isEmpty());
        assertThat(x.events()).containsExactly("rejected");
        assertThat(a.listener.find(x, "rejected").byConsumer()).isFalse();
    }

    @Test
    void portsAreTakenAndFreed() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        Listener l = listen(b, here, 0);
        int port = l.localAddress().getPort();
        assertThat(port).isPositive();
        for (Host h : List.of(a, b)) {
            assertThatThrownBy(() -> listen(h, here, port))
                    .isInstanceOfSatisfying(
                            ProviderException.class,
                            e -> assertThat(e.code().type()).isEqualTo(DatType.CONN_QUAL_IN_USE));
        }
        // With a connection on it, and nobody driving the adapter while it is closed.
        Pair x = a.pair();
        Pair y = b.pair();
        loop.watch(x, y);
        a.adapter.connectionManager().connect(x.qp, l.localAddress(), Loop.parameters(1, 1));
        loop.until("request", () -> !b.listener.requests.isEmpty());
        b.adapter
                .connectionManager()
                .accept(b.listener.requests.remove(), y.qp, Loop.parameters(1, 1));
        loop.until("established", () -> x.events().size() + y.events().size() == 2);
        l.close();
        l.close();
        listen(a, here, port).close();
        listen(b, here, port).close();
        y.close();
        x.close();
        loop.during(20);
        listen(a, here, port).close();
    }

    @Test
    void aListenerIsClosedWhileTheDriverWaits() throws Exception {
        InetAddress here = InetAddress.getLoopbackAddress();
        AtomicBoolean stop = new AtomicBoolean();
        Thread driver =
                new Thread(
                        () -> {
                            while (!stop.get()) {
                                b.adapter.waitSet().await(Long.MAX_VALUE);
                            }
                        });
        driver.start();
        for (int i = 0; i < 50; i++) {
            Listener l = listen(b, here, 0);
            if (i % 5 == 0) {
                Thread.sleep(10);
            }
            long start = System.nanoTime();
            l.close();
            listen(a, here, l.localAddress().getPort()).close();
            assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(5));
        }
        stop.set(true);
        b.adapter.waitSet().wake();
        driver.join(10_000);
        assertThat(driver.isAlive()).isFalse();
    }

    @Test
    void connectsMovesAndEndsByWaitsAlone() throws Exception {
        Thread[] drivers = new Thread[2];
        AtomicBoolean stop = new AtomicBoolean();
        for (int i = 0; i < 2; i++) {
            Host h = i == 0 ? a : b;
            drivers[i] =
                    new Thread(
                            () -> {
                                while (!stop.get()) {
                                    h.adapter.waitSet().await(Long.MAX_VALUE);
                                }
                            });
            drivers[i].start();
        }
        Pair x = a.pair();
        Pair y = b.pair();
        Memory m = a.memory(3_000_000);
        Memory n = b.memory(3_000_000);
        try (Listener l = listen(b, InetAddress.getLoopbackAddress(), 0)) {
            a.adapter.connectionManager().connect(x.qp, l.localAddress(), Loop.parameters(1, 1));
            waitFor(() -> b.listener.hasRequest());
            b.adapter
                    .connectionManager()
                    .accept(b.listener.takeRequest(), y.qp, Loop.parameters(1, 1));
            waitFor(() -> x.events().size() + y.events().size() == 2);
        }
        for (int i = 0; i < 20; i++) {
            y.receive(n, 0, 3_000_000);
            x.send(m, 0, i % 2 == 0 ? 3_000_000 : 3);
            x.read(m, 0, 100_000, n.key(), n.address());
            int count = i + 1;
            waitFor(
                    () -> {
                        x.poll();
                        y.poll();
                        return x.sent.size() == 2 * count && y.received.size() == count;
                    });
        }
        b.adapter.connectionManager().disconnect(y.qp, true);
        waitFor(() -> x.events().size() + y.events().size() == 4);
        assertThat(x.events()).containsExactly("established", "disconnected");
        stop.set(true);
        for (int i = 0; i < 2; i++) {
            (i == 0 ? a : b).adapter.waitSet().wake();
            drivers[i].join(10_000);
            assertThat(drivers[i].isAlive()).isFalse();
        }
    }

    private static void waitFor(BooleanSupplier done) throws InterruptedException {
        long start = System.nanoTime();
        while (!done.getAsBoolean()) {
            assertThat(System.nanoTime() - start).isLessThan(Loop.LIMIT_NS);
            Thread.sleep(1);
        }
    }

    @Test
    void foreignAndUnknownAddressesAreRefused() throws Exception {
        InetAddress foreign = InetAddress.ofLiteral("192.0.2.77");
        assertThatThrownBy(() -> listen(b, foreign, 0))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.code().type()).isEqualTo(DatType.INVALID_ADDRESS));
        assertThatThrownBy(() -> listen(b, foreign, 12345))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.code().type()).isEqualTo(DatType.INVALID_ADDRESS));
        Pair x = a.pair();
        assertThatThrownBy(
                        () ->
                                a.adapter
                                        .connectionManager()
                                        .connect(
                                                x.qp,
                                                InetSocketAddress.createUnresolved("nowhere", 1),
                                                Loop.parameters(1, 1)))
                .isInstanceOfSatisfying(
                        ProviderException.class,
                        e -> assertThat(e.code().type()).isEqualTo(DatType.INVALID_ADDRESS));
        // The failed attempt has left no trace.
        loop.connect(x, b.pair());
    }

    @Test
    void wildcardsListenEverywhere() throws Exception {
        for (String any : List.of("0.0.0.0", "::")) {
            if (any.equals("::") && !b.adapter.attributes().has(Capability.IPV6)) {
                continue;
            }
            Pair x = a.pair();
            Pair y = b.pair();
            loop.watch(x, y);
            try (Listener l = listen(b, InetAddress.ofLiteral(any), 0)) {
                InetAddress to =
                        any.equals("::")
                                ? InetAddress.ofLiteral("::1")
                                : InetAddress.ofLiteral("127.0.0.1");
                a.adapter
                        .connectionManager()
                        .connect(
                                x.qp,
                                new InetSocketAddress(to, l.localAddress().getPort()),
                                Loop.parameters(1, 1));
                loop.until("request", () -> !b.listener.requests.isEmpty());
                assertThat(b.listener.requests.peek().localAddress().getAddress()).isEqualTo(to);
                b.adapter
                        .connectionManager()
                        .accept(b.listener.requests.remove(), y.qp, Loop.parameters(1, 1));
                loop.until("established", () -> x.events().size() + y.events().size() == 2);
            }
            x.close();
            y.close();
        }
    }

    @Test
    void outgoingConnectionsStartWhereTheyAreTold() throws Exception {
        InetAddress from = InetAddress.ofLiteral("127.0.0.3");
        try (Host c =
                new Host(
                        TransportAttributes.NONE.with(SoftAttributes.LOCAL_ADDRESS, from),
                        System::nanoTime)) {
            Pair x = c.pair();
            Pair y = b.pair();
            new Loop(b, c).connect(x, y);
            assertThat(b.listener.find(y, "established").info().remote().getAddress())
                    .isEqualTo(from);
        }
    }

    private void move(Memory from, Memory to, Pair x, Pair y, long size) {
        y.receive(to, 0, Math.max(size, 1));
        x.send(from, 0, size);
        loop.until("moved", () -> x.sent.size() == 1 && y.received.size() == 1);
        assertThat(x.sent.remove().status()).isZero();
        Pair.Done d = y.received.remove();
        assertThat(d.status()).isZero();
        assertThat(d.length()).isEqualTo(size);
        assertThat(MemorySegment.mismatch(from.segment(), 0, size, to.segment(), 0, size))
                .isEqualTo(-1);
        to.segment().asSlice(0, size).fill((byte) 0);
    }

    @Test
    void everySizeArrives() {
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        int mss = 65484 & ~7;
        Memory from = a.memory(1 << 20).fill(1);
        Memory to = b.memory(1 << 20);
        for (int size :
                new int[] {
                    0, 1, 2, 3, 4, 1436, 1460, mss - 25, mss - 24, mss - 23, mss, 65535, 65536,
                    131_072, 1 << 20
                }) {
            move(from, to, x, y, size);
            move(to, from, y, x, 0);
        }
        assertThat(x.events()).containsExactly("established");
    }

    @Test
    void aHundredMebibytesArrive() {
        long size = 100L << 20;
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        Memory from = a.memory(size).fill(2);
        Memory to = b.memory(size);
        move(from, to, x, y, size);
        x.write(from, 0, size, to.key(), to.address());
        x.read(to(a, 8), 0, 8, to.key(), to.address() + size - 8);
        loop.until("written", () -> x.sent.size() == 2);
        assertThat(from.segment().mismatch(to.segment())).isEqualTo(-1);
        from.segment().fill((byte) 0);
        x.read(from, 0, size, to.key(), to.address());
        loop.until("read", () -> x.sent.size() == 3);
        assertThat(x.sent).allMatch(d -> d.status() == 0);
        assertThat(from.segment().mismatch(to.segment())).isEqualTo(-1);
    }

    private static Memory to(Host h, long bytes) {
        return h.memory(bytes);
    }

    @Test
    void bothEndsInOneAdapter() {
        Pair x = a.pair();
        Pair y = a.pair();
        loop.connect(x, y);
        Memory m = a.memory(1 << 20).fill(3);
        Memory n = a.memory(1 << 20);
        move(m, n, x, y, 1 << 20);
        x.read(n, 0, 1 << 20, m.key(), m.address());
        y.write(m, 0, 1 << 19, n.key(), n.address());
        loop.until("done", () -> x.sent.size() == 1 && y.sent.size() == 1);
        assertThat(x.sent.peek().status()).isZero();
    }

    @Test
    void packedFramesWithAndWithoutCrc() {
        for (boolean crc : new boolean[] {true, false}) {
            TransportAttributes t =
                    TransportAttributes.NONE
                            .with(IwarpAttributes.FRAMING, IwarpAttributes.Framing.PACKED)
                            .with(IwarpAttributes.CRC, crc);
            try (Host c = new Host(t, System::nanoTime);
                    Host d = new Host(t, System::nanoTime)) {
                Pair x = c.pair();
                Pair y = d.pair();
                Loop both = new Loop(c, d);
                both.connect(x, y);
                Memory m = c.memory(1 << 20).fill(4);
                Memory n = d.memory(1 << 20);
                for (int i = 0; i < 60; i++) {
                    y.receive(n, i * 8, 8);
                }
                for (int i = 0; i < 60; i++) {
                    x.send(m, i * 8, 8);
                }
                both.until("small", () -> x.sent.size() == 60 && y.received.size() == 60);
                x.write(m, 0, 1 << 20, n.key(), n.address());
                x.read(c.memory(8), 0, 8, n.key(), n.address());
                both.until("large", () -> x.sent.size() == 62);
                assertThat(m.segment().mismatch(n.segment())).isEqualTo(-1);
            }
        }
    }

    @Test
    void regionsMayBeLargerThanABufferCanBeAndReadOnly() throws Exception {
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        Path file = Files.createTempFile("jdapl", ".region");
        try (FileChannel channel =
                        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            // A file with a hole costs nothing.
            long size = 5L << 30;
            channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
            MemorySegment segment = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
            Memory large = new Memory(segment, b.domain.register(segment, Host.ALL));
            Memory constant =
                    new Memory(
                            segment,
                            b.domain.register(
                                    segment.asReadOnly(),
                                    Privilege.REMOTE_READ.bit() | Privilege.LOCAL_READ.bit()));
            Memory m = a.memory(100_000).fill(8);
            Memory back = a.memory(100_000);
            long at = (4L << 30) - 50_000;
            x.write(m, 0, 100_000, large.key(), large.address() + at);
            x.read(back, 0, 100_000, constant.key(), constant.address() + at);
            loop.until("back", () -> x.sent.size() == 2);
            assertThat(x.sent).allMatch(d -> d.status() == 0);
            assertThat(m.segment().mismatch(back.segment())).isEqualTo(-1);
            x.qp.flush();
            y.qp.flush();
            large.region().close();
            constant.region().close();
        } finally {
            Files.delete(file);
        }
    }

    // ---- ends

    @Test
    void disconnectsReachBothSides() {
        for (boolean graceful : new boolean[] {true, false}) {
            Pair x = a.pair();
            Pair y = b.pair();
            loop.connect(x, y);
            b.adapter.connectionManager().disconnect(y.qp, graceful);
            loop.until("end", () -> x.events().size() + y.events().size() == 4);
            assertThat(x.events()).containsExactly("established", "disconnected");
            assertThat(y.events()).containsExactly("established", "disconnected");
            x.close();
            y.close();
        }
    }

    @Test
    void bothSidesDisconnectAtOnce() {
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        b.adapter.connectionManager().disconnect(y.qp, true);
        a.adapter.connectionManager().disconnect(x.qp, true);
        loop.until("end", () -> x.events().size() + y.events().size() == 4);
        assertThat(x.events()).containsExactly("established", "disconnected");
        assertThat(y.events()).containsExactly("established", "disconnected");
    }

    @Test
    void aTerminateSurvivesUnreadData() {
        // The writer fails while much is under way in its direction; it must still learn why.
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        Memory m = a.memory(1 << 20);
        Memory n = b.memory(1 << 10);
        x.write(m, 0, 1 << 20, n.key(), n.address());
        x.write(m, 0, 1 << 20, n.key(), n.address());
        loop.until("broken", () -> x.events().contains("broken") && y.events().contains("broken"));
        assertThat(a.listener.find(x, "broken").reason()).contains("outside the bounds");
    }

    /** A peer that the test plays over a socket. */
    private SocketChannel rawActive(Pair y) throws Exception {
        try (Listener l = listen(b, InetAddress.getLoopbackAddress(), 0)) {
            SocketChannel s = SocketChannel.open(l.localAddress());
            s.write(ByteBuffer.wrap(Hex.bytes(RawPeer.REQUEST_KEY + "5002 0004 8001 8001")));
            loop.until("request", () -> !b.listener.requests.isEmpty());
            b.adapter
                    .connectionManager()
                    .accept(b.listener.requests.remove(), y.qp, Loop.parameters(1, 1));
            loop.during(20);
            s.write(ByteBuffer.wrap(Frames.filler()));
            loop.until("established", () -> y.events().contains("established"));
            ByteBuffer reply = ByteBuffer.allocate(24);
            while (reply.hasRemaining()) {
                s.read(reply);
            }
            return s;
        }
    }

    @Test
    void aKilledPeer() throws Exception {
        for (boolean reset : new boolean[] {false, true}) {
            for (boolean busy : new boolean[] {false, true}) {
                Pair y = b.pair();
                loop.watch(y);
                SocketChannel s = rawActive(y);
                if (busy) {
                    y.read(b.memory(8), 0, 8, 5, 5);
                    loop.during(5);
                }
                if (reset) {
                    s.setOption(StandardSocketOptions.SO_LINGER, 0);
                } else if (busy) {
                    // What has come is read, so that the system does not reset.
                    s.read(ByteBuffer.allocate(1000));
                }
                s.close();
                loop.until("end", () -> y.events().size() == 2);
                assertThat(y.events())
                        .as("reset %s busy %s", reset, busy)
                        .containsExactly("established", busy ? "broken" : "disconnected");
                y.close();
            }
        }
    }

    @Test
    void aPeerThatDiesInsideAFrame() throws Exception {
        Pair y = b.pair();
        loop.watch(y);
        SocketChannel s = rawActive(y);
        s.write(ByteBuffer.wrap(Hex.bytes("0022 4143 0000")));
        loop.during(5);
        s.close();
        loop.until("end", () -> y.events().size() == 2);
        assertThat(y.events()).containsExactly("established", "broken");
    }

    @Test
    void anUnreachablePeerIsNoRejection() throws Exception {
        // A raw listener that takes the connection and says nothing is unreachable after its time;
        // here it closes.
        Pair x = a.pair();
        loop.watch(x);
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            a.adapter
                    .connectionManager()
                    .connect(
                            x.qp,
                            (InetSocketAddress) server.getLocalAddress(),
                            Loop.parameters(1, 1));
            SocketChannel s = server.accept();
            loop.during(20);
            s.close();
            loop.until("end", () -> !x.events().isEmpty());
            assertThat(x.events()).containsExactly("rejected");
        }
    }

    // ---- resources

    @Test
    @Timeout(120)
    void aThousandConnectionsLeaveNothingBehind() {
        int threads = Thread.activeCount();
        int descriptors = -1;
        Pair x = a.pair();
        Pair y = b.pair();
        Memory m = a.memory(100);
        Memory n = b.memory(100);
        try (Listener l = listen(b, InetAddress.getLoopbackAddress(), 0)) {
            loop.watch(x, y);
            for (int i = 0; i < 1000; i++) {
                a.adapter
                        .connectionManager()
                        .connect(x.qp, l.localAddress(), Loop.parameters(1, 1));
                loop.until("request", () -> !b.listener.requests.isEmpty());
                b.adapter
                        .connectionManager()
                        .accept(b.listener.requests.remove(), y.qp, Loop.parameters(1, 1));
                loop.until("established", () -> x.events().size() + y.events().size() == 2);
                y.receive(n, 0, 100);
                x.send(m, 0, i % 100);
                loop.until("moved", () -> x.sent.size() == 1 && y.received.size() == 1);
                x.sent.clear();
                y.received.clear();
                if (i % 3 == 0) {
                    x.qp.flush();
                    loop.until("end", () -> y.events().size() == 2);
                } else {
                    a.adapter.connectionManager().disconnect(x.qp, i % 3 == 1);
                    loop.until("end", () -> x.events().size() + y.events().size() == 4);
                    x.qp.flush();
                }
                assertThat(y.events()).containsExactly("established", "disconnected");
                y.qp.flush();
                x.qp.reset();
                y.qp.reset();
                a.listener.events.clear();
                b.listener.events.clear();
                if (i == 50) {
                    descriptors = descriptors();
                }
            }
        }
        loop.during(10);
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threads);
        if (descriptors > 0) {
            assertThat(descriptors()).isLessThanOrEqualTo(descriptors + 2);
        }
        assertThat(a.adapter.unwrap(SoftAdapter.class).orElseThrow().buffersLent()).isZero();
        assertThat(b.adapter.unwrap(SoftAdapter.class).orElseThrow().buffersLent()).isZero();
    }

    private static int descriptors() {
        String[] all = new File("/proc/self/fd").list();
        return all == null ? -1 : all.length;
    }

    // ---- waiting

    @Test
    void aWaitEndsByWakeTimeoutAndTraffic() throws Exception {
        long start = System.nanoTime();
        assertThat(a.adapter.waitSet().await(30_000_000L)).isZero();
        assertThat(System.nanoTime() - start).isBetween(20_000_000L, 5_000_000_000L);
        a.adapter.waitSet().wake();
        start = System.nanoTime();
        assertThat(a.adapter.waitSet().await(Long.MAX_VALUE)).isZero();
        assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
        Thread waker =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(50);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            a.adapter.waitSet().wake();
                        });
        waker.start();
        assertThat(a.adapter.waitSet().await(Long.MAX_VALUE)).isZero();
        waker.join();
        Thread.currentThread().interrupt();
        assertThat(a.adapter.waitSet().await(Long.MAX_VALUE)).isZero();
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void anIdleWaitCostsNoTimeOfTheProcessor() {
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        Memory m = a.memory(10);
        Memory n = b.memory(10);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            x.write(m, 0, 10, n.key(), n.address());
            loop.during(2);
            long before = threads.getCurrentThreadCpuTime();
            a.adapter.waitSet().await(100_000_000L);
            b.adapter.waitSet().await(100_000_000L);
            least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
        }
        // Two waits of a tenth of a second, less the polling at their start.
        assertThat(least).isLessThan(10_000_000L);
    }

    @Test
    void aCompletionByAnotherThreadEndsTheWaitOfAnArmedQueue() throws Exception {
        assumeThat(Runtime.getRuntime().availableProcessors()).isPositive();
        Pair x = a.pair();
        Pair y = b.pair();
        loop.connect(x, y);
        Memory m = a.memory(10);
        Memory n = b.memory(10);
        x.requests.arm(false);
        loop.during(5);
        Thread poster =
                new Thread(
                        () -> {
                            try {
                                Thread.sleep(50);
                            } catch (InterruptedException e) {
                                throw new IllegalStateException(e);
                            }
                            x.write(m, 0, 10, n.key(), n.address());
                        });
        poster.start();
        long start = System.nanoTime();
        while (a.listener.completionsReady.get() == 0) {
            a.adapter.waitSet().await(20_000_000_000L);
            assertThat(System.nanoTime() - start).isLessThan(10_000_000_000L);
        }
        poster.join();
        x.poll();
        assertThat(x.sent).hasSize(1);
    }
}
