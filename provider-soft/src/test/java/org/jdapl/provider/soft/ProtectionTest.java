package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.Privilege;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a peer may not do, and what is answered: the test plays the peer. */
class ProtectionTest {

    private static final int LOCAL = Privilege.LOCAL_READ.bit() | Privilege.LOCAL_WRITE.bit();

    private RawPeer peer;
    private Memory memory;

    @BeforeEach
    void connect() {
        peer = new RawPeer().established();
        memory = peer.host.memory(1000);
    }

    @AfterEach
    void close() {
        assertThat(memory.segment().asSlice(100).toArray(ValueLayout.JAVA_BYTE))
                .as("nothing may be placed behind the first 100 bytes")
                .containsOnly(0);
        peer.raw.finish();
        peer.steps(2);
        assertThat(peer.host.network.open()).isZero();
        peer.close();
    }

    private void reconnect() {
        peer.raw.finish();
        peer.steps(2);
        peer.pair.qp.flush();
        peer.pair.qp.reset();
        peer.host.listener.events.clear();
        peer.frames().clear();
        peer.established();
    }

    private int stag() {
        return (int) memory.key();
    }

    // ---- writes

    @Test
    void aWriteWithAnUnknownTag() {
        peer.raw.write(Frames.write(stag() ^ 0x100, memory.address(), new byte[4]));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void aWriteWithAWrongKey() {
        peer.raw.write(Frames.write(stag() ^ 1, memory.address(), new byte[4]));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void aWriteBehindTheEnd() {
        peer.raw.write(Frames.write(stag(), memory.address() + 997, new byte[] {1, 1, 1, 1}));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
    }

    @Test
    void aWriteBeforeTheStart() {
        peer.raw.write(Frames.write(stag(), memory.address() - 1, new byte[] {1, 1, 1, 1}));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
    }

    @Test
    void aWriteThatWraps() {
        peer.raw.write(Frames.write(stag(), -2, new byte[] {1, 1, 1, 1}));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_TO_WRAP);
    }

    @Test
    void aWriteWithoutTheRight() {
        Memory other = peer.host.memory(100, LOCAL | Privilege.REMOTE_READ.bit());
        peer.raw.write(Frames.write((int) other.key(), other.address(), new byte[] {1, 1, 1, 1}));
        peer.expectTerminate(TerminateCode.RDMAP_ACCESS_RIGHTS);
        assertThat(other.segment().get(ValueLayout.JAVA_INT, 0)).isZero();
    }

    @Test
    void aWriteIntoAnotherDomain() {
        ProtectionDomain other = peer.host.adapter.createProtectionDomain();
        MemoryRegion region = other.register(memory.segment(), Host.ALL);
        peer.raw.write(
                Frames.write(
                        (int) region.remoteKey(), region.remoteAddress() + 500, new byte[] {1}));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_STAG_NOT_ASSOCIATED);
    }

    @Test
    void aWriteToAClosedRegion() {
        Memory other = peer.host.memory(100);
        other.region().close();
        peer.raw.write(Frames.write((int) other.key(), other.address(), new byte[] {1, 1, 1, 1}));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
        assertThat(other.segment().get(ValueLayout.JAVA_INT, 0)).isZero();
    }

