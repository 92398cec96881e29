package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.rdmap.Connection;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.Test;

/** How connections end: by either side, in order or not, at every moment. */
class EndingTest {

    private static void disconnect(RawPeer p, boolean graceful) {
        p.host.adapter.connectionManager().disconnect(p.pair.qp, graceful);
    }

    @Test
    void aGracefulDisconnectFinishesWhatWasPosted() {
        // The pipe takes 500 bytes at a time.
        RawPeer p =
                new RawPeer(
                        new MemoryFabric(1, Integer.MAX_VALUE, 500, 256),
                        TransportAttributes.NONE,
                        EndpointAttributes.defaults(),
                        null);
        try (p) {
            p.established();
            Memory m = p.host.memory(5000);
            Memory sink = p.host.memory(8);
            p.pair.read(sink, 0, 8, 0x5500, 0);
            p.pair.send(m, 0, 5000);
            disconnect(p, true);
            p.steps(5);
            assertThat(p.raw.isEnded()).isFalse();
            int sends = 0;
            for (int i = 0; i < 20; i++) {
                p.frames();
            }
            for (Frames.Frame f : p.frames()) {
                sends += f.opcode() == RdmapControl.SEND ? f.payload().length : 0;
            }
            assertThat(sends).isEqualTo(5000);
            assertThat(p.raw.isEnded()).isFalse();
            assertThat(p.pair.events()).containsExactly("established");
            p.raw.write(
                    Frames.tagged(
                            RdmapControl.READ_RESPONSE,
                            true,
                            (int) sink.key(),
                            sink.address(),
                            new byte[8]));
            p.steps(3);
            assertThat(p.pair.sent).hasSize(2).allMatch(d -> d.status() == 0);
            assertThat(p.raw.isEnded()).isTrue();
            assertThat(p.pair.events()).containsExactly("established");
            p.raw.finish();
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("established", "disconnected");
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void whatThePeerStillSaysIsHeardWhileThisSideIsDone() {
        try (RawPeer p = new RawPeer().established()) {
            Memory m = p.host.memory(10);
            p.pair.receive(m, 0, 10);
            disconnect(p, true);
            p.steps(3);
            assertThat(p.raw.isEnded()).isTrue();
            p.raw.write(Frames.send(1, new byte[] {1}));
            p.raw.finish();
            p.steps(3);
            assertThat(p.pair.received).hasSize(1);
            assertThat(p.pair.events()).containsExactly("established", "disconnected");
        }
    }

    @Test
    void aGracefulDisconnectDoesNotWaitForEver() {
        try (RawPeer p = new RawPeer().established()) {
            Memory sink = p.host.memory(8);
            p.pair.read(sink, 0, 8, 0x5500, 0);
            disconnect(p, true);
            p.steps(2);
            p.clock.advanceMillis(Connection.DRAIN_LIMIT_NS / 1_000_000);
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("established", "disconnected");
            assertThat(p.host.network.open()).isZero();
        }
        try (RawPeer p = new RawPeer().established()) {
            disconnect(p, true);
            p.steps(2);
            assertThat(p.raw.isEnded()).isTrue();
            p.clock.advanceMillis(Connection.FIN_LIMIT_NS / 1_000_000);
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("established", "disconnected");
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void anAbruptDisconnectDoesNotWait() {
        try (RawPeer p = new RawPeer().established()) {
            Memory sink = p.host.memory(8);
            p.pair.read(sink, 0, 8, 0x5500, 0);
            disconnect(p, false);
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("established", "disconnected");
            assertThat(p.raw.isEnded()).isTrue();
            disconnect(p, false);
            disconnect(p, true);
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("established", "disconnected");
        }
    }

    @Test
    void anAttemptCanBeGivenUp() {
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            disconnect(p, true);
            p.steps(2);
            assertThat(p.pair.events()).containsExactly("disconnected");
            assertThat(p.raw.isEnded()).isTrue();
        }
        try (RawPeer p = new RawPeer()) {
            p.hostConnects(Loop.parameters(1, 1));
            assertThat(p.pair.qp.flush()).isZero();
            p.steps(2);
            assertThat(p.pair.events()).isEmpty();
            assertThat(p.raw.isEnded()).isTrue();
            assertThat(p.host.network.open()).isZero();
            p.pair.qp.reset();
            assertThatThrownBy(() -> disconnect(p, true)).isInstanceOf(ProviderException.class);
        }
    }

    @Test
    void theEndOfAnIdlePeerIsOrderly() {
        for (boolean reset : new boolean[] {false, true}) {
            try (RawPeer p = new RawPeer().established()) {
                if (reset) {
                    p.raw.reset();
                } else {
                    p.raw.finish();
                }
                p.steps(3);
                assertThat(p.pair.events()).containsExactly("established", "disconnected");
                assertThat(p.raw.isEnded()).isTrue();
                assertThat(p.host.network.open()).isZero();
            }
        }
    }

    @Test
    void theEndInsideSomethingIsABreak() {
        Memory[] sink = new Memory[1];
        List<java.util.function.Consumer<RawPeer>> before =
                List.of(
                        p -> p.raw.write(new byte[] {0}),
                        p -> p.raw.write("0022 4143 00000000"),
                        p -> {
                            p.pair.receive(p.host.memory(100), 0, 100);
                            p.raw.write(
                                    Frames.untagged(
                                            RdmapControl.SEND, false, 0, 0, 1, 0, new byte[8]));
                        },
                        p -> {
                            sink[0] = p.host.memory(8);
                            p.pair.read(sink[0], 0, 8, 0x5500, 0);
                        },
                        p -> {
                            sink[0] = p.host.memory(8);
                            p.pair.read(sink[0], 0, 8, 0x5500, 0);
                            p.raw.write(
                                    Frames.tagged(
                                            RdmapControl.READ_RESPONSE,
                                            false,
                                            (int) sink[0].key(),
                                            sink[0].address(),
                                            new byte[4]));
                        });
        for (boolean reset : new boolean[] {false, true}) {
            for (java.util.function.Consumer<RawPeer> what : before) {
                try (RawPeer p = new RawPeer().established()) {
                    what.accept(p);
                    p.steps(2);
                    if (reset) {
                        p.raw.reset();
                    } else {
                        p.raw.finish();
                    }
                    p.steps(3);
                    assertThat(p.pair.events()).containsExactly("established", "broken");
                    assertThat(p.host.network.open()).isZero();
                }
            }
        }
    }

    @Test
    void unsentDataAtThePeersEndIsABreak() {
        RawPeer p =
                new RawPeer(
                        new MemoryFabric(1, Integer.MAX_VALUE, 500, 256),
                        TransportAttributes.NONE,
                        EndpointAttributes.defaults(),
                        null);
        try (p) {
            p.established();
            p.pair.send(p.host.memory(5000), 0, 5000);
            p.steps(2);
            p.raw.finish();
            p.steps(3);
            assertThat(p.pair.events()).containsExactly("established", "broken");
            assertThat(p.pair.sent).isEmpty();
        }
    }

    @Test
    void aTerminateGoesBehindTheFrameThatIsUnderWay() {
        RawPeer p =
                new RawPeer(
                        new MemoryFabric(1, Integer.MAX_VALUE, 100, 256),
                        TransportAttributes.NONE,
                        EndpointAttributes.defaults(),
                        null);
        try (p) {
            p.established();
            p.pair.send(p.host.memory(5000), 0, 5000);
            p.steps(2);
            // The first 100 bytes of a frame of 256 are in the pipe, so there is no room for a
            // Terminate.
            p.raw.write("0001");
            p.loop.until("broken", () -> p.pair.events().contains("broken"));
            byte[] partial = p.raw.read();
            assertThat(partial.length).isEqualTo(100);
            assertThat(p.raw.isEnded()).isTrue();
        }
    }

    @Test
    void aPeerThatNeverClosesAfterATerminateIsCutOff() {
        try (RawPeer p = new RawPeer().established()) {
            p.raw.write("0001");
            p.loop.until("broken", () -> p.pair.events().contains("broken"));
            assertThat(p.host.network.open()).isEqualTo(1);
            p.raw.write(new byte[100_000]);
            p.steps(3);
            p.clock.advanceMillis(1000);
            p.steps(3);
            assertThat(p.host.network.open()).isZero();
        }
    }

    @Test
    void buffersComeBack() {
        TransportAttributes packed =
                TransportAttributes.NONE.with(
                        IwarpAttributes.FRAMING, IwarpAttributes.Framing.PACKED);
        RawPeer p =
                new RawPeer(
                        new MemoryFabric(1, Integer.MAX_VALUE, 500, 256),
                        packed,
                        EndpointAttributes.defaults(),
                        null);
        try (p) {
            p.established();
            p.pair.send(p.host.memory(5000), 0, 5000);
            p.raw.write(Hex.bytes("0022"));
            p.steps(3);
            p.pair.qp.flush();
            p.steps(2);
            assertThat(p.host.adapter.unwrap(SoftAdapter.class).orElseThrow().buffersLent())
                    .isZero();
        }
    }
}
