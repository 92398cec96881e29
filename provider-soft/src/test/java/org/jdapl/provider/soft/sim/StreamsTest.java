package org.jdapl.provider.soft.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdapl.provider.soft.seam.AddressInUseException;
import org.jdapl.provider.soft.seam.ByteStream;
import org.jdapl.provider.soft.seam.StreamHandler;
import org.jdapl.provider.soft.seam.StreamListener;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams behave as TCP does, as far as those above can see. One thread drives both ends. */
@Timeout(60)
class StreamsTest {

    private static final int PORT = 7000;
    private static final long STEP_NS = 1_000_000;

    /** What a test does with two networks. */
    private interface Script {
        void run(Two two) throws Exception;
    }

    private static Simulation play(String plan, Script script) throws Exception {
        try (Simulation sim = Simulation.builder().seed(4).faults(FaultPlan.parse(plan)).build()) {
            Fabric fabric =
                    new Fabric(
                            sim.scheduler(),
                            sim.faults(),
                            new Chance(4, "test"),
                            sim.scheduler()::tell);
            sim.run(() -> script.run(new Two(sim, fabric)));
            return sim;
        }
    }

    /** Two hosts, the second of which listens. */
    private static final class Two {
        final Simulation sim;
        final Fabric fabric;
        final SimNetwork a;
        final SimNetwork b;
        final List<ByteStream> accepted = new ArrayList<>();
        final InetSocketAddress address;

        Two(Simulation sim, Fabric fabric) {
            this.sim = sim;
            this.fabric = fabric;
            a = new SimNetwork(fabric, fabric.station("a"), reason -> {});
            b = new SimNetwork(fabric, fabric.station("b"), reason -> {});
            address = new InetSocketAddress(b.addresses().getFirst(), PORT);
        }

        StreamListener listen() throws IOException {
            return b.listen(address, 8, accepted::add);
        }

        /** Drives both for a while. */
        void pass(Duration time) {
            long end = sim.clock().nanoTime() + time.toNanos();
            while (sim.clock().nanoTime() < end) {
                a.await(STEP_NS);
                b.await(STEP_NS);
            }
        }

        Events connect() throws IOException {
            Events events = new Events();
            events.stream = a.connect(null, address, events);
            return events;
        }

        /** A connected stream, and what happens at its other end. */
        Events[] pair() throws IOException {
            listen();
            Events active = connect();
            pass(Duration.ofMillis(10));
            Events passive = new Events();
            passive.stream = accepted.getFirst();
            passive.stream.handler(passive);
            assertThat(active.log).containsExactly("connected");
            active.log.clear();
            return new Events[] {active, passive};
        }
    }

    /** Notes what happens, and reads what comes. */
    private static final class Events implements StreamHandler {
        final List<String> log = new ArrayList<>();
        final ByteBuffer in = ByteBuffer.allocateDirect(1 << 20);
        ByteStream stream;
        boolean reads = true;

        @Override
        public void connected() {
            log.add("connected");
        }

        @Override
        public void connectFailed(IOException cause, boolean refused) {
            log.add((refused ? "refused: " : "failed: ") + cause.getMessage());
        }

        @Override
        public int readable() {
            if (!reads) {
                return 0;
            }
            try {
                int n = stream.read(in);
                if (n < 0) {
                    log.add("end");
                    stream.wantRead(false);
                }
                return Math.abs(n);
            } catch (IOException e) {
                log.add("error: " + e.getMessage());
                stream.close();
                return 1;
            }
        }

        @Override
        public void writable() {
            log.add("writable");
        }

        int write(int bytes) throws IOException {
            ByteBuffer out = ByteBuffer.allocateDirect(bytes);
            for (int i = 0; i < bytes; i++) {
                out.put(i, (byte) i);
            }
            int n = stream.write(out);
            assertThat(out.position()).isEqualTo(n);
            return n;
        }

        void requireBytes(int count) {
            assertThat(in.position()).isEqualTo(count);
            for (int i = 0; i < count; i++) {
                assertThat(in.get(i)).isEqualTo((byte) i);
            }
        }
    }

    private static final Duration AWHILE = Duration.ofMillis(20);

