package org.jdapl.conformance.twoprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.conformance.base.Bound;
import org.jdapl.conformance.base.Guarded;
import org.jdapl.conformance.base.LinkShape;
import org.jdapl.conformance.base.Party;
import org.jdapl.conformance.base.Pattern;
import org.jdapl.conformance.base.Resources;
import org.jdapl.conformance.base.Watchdog;
import org.jdapl.conformance.peer.PeerException;
import org.jdapl.conformance.peer.PeerProcess;
import org.jdapl.conformance.peer.PeerRefusedException;
import org.jdapl.conformance.peer.RemoteLink;
import org.jdapl.conformance.peer.RemoteMemory;
import org.jdapl.conformance.peer.RemoteParty;
import org.junit.jupiter.api.Test;

/** The harness finds what it is there to find. */
class HarnessTest extends TwoProcessTest {

    private static void flip(MemorySegment memory, long at) {
        memory.set(ValueLayout.JAVA_BYTE, at, (byte) ~memory.get(ValueLayout.JAVA_BYTE, at));
    }

    @Test
    void shouldFindASingleChangedByteInsideAndOutsideOfGuardedMemory() {
        Party here = open(ProgressMode.AUTO);
        Guarded memory = here.memory(1000, Party.LOCAL_RIGHTS, 1);
        memory.requireUntouched();
        flip(memory.memory(), 500);

        assertThatThrownBy(memory::requireUntouched)
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("byte 500");
        memory.requireOnlyChanged(500, 1);
        assertThatThrownBy(() -> memory.requireOnlyChanged(499, 1))
                .isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> memory.requireOnlyChanged(501, 499))
                .isInstanceOf(AssertionError.class);