    @Test
    void aWriteToMemoryThatItsOwnerHasFreed() {
        MemoryRegion region;
        try (Arena arena = Arena.ofShared()) {
            region = peer.host.domain.register(arena.allocate(100), Host.ALL);
        }
        peer.raw.write(
                Frames.write((int) region.remoteKey(), region.remoteAddress(), new byte[] {1}));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void invalidatingTheKeyOfARegion() {
        Memory other = peer.host.memory(100);
        peer.pair.receive(memory, 0, 10);
        peer.raw.write(
                Frames.untagged(
                        RdmapControl.SEND_INVALIDATE,
                        true,
                        (int) other.key(),
                        0,
                        1,
                        0,
                        new byte[0]));
        peer.expectTerminate(TerminateCode.RDMAP_CANNOT_INVALIDATE);
    }

    @Test
    void anEmptyWriteIsNotLookedAt() {
        peer.raw.write(Frames.write(0, -1, new byte[0]));
        peer.raw.write(Frames.write(stag(), memory.address(), new byte[] {1, 2}));
        peer.steps(2);
        assertThat(memory.segment().get(ValueLayout.JAVA_BYTE, 1)).isEqualTo((byte) 2);
        assertThat(peer.pair.events()).containsExactly("established");
    }

    // ---- read requests

    private byte[] readRequest(int msn, int size, int stag, long offset) {
        return Frames.readRequest(msn, 0x77000000, 0x5000, size, stag, offset);
    }

    @Test
    void readsOfWhatMayNotBeRead() {
        record Bad(int size, int stag, long offset, TerminateCode code) {}
        ProtectionDomain otherDomain = peer.host.adapter.createProtectionDomain();
        MemoryRegion foreign = otherDomain.register(memory.segment(), Host.ALL);
        Memory unreadable = peer.host.memory(100, LOCAL | Privilege.REMOTE_WRITE.bit());
        List<Bad> all =
                List.of(
                        new Bad(4, stag() ^ 1, memory.address(), TerminateCode.RDMAP_INVALID_STAG),
                        new Bad(
                                4,
                                stag(),
                                memory.address() + 997,
                                TerminateCode.RDMAP_BASE_OR_BOUNDS),
                        new Bad(-1, stag(), memory.address(), TerminateCode.RDMAP_BASE_OR_BOUNDS),
                        new Bad(4, stag(), -3, TerminateCode.RDMAP_TO_WRAP),
                        new Bad(
                                4,
                                (int) foreign.remoteKey(),
                                foreign.remoteAddress(),
                                TerminateCode.RDMAP_STAG_NOT_ASSOCIATED),
                        new Bad(
                                4,
                                (int) unreadable.key(),
                                unreadable.address(),
                                TerminateCode.RDMAP_ACCESS_RIGHTS));
        for (Bad bad : all) {
            reconnect();
            // The read before it is still answered.
            peer.raw.write(readRequest(1, 8, stag(), memory.address()));
            peer.raw.write(readRequest(2, bad.size(), bad.stag(), bad.offset()));
            peer.raw.write(Frames.write(stag(), memory.address() + 200, new byte[] {1}));
            peer.expectTerminate(bad.code());
            List<Frames.Frame> frames = peer.frames();
            assertThat(frames).hasSize(2);
            assertThat(frames.getFirst().opcode()).isEqualTo(RdmapControl.READ_RESPONSE);
            // M, D and R are set, and the headers are those of the request.
            byte[] terminate = frames.getLast().payload();
            assertThat(terminate[2] & 0xff).isEqualTo(0xe0);
            assertThat(terminate).hasSize(6 + 18 + 28);
        }
    }

    @Test
    void anEmptyReadIsNotLookedAt() {
        peer.raw.write(readRequest(1, 0, 0, -1));
        assertThat(peer.frames()).hasSize(1);
        assertThat(peer.frames().getFirst().opcode()).isEqualTo(RdmapControl.READ_RESPONSE);
        assertThat(peer.frames().getFirst().last()).isTrue();
        assertThat(peer.frames().getFirst().stag()).isEqualTo(0x77000000);
    }

    @Test
    void moreReadsThanAgreed() {
        // They come in one piece, so that none is answered in between.
        StringBuilder all = new StringBuilder();
        for (int i = 1; i <= 5; i++) {
            all.append(Hex.text(readRequest(i, 8, stag(), memory.address())));
        }
        peer.raw.write(all.toString());
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_NO_BUFFER);
        assertThat(peer.frames()).hasSize(5);
    }