    @Test
    void shouldCarryBytesInOrder() throws Exception {
        play(
                "delay 1us..5ms\nreorder 50% 3ms",
                two -> {
                    Events[] ends = two.pair();
                    assertThat(ends[0].write(20_000)).isEqualTo(20_000);
                    two.pass(Duration.ofMillis(100));
                    ends[1].requireBytes(20_000);
                });
    }

    @Test
    void shouldTellBothOfTheirAddresses() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    assertThat(ends[0].stream.remoteAddress()).isEqualTo(two.address);
                    assertThat(ends[1].stream.localAddress()).isEqualTo(two.address);
                    assertThat(ends[1].stream.remoteAddress())
                            .isEqualTo(ends[0].stream.localAddress());
                });
    }

    @Test
    void shouldTakeNoMoreThanTheWindowAndTellWhenThereIsRoom() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[1].reads = false;
                    assertThat(ends[0].write(SimStream.WINDOW_BYTES + 1))
                            .isEqualTo(SimStream.WINDOW_BYTES);
                    assertThat(ends[0].write(1)).isZero();
                    ends[0].stream.wantWrite();
                    two.pass(AWHILE);
                    assertThat(ends[0].log).isEmpty();

                    ends[1].reads = true;
                    two.pass(AWHILE);
                    assertThat(ends[0].log).as("told once").containsExactly("writable");
                    assertThat(ends[0].write(1)).isEqualTo(1);
                });
    }

    @Test
    void shouldNotTellOfBytesWhileNobodyWantsToRead() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[1].stream.wantRead(false);
                    ends[0].write(10);
                    two.pass(AWHILE);
                    ends[1].requireBytes(0);
                    ends[1].stream.wantRead(true);
                    two.pass(AWHILE);
                    ends[1].requireBytes(10);
                });
    }

    @Test
    void shouldEndOneDirectionAndKeepTheOther() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[0].write(10);
                    ends[0].stream.shutdownOutput();
                    two.pass(AWHILE);
                    ends[1].requireBytes(10);
                    assertThat(ends[1].log).containsExactly("end");
                    assertThatThrownBy(() -> ends[0].write(1)).isInstanceOf(IOException.class);

                    ends[1].write(5);
                    two.pass(AWHILE);
                    ends[0].requireBytes(5);
                });
    }

    @Test
    void shouldSendWhatWasWrittenBeforeTheClose() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[0].write(5000);
                    ends[0].stream.close();
                    two.pass(AWHILE);
                    ends[1].requireBytes(5000);
                    assertThat(ends[1].log).containsExactly("end");
                    assertThat(ends[0].log).as("no handler after the close").isEmpty();
                });
    }

    @Test
    void shouldResetThePeerByAnAbort() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[0].stream.abort();
                    two.pass(AWHILE);
                    assertThat(ends[1].log).containsExactly("error: Connection reset by peer");
                });
    }

    @Test
    void shouldResetThePeerByClosingWithBytesUnread() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[1].reads = false;
                    ends[0].write(10);
                    two.pass(AWHILE);
                    ends[1].stream.close();
                    two.pass(AWHILE);
                    assertThat(ends[0].log).containsExactly("error: Connection reset by peer");
                });
    }

    @Test
    void shouldResetWhoWritesToAClosedPeer() throws Exception {
        play(
                "",
                two -> {
                    Events[] ends = two.pair();
                    ends[1].stream.close();
                    two.pass(AWHILE);
                    assertThat(ends[0].log).containsExactly("end");
                    ends[0].write(10);
                    two.pass(AWHILE);
                    assertThatThrownBy(() -> ends[0].write(1))
                            .hasMessage("Connection reset by peer");
                });
    }

    // ---- connecting

    @Test
    void shouldBeRefusedWhereNobodyListens() throws Exception {
        play(
                "",
                two -> {
                    Events events = two.connect();
                    two.pass(AWHILE);
                    assertThat(events.log).containsExactly("refused: Connection refused");
                });
    }

    @Test
    void shouldFailToReachAnAddressOfNobody() throws Exception {
        play(
                "",
                two -> {
                    Events events = new Events();
                    two.a.connect(
                            null,
                            new InetSocketAddress(InetAddress.ofLiteral("10.9.9.9"), PORT),
                            events);
                    two.pass(AWHILE);
                    assertThat(events.log).containsExactly("failed: No route to host");
                });
    }

    @Test
    void shouldConnectOnceAPartitionHasHealed() throws Exception {
        play(
                "",
                two -> {
                    two.listen();
                    synchronized (two.sim.scheduler()) {
                        two.fabric.separate(two.a.host(), two.b.host());
                    }
                    Events events = two.connect();
                    two.pass(Duration.ofMillis(500));
                    assertThat(events.log).isEmpty();
                    synchronized (two.sim.scheduler()) {
                        two.fabric.join(two.a.host(), two.b.host());
                    }
                    two.pass(Duration.ofSeconds(2));
                    assertThat(events.log).containsExactly("connected");
                });
    }

    @Test
    void shouldLetStreamsWaitWhileTheListenerPauses() throws Exception {
        play(
                "",
                two -> {
                    StreamListener listener = two.listen();
                    listener.pause(true);
                    Events events = two.connect();
                    two.pass(AWHILE);
                    assertThat(events.log).containsExactly("connected");
                    assertThat(two.accepted).isEmpty();
                    listener.pause(false);
                    two.pass(AWHILE);
                    assertThat(two.accepted).hasSize(1);
                });
    }

    @Test
    void shouldFreeThePortAtOnce() throws Exception {
        play(
                "",
                two -> {
                    StreamListener listener = two.listen();
                    assertThatThrownBy(two::listen).isInstanceOf(AddressInUseException.class);
                    listener.close();
                    two.listen();
                });
    }

    @Test
    void shouldListenOnAnyAddressAndOnAnyPort() throws Exception {
        play(
                "",
                two -> {
                    InetSocketAddress at =
                            two.b
                                    .listen(
                                            new InetSocketAddress(
                                                    InetAddress.ofLiteral("0.0.0.0"), 0),
                                            8,
                                            two.accepted::add)
                                    .localAddress();
                    assertThat(at.getPort()).isPositive();
                    Events events = new Events();
                    two.a.connect(
                            null,
                            new InetSocketAddress(two.b.addresses().getLast(), at.getPort()),
                            events);
                    two.pass(AWHILE);
                    assertThat(events.log).containsExactly("connected");
                });
    }

    @Test
    void shouldRefuseAddressesOfOthers() throws Exception {
        play(
                "",
                two -> {
                    assertThatThrownBy(() -> two.a.listen(two.address, 8, two.accepted::add))
                            .isInstanceOf(BindException.class);
                    assertThatThrownBy(
                                    () ->
                                            two.a.connect(
                                                    two.b.addresses().getFirst(),
                                                    two.address,
                                                    new Events()))
                            .isInstanceOf(BindException.class);
                    assertThatThrownBy(
                                    () ->
                                            two.a.connect(
                                                    null,
                                                    InetSocketAddress.createUnresolved("x", 1),
                                                    new Events()))
                            .isInstanceOf(IOException.class);
                });
    }

    @Test
    void shouldReachItselfByTheLoopbackAddress() throws Exception {
        play(
                "at 0s partition a b",
                two -> {
                    InetSocketAddress here =
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), PORT);
                    two.a.listen(here, 8, two.accepted::add);
                    Events events = new Events();
                    two.a.connect(null, here, events);
                    two.pass(AWHILE);
                    assertThat(events.log).containsExactly("connected");
                });
    }

    // ---- waiting

    @Test
    void shouldEndAWaitByAWakeThatCameFirst() throws Exception {
        play(
                "",
                two -> {
                    Duration before = two.sim.elapsed();
                    two.a.wake();
                    two.a.await(Duration.ofHours(1).toNanos());
                    assertThat(two.sim.elapsed().minus(before)).isLessThan(Duration.ofMillis(1));
                    two.a.await(Duration.ofHours(1).toNanos());
                    assertThat(two.sim.elapsed().minus(before))
                            .isGreaterThanOrEqualTo(Duration.ofHours(1));
                });
    }

    @Test
    void shouldEndAWaitByAWakeOfAnotherThread() throws Exception {
        play(
                "",
                two -> {
                    two.sim
                            .host("x")
                            .start(
                                    "waker",
                                    () -> {
                                        two.sim.sleep(Duration.ofMillis(3));
                                        two.a.wake();
                                    });
                    two.a.await(Duration.ofHours(1).toNanos());
                    assertThat(two.sim.elapsed()).isEqualTo(Duration.ofMillis(3));
                });
    }
}