        // The bytes next to the region, and the farthest canaries.
        long end = memory.surroundings().byteSize();
        for (long at :
                new long[] {0, Guarded.GUARD_BYTES - 1, end - Guarded.GUARD_BYTES, end - 1}) {
            flip(memory.surroundings(), at);
            assertThatThrownBy(memory::requireGuards)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("canary");
            flip(memory.surroundings(), at);
        }
        memory.requireGuards();
    }

    @Test
    void shouldMakePatternsThatDifferByteByByteAndBySeed() {
        byte[] bytes = new byte[4096];
        Pattern.fill(MemorySegment.ofArray(bytes), 7, 13);
        for (int i = 0; i < bytes.length; i++) {
            assertThat(bytes[i]).isEqualTo(Pattern.at(7, 13 + i));
        }
        assertThat(Pattern.mismatch(MemorySegment.ofArray(bytes), 7, 13)).isEqualTo(-1);
        assertThat(Pattern.mismatch(MemorySegment.ofArray(bytes), 8, 13)).isBetween(0L, 16L);
        assertThat(Pattern.mismatch(MemorySegment.ofArray(bytes), 7, 14)).isBetween(0L, 16L);
        flip(MemorySegment.ofArray(bytes), 4095);
        assertThat(Pattern.mismatch(MemorySegment.ofArray(bytes), 7, 13)).isEqualTo(4095);
    }

    @Test
    void shouldFindThreadsAndDescriptorsThatAreLeftBehind() throws InterruptedException {
        Resources before = Resources.now();
        Party here = open(ProgressMode.AUTO);
        assertThat(Resources.now().beyond(before))
                .anyMatch(line -> line.startsWith("threads named jdapl-"));
        assertThat(Resources.now().beyond(before))
                .anyMatch(line -> line.contains("eventpoll") || line.contains("socket"));

        here.close();

        Resources.requireBackTo(before, Bound.SETTLE);
        Resources more = new Resources(Map.of("jdapl-x", 2), Map.of("socket", 5), 1000);
        assertThat(more.beyond(new Resources(Map.of("jdapl-x", 1), Map.of("socket", 5), 900)))
                .containsExactly(
                        "threads named jdapl-x: 2, before 1",
                        "native memory: 1000 KiB, before 900 KiB");
    }

    @Test
    void shouldTellARefusalInThePeerWithItsCode() {
        RemoteLink link = openThere(ProgressMode.AUTO).link(LinkShape.PLAIN);

        assertThatThrownBy(() -> link.disconnect(org.jdapl.api.DisconnectMode.ABRUPT))
                .isInstanceOfSatisfying(
                        PeerRefusedException.class,
                        e -> {
                            assertThat(e.type()).isEqualTo(DatType.INVALID_STATE);
                            assertThat(e.subtype())
                                    .isEqualTo(DatSubtype.INVALID_STATE_EP_UNCONNECTED);
                        });
    }

    @Test
    void shouldFailACommandWhoseCheckFailsInThePeer() {
        RemoteMemory memory = openThere(ProgressMode.AUTO).memory(100, Party.LOCAL_RIGHTS, 1);
        memory.requireUntouched();
        memory.requireContents(10, 50, 1, 10);

        assertThatThrownBy(() -> memory.requireContents(10, 50, 2, 10))
                .isInstanceOf(AssertionError.class);
        // A wrong part is a fault of the test, not an answer.
        assertThatThrownBy(() -> memory.requireContents(10, 500, 1, 10))
                .isInstanceOf(PeerException.class);
    }

    @Test
    void shouldEndThePeerWithItsParentAndTellThatItIsGone() throws InterruptedException {
        PeerProcess peer = ownPeer();
        assertThat(peer.isAlive()).isTrue();

        peer.close(); // all that it does is to end the lines, as the end of this process would

        assertThat(peer.awaitExit(Bound.EVENT)).isEqualTo(3);
        assertThatThrownBy(peer::ping)
                .isInstanceOf(PeerException.class)
                .hasMessageContaining("gone");
    }

    @Test
    void shouldTellThatAKilledPeerIsGoneInsteadOfWaitingForIt() throws InterruptedException {
        PeerProcess peer = ownPeer();
        RemoteParty there = peer.open(ADAPTER, ProgressMode.AUTO);
        RemoteLink link = there.link(LinkShape.PLAIN);
        RemoteLink.Awaited waiting =
                link.await(org.jdapl.conformance.base.Link.Queue.RECEIVES, Bound.TEST);
        long start = System.nanoTime();

        peer.kill();

        assertThatThrownBy(waiting::take)
                .isInstanceOf(PeerException.class)
                .hasMessageContaining("gone");
        assertThat(System.nanoTime() - start).isLessThan(Bound.EVENT.nanos());
    }

    @Test
    void shouldInterruptATestThatTakesTooLongAndFailIt() {
        var err = System.err;
        System.setErr(new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        try {
            Watchdog dog = new Watchdog("a test that hangs", Bound.QUIET);

            assertThatThrownBy(() -> Thread.sleep(Bound.TEST.duration()))
                    .isInstanceOf(InterruptedException.class);
            assertThatThrownBy(dog::close)
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("QUIET");
        } finally {
            System.setErr(err);
        }
    }

    @Test
    void shouldGiveNativeMemoryBackInThePeer() throws InterruptedException {
        PeerProcess peer = ownPeer();
        round(peer);
        peer.closeAll();
        Resources before = peer.resources(true);
        assertThat(before.nativeKibibytes()).as("the peer counts its native memory").isPositive();
        RemoteParty there = peer.open(ADAPTER, ProgressMode.AUTO);
        there.memory(8 << 20, Party.ALL_RIGHTS, 1);
        assertThat(peer.resources(true).nativeKibibytes())
                .isGreaterThan(before.nativeKibibytes() + 8000);

        for (int i = 0; i < 5; i++) {
            round(peer);
        }
        peer.closeAll();

        // A few buffers of the JVM itself come and go.
        long allowed = before.nativeKibibytes() + 512;
        long start = System.nanoTime();
        long now = peer.resources(true).nativeKibibytes();
        while (now > allowed && System.nanoTime() - start < Bound.SETTLE.nanos()) {
            now = peer.resources(true).nativeKibibytes();
        }
        assertThat(now).as("native memory in KiB").isLessThanOrEqualTo(allowed);
    }

    /** One connection with traffic, in the peer's adapter and one of this side. */
    private void round(PeerProcess peer) throws InterruptedException {
        Party here = open(ProgressMode.AUTO);
        RemoteParty there = peer.open(ADAPTER, ProgressMode.AUTO);
        ConnectTest.exchange(connect(here, there, LinkShape.PLAIN));
        here.close();
    }
}