    @Test
    void aReadRequestOutOfSequence() {
        peer.raw.write(readRequest(2, 8, stag(), memory.address()));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_INVALID_MSN);
    }

    @Test
    void aSourceThatGoesAwayWhileItIsRead() {
        Memory other = peer.host.memory(100);
        peer.raw.write(readRequest(1, 8, (int) other.key(), other.address()));
        other.region().close();
        peer.expectTerminate(TerminateCode.RDMAP_INVALID_STAG);
    }

    // ---- sends

    @Test
    void aSendWithoutAReceive() {
        peer.raw.write(Frames.send(1, new byte[4]));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_NO_BUFFER);
        assertThat(peer.pair.received).isEmpty();
    }

    @Test
    void aSendThatIsTooLong() {
        peer.pair.receive(memory, 0, 10);
        peer.raw.write(Frames.send(1, new byte[11]));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_TOO_LONG);
        assertThat(peer.pair.received).hasSize(1);
        assertThat(peer.pair.received.peek().status())
                .isEqualTo(CompletionStatus.LOCAL_LENGTH.value());
    }

    @Test
    void aSecondSegmentThatIsTooLong() {
        peer.pair.receive(memory, 0, 10);
        peer.raw.write(Frames.untagged(RdmapControl.SEND, false, 0, 0, 1, 0, new byte[8]));
        peer.raw.write(Frames.untagged(RdmapControl.SEND, true, 0, 0, 1, 8, new byte[3]));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_TOO_LONG);
        assertThat(peer.pair.received).hasSize(1);
    }

    @Test
    void aSendOutOfSequence() {
        peer.pair.receive(memory, 0, 10);
        peer.raw.write(Frames.send(2, new byte[4]));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_INVALID_MSN);
    }

    @Test
    void aSendWithAHole() {
        peer.pair.receive(memory, 0, 100);
        peer.raw.write(Frames.untagged(RdmapControl.SEND, false, 0, 0, 1, 0, new byte[8]));
        peer.raw.write(Frames.untagged(RdmapControl.SEND, true, 0, 0, 1, 9, new byte[3]));
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_INVALID_MO);
    }

    @Test
    void aWriteBetweenTheSegmentsOfASendIsFine() {
        peer.pair.receive(memory, 0, 100);
        peer.raw.write(Frames.untagged(RdmapControl.SEND, false, 0, 0, 1, 0, new byte[8]));
        peer.raw.write(Frames.write(stag(), memory.address() + 50, new byte[] {5}));
        peer.raw.write(Frames.untagged(RdmapControl.SEND, true, 0, 0, 1, 8, new byte[3]));
        peer.steps(2);
        assertThat(peer.pair.received).hasSize(1);
        assertThat(peer.pair.received.peek().length()).isEqualTo(11);
    }

    @Test
    void aReceiveWhoseMemoryIsGone() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(100);
            Memory gone = new Memory(segment, peer.host.domain.register(segment, Host.ALL));
            peer.pair.receive(gone, 0, 100);
        }
        peer.raw.write(Frames.send(1, new byte[4]));
        peer.expectTerminate(TerminateCode.RDMAP_LOCAL_CATASTROPHIC);
        assertThat(peer.pair.received.peek().status())
                .isEqualTo(CompletionStatus.LOCAL_PROTECTION.value());
    }

    @Test
    void invalidatingWhatCannotBeInvalidated() {
        peer.pair.receive(memory, 0, 10);
        Memory local = peer.host.memory(100, LOCAL);
        assertThat(local.key()).isZero();
        peer.raw.write(
                Frames.untagged(
                        RdmapControl.SEND_INVALIDATE, true, stag() ^ 1, 0, 1, 0, new byte[0]));
        peer.expectTerminate(TerminateCode.RDMAP_CANNOT_INVALIDATE);
        assertThat(peer.pair.received).isEmpty();
    }

    // ---- framing and versions

    @Test
    void aWrongCrc() {
        byte[] frame = Frames.write(stag(), memory.address() + 500, new byte[] {1, 2, 3, 4});
        frame[frame.length - 1] ^= 1;
        peer.raw.write(frame);
        peer.expectTerminate(TerminateCode.MPA_CRC);
    }

    @Test
    void aLengthThatNoFrameHas() {
        peer.raw.write("0005 c140 0000");
        peer.expectTerminate(TerminateCode.MPA_LENGTH_OR_MARKER);
    }

    @Test
    void wrongVersionsOpcodesAndQueues() {
        @SuppressWarnings("ArrayRecordComponent")
        record Bad(byte[] frame, TerminateCode code) {}
        byte[] version = new byte[14];
        version[0] = (byte) 0xc2;
        version[1] = 0x40;
        byte[] rdmap = version.clone();
        rdmap[0] = (byte) 0xc1;
        rdmap[1] = (byte) 0x80;
        List<Bad> all =
                List.of(
                        new Bad(Frames.raw(version), TerminateCode.DDP_TAGGED_VERSION),
                        new Bad(Frames.raw(rdmap), TerminateCode.RDMAP_VERSION),
                        new Bad(
                                Frames.tagged(12, true, 0, 0, new byte[0]),
                                TerminateCode.RDMAP_UNEXPECTED_OPCODE),
                        new Bad(
                                Frames.tagged(RdmapControl.SEND, true, 0, 0, new byte[0]),
                                TerminateCode.RDMAP_UNEXPECTED_OPCODE),
                        new Bad(
                                Frames.untagged(RdmapControl.SEND, true, 0, 1, 1, 0, new byte[0]),
                                TerminateCode.DDP_UNTAGGED_INVALID_QN),
                        new Bad(
                                Frames.untagged(
                                        RdmapControl.IMMEDIATE, true, 0, 0, 1, 0, new byte[8]),
                                TerminateCode.DDP_UNTAGGED_NO_BUFFER),
                        new Bad(
                                Frames.untagged(
                                        RdmapControl.ATOMIC_REQUEST,
                                        true,
                                        0,
                                        1,
                                        1,
                                        0,
                                        new byte[52]),
                                TerminateCode.RDMAP_INVALID_STAG),
                        new Bad(
                                Frames.untagged(
                                        RdmapControl.ATOMIC_RESPONSE,
                                        true,
                                        0,
                                        3,
                                        1,
                                        0,
                                        new byte[12]),
                                TerminateCode.RDMAP_UNEXPECTED_OPCODE),
                        new Bad(
                                Frames.tagged(RdmapControl.READ_RESPONSE, true, 0, 0, new byte[0]),
                                TerminateCode.RDMAP_UNEXPECTED_OPCODE));
        for (Bad bad : all) {
            reconnect();
            peer.raw.write(bad.frame());
            peer.expectTerminate(bad.code());
        }
    }

    // ---- reads of this side

    private Memory remote(long bytes) {
        return peer.host.memory(bytes);
    }

    private long read(Memory sink, long length) {
        long id = peer.pair.read(sink, 0, length, 0x11111100, 0x1000);
        Frames.Frame request = peer.frames().getLast();
        assertThat(request.opcode()).isEqualTo(RdmapControl.READ_REQUEST);
        return id;
    }

    private void expectReadFailure(long id, CompletionStatus status) {
        assertThat(peer.pair.sent).hasSize(1);
        Pair.Done d = peer.pair.sent.remove();
        assertThat(d.id()).isEqualTo(id);
        assertThat(d.status()).isEqualTo(status.value());
        assertThat(d.kind()).isEqualTo(OperationKind.RDMA_READ);
    }

    @Test
    void aResponseToAnotherTag() {
        Memory sink = remote(100);
        long id = read(sink, 8);
        peer.raw.write(
                Frames.tagged(
                        RdmapControl.READ_RESPONSE, true, stag(), memory.address(), new byte[8]));
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
        expectReadFailure(id, CompletionStatus.BAD_RESPONSE);
    }

    @Test
    void responsesThatDoNotFit() {
        int[][] bad = {{0, 7, 1}, {0, 9, 1}, {1, 8, 1}, {0, 8, 0}};
        for (int[] b : bad) {
            reconnect();
            Memory sink = remote(100);
            long id = read(sink, 8);
            peer.raw.write(
                    Frames.tagged(
                            RdmapControl.READ_RESPONSE,
                            b[2] == 1,
                            ((org.jdapl.provider.soft.memory.SoftMemoryRegion) sink.region())
                                    .tag()
                                    .stag(),
                            sink.address() + b[0],
                            new byte[b[1]]));
            peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
            expectReadFailure(id, CompletionStatus.BAD_RESPONSE);
        }
    }

    @Test
    void aSinkWhoseMemoryIsGone() {
        MemoryRegion region;
        long id;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(100);
            region = peer.host.domain.register(segment, Host.ALL);
            id = read(new Memory(segment, region), 8);
        }
        peer.raw.write(
                Frames.tagged(
                        RdmapControl.READ_RESPONSE,
                        true,
                        (int) region.remoteKey(),
                        region.remoteAddress(),
                        new byte[8]));
        peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
        expectReadFailure(id, CompletionStatus.LOCAL_PROTECTION);
    }

    @Test
    void aRefusedReadFailsAndWhatWasSentBeforeItSucceeds() {
        Memory sink = remote(100);
        long send = peer.pair.send(memory, 0, 4);
        long id = read(sink, 8);
        long behind = peer.pair.send(memory, 0, 4);
        assertThat(behind).isPositive();
        peer.steps(1);
        peer.raw.write(Frames.terminate(TerminateCode.RDMAP_ACCESS_RIGHTS));
        peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
        assertThat(peer.pair.sent.remove().id()).isEqualTo(send);
        expectReadFailure(id, CompletionStatus.REMOTE_ACCESS);
        assertThat(peer.host.listener.find(peer.pair, "broken").reason())
                .contains("does not grant");
        assertThat(peer.raw.isEnded()).isTrue();
    }

    @Test
    void aTerminateInTheKernelsLayoutIsRead() {
        Memory sink = remote(100);
        long id = read(sink, 8);
        // Type 1 and layer 0 in swapped nibbles, code 1, M D R as the lowest bits, and the headers
        // of the request.
        byte[] request = peer.frames().getLast().ulpdu();
        peer.raw.write(
                Frames.untagged(
                        RdmapControl.TERMINATE,
                        true,
                        0,
                        2,
                        1,
                        0,
                        Hex.bytes("10010700001c" + Hex.text(request))));
        peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
        expectReadFailure(id, CompletionStatus.REMOTE_ACCESS);
    }

    @Test
    void aTerminateAboutAWriteNamesNoRequest() {
        long id = peer.pair.write(memory, 0, 4, 0x123400, 5);
        assertThat(peer.frames()).hasSize(1);
        peer.raw.write(Frames.terminate(TerminateCode.DDP_TAGGED_INVALID_STAG));
        peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
        assertThat(peer.pair.sent).hasSize(1);
        assertThat(peer.pair.sent.peek().id()).isEqualTo(id);
        assertThat(peer.pair.sent.peek().status()).isZero();
    }

    // ---- requests of this side

    @Test
    void aRequestWhoseMemoryIsGone() {
        Memory gone;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(100);
            gone = new Memory(segment, peer.host.domain.register(segment, Host.ALL));
        }
        WorkRequest before = peer.pair.prepare(OperationKind.RDMA_WRITE, 0, memory, 0, 4);
        peer.pair.post(before);
        long id = peer.pair.send(gone, 0, 4);
        peer.expectTerminate(TerminateCode.RDMAP_LOCAL_CATASTROPHIC);
        assertThat(peer.pair.sent).hasSize(1);
        assertThat(peer.pair.sent.peek().id()).isEqualTo(id);
        assertThat(peer.pair.sent.peek().status())
                .isEqualTo(CompletionStatus.LOCAL_PROTECTION.value());
    }

    @Test
    void aRequestWhoseRegionIsClosedWaitsForTheReadBeforeIt() {
        Memory sink = remote(100);
        long id = read(sink, 8);
        Memory other = peer.host.memory(10);
        other.region().close();
        long bad = peer.pair.send(other, 0, 4);
        peer.steps(3);
        assertThat(peer.pair.sent).isEmpty();
        assertThat(peer.pair.events()).containsExactly("established");
        peer.raw.write(
                Frames.tagged(
                        RdmapControl.READ_RESPONSE,
                        true,
                        (int) sink.key(),
                        sink.address(),
                        new byte[8]));
        peer.expectTerminate(TerminateCode.RDMAP_LOCAL_CATASTROPHIC);
        assertThat(peer.pair.sent.stream().map(Pair.Done::id)).containsExactly(id, bad);
        assertThat(peer.pair.sent.getLast().status())
                .isEqualTo(CompletionStatus.LOCAL_PROTECTION.value());
    }
}
