package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.SplittableRandom;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.spi.Listener;
import org.junit.jupiter.api.Test;

/**
 * Peers that send whatever they like: at every state, seeded and bounded. Whatever comes, the
 * connection ends or goes on; nothing is thrown, nothing is placed where it may not be, and nothing
 * is left behind.
 */
class HostileBytesTest {

    private static final int ROUNDS = 1500;

    private static byte[] hostileFrame(SplittableRandom random, Memory target, int msn) {
        int stag = random.nextInt(4) == 0 ? random.nextInt() : (int) target.key();
        long offset =
                switch (random.nextInt(4)) {
                    case 0 -> random.nextLong();
                    case 1 -> target.address() - 1;
                    case 2 -> target.address() + 90 + random.nextInt(20);
                    default -> target.address();
                };
        byte[] payload = new byte[random.nextInt(random.nextInt(10) == 0 ? 3000 : 20)];
        random.nextBytes(payload);
        byte[] frame =
                switch (random.nextInt(8)) {
                    case 0 ->
                            Frames.tagged(
                                    random.nextInt(16),
                                    random.nextBoolean(),
                                    stag,
                                    offset,
                                    payload);
                    case 1 ->
                            Frames.untagged(
                                    random.nextInt(16),
                                    random.nextBoolean(),
                                    stag,
                                    random.nextInt(4),
                                    msn + random.nextInt(2),
                                    random.nextInt(3),
                                    payload);
                    case 2 ->
                            Frames.readRequest(
                                    msn, random.nextInt(), offset, random.nextInt(), stag, offset);
                    case 3 -> Frames.readRequest(msn, 1, 2, random.nextInt(50), stag, offset);
                    case 4 -> Frames.write(stag, offset, payload);
                    case 5 -> Frames.untagged(RdmapControl.TERMINATE, true, 0, 2, 1, 0, payload);
                    case 6 ->
                            Frames.untagged(
                                    RdmapControl.SEND + random.nextInt(4),
                                    random.nextBoolean(),
                                    stag,
                                    0,
                                    msn,
                                    0,
                                    payload);
                    default -> {
                        byte[] noise = new byte[14 + random.nextInt(60)];
                        random.nextBytes(noise);
                        yield Frames.raw(noise);
                    }
                };
        if (random.nextInt(6) == 0) {
            // A byte is changed: mostly the CRC notices.
            frame[random.nextInt(frame.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return frame;
    }

    @Test
    void framesOfEverySort() {
        int ended = 0;
        int lived = 0;
        for (int round = 0; round < ROUNDS; round++) {
            SplittableRandom random = new SplittableRandom(round);
            MemoryFabric fabric =
                    new MemoryFabric(
                            round,
                            random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(40),
                            1 << 20,
                            1460);
            RawPeer p =
                    new RawPeer(
                            fabric, TransportAttributes.NONE, EndpointAttributes.defaults(), null);
            try (p) {
                p.hostAccepts(
                        RawPeer.REQUEST_KEY + "5002 0004 8004 8004",
                        org.jdapl.provider.soft.testkit.Loop.parameters(4, 4));
                p.steps(400);
                assertThat(Hex.text(p.raw.read())).startsWith(RawPeer.REPLY_KEY);
                Memory guard = p.host.memory(100);
                Memory target = p.host.memory(100);
                Memory sink = p.host.memory(100);
                for (int i = 0; i < 3; i++) {
                    p.pair.receive(target, 0, 50);
                }
                p.raw.write(Frames.filler());
                p.steps(60);
                assertThat(p.pair.events()).as("seed %d", round).containsExactly("established");
                if (random.nextBoolean()) {
                    p.pair.read(sink, 0, 100, 0x5000, 0);
                }
                for (int msn = 1; msn <= 4; msn++) {
                    p.raw.write(hostileFrame(random, target, msn));
                }
                if (random.nextBoolean()) {
                    p.raw.finish();
                }
                p.steps(400);
                assertThat(guard.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
                List<String> events = p.pair.events();
                assertThat(events.size()).as("seed %d: %s", round, events).isBetween(1, 2);
                for (var e : p.host.listener.events) {
                    assertThat(e.reason()).as("seed %d", round).doesNotContain("internal error");
                }
                if (events.size() == 2) {
                    ended++;
                    p.raw.finish();
                    p.steps(400);
                    p.clock.advanceMillis(2000);
                    p.steps(3);
                    assertThat(p.host.network.open()).as("seed %d", round).isZero();
                } else {
                    lived++;
                }
                p.pair.qp.flush();
                p.steps(2);
                assertThat(p.host.adapter.unwrap(SoftAdapter.class).orElseThrow().buffersLent())
                        .as("seed %d", round)
                        .isZero();
            }
        }
        assertThat(ended).isGreaterThan(ROUNDS / 2);
        assertThat(lived).isPositive();
    }

    @Test
    void requestsAndRepliesOfEverySort() {
        for (int round = 0; round < ROUNDS; round++) {
            SplittableRandom random = new SplittableRandom(round);
            try (RawPeer p = new RawPeer()) {
                boolean active = random.nextBoolean();
                byte[] frame =
                        Hex.bytes(
                                (active ? RawPeer.REPLY_KEY : RawPeer.REQUEST_KEY)
                                        + "5002 0008 8001 8001 01020304");
                for (int i = random.nextInt(4); i > 0; i--) {
                    int at = random.nextInt(4) == 0 ? random.nextInt(16) : 16 + random.nextInt(12);
                    frame[at] = (byte) random.nextInt();
                }
                Listener l =
                        p.host.adapter
                                .connectionManager()
                                .listen(
                                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                                        4,
                                        "listener");
                if (active) {
                    p.hostConnects(org.jdapl.provider.soft.testkit.Loop.parameters(1, 1));
                } else {
                    p.raw = p.fabric.connectRaw(l.localAddress().getPort());
                }
                p.raw.write(java.util.Arrays.copyOf(frame, random.nextInt(frame.length + 5)));
                if (random.nextBoolean()) {
                    p.raw.finish();
                }
                p.steps(3);
                if (!p.host.listener.requests.isEmpty()) {
                    p.host.adapter
                            .connectionManager()
                            .accept(
                                    p.host.listener.requests.remove(),
                                    p.pair.qp,
                                    org.jdapl.provider.soft.testkit.Loop.parameters(1, 1));
                }
                p.steps(3);
                p.clock.advanceMillis(20_000);
                p.steps(3);
                for (var e : p.host.listener.events) {
                    assertThat(e.reason()).as("seed %d", round).doesNotContain("internal error");
                }
                p.pair.qp.flush();
                l.close();
                p.steps(2);
                assertThat(p.host.network.open()).as("seed %d", round).isZero();
            }
        }
    }
}
