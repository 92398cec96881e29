package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.List;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Hex;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.MemoryFabric;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.AtomicRequestHeader;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Atomic operations (RFC 7306 section 5) from both sides; the test plays the peer. */
class AtomicsTest {

    private static final int ADD = AtomicRequestHeader.FETCH_ADD;
    private static final int SWAP = AtomicRequestHeader.SWAP;
    private static final int COMPARE = AtomicRequestHeader.COMPARE_SWAP;

    private RawPeer peer;
    private Memory memory;

    @BeforeEach
    void connect() {
        peer =
                new RawPeer(
                                MemoryFabric.whole(),
                                TransportAttributes.NONE.with(IwarpAttributes.RFC_7306_PEER, true),
                                EndpointAttributes.defaults(),
                                null)
                        .established();
        memory = peer.host.memory(64, Host.ATOMIC);
    }

    @AfterEach
    void close() {
        peer.close();
    }

    private void reconnect() {
        peer.raw.finish();
        peer.steps(2);
        peer.pair.qp.flush();
        peer.pair.qp.reset();
        peer.pair.sent.clear();
        peer.host.listener.events.clear();
        peer.frames().clear();
        peer.established();
    }

    private void set(long value) {
        memory.segment().set(ValueLayout.JAVA_LONG, 8, value);
    }

    private long get() {
        return memory.segment().get(ValueLayout.JAVA_LONG, 8);
    }

    private byte[] request(int msn, int operation, long data, long mask, long cmp, long cmpMask) {
        return Frames.atomicRequest(
                msn,
                operation,
                0x1000 + msn,
                (int) memory.key(),
                memory.address() + 8,
                data,
                mask,
                cmp,
                cmpMask);
    }

    // ---- served

    @Test
    void anAddIsAnsweredAsTheRfcHasIt() {
        set(0x1122_3344_5566_7788L);
        peer.raw.write(request(1, ADD, 1, 0, 0, 0));
        List<Frames.Frame> frames = peer.frames();
        assertThat(frames).hasSize(1);
        // Untagged and last, version 1; RDMAP version 1, opcode 1011b; reserved; queue 3, MSN 1,
        // MO 0; the identifier and the original value.
        assertThat(Hex.text(frames.getFirst().ulpdu()))
                .isEqualTo(
                        "41"
                                + "4b"
                                + "00000000"
                                + "00000003"
                                + "00000001"
                                + "00000000"
                                + "00001001"
                                + "1122334455667788");
        assertThat(get()).isEqualTo(0x1122_3344_5566_7789L);
    }

    private long original(int index) {
        return ByteBuffer.wrap(peer.frames().get(index).payload()).getLong(4);
    }

    @Test
    void maskedAddsKeepTheirCarriesInTheirFields() {
        record Case(long before, long add, long mask, long after) {}
        List<Case> all =
                List.of(
                        new Case(-1, 1, 0, 0),
                        new Case(0xffff_ffffL, 1, 0x8000_0000L, 0),
                        new Case(0xff_ffL, 0x01_01L, 0x80_80L, 0),
                        new Case(0x7f_7fL, 0x01_01L, 0x80_80L, 0x80_80L),
                        new Case(0xf0, 0x20, 0x80, 0x10),
                        new Case(0x0123_4567_89ab_cdefL, -1, -1, ~0x0123_4567_89ab_cdefL),
                        new Case(1L << 63, 1L << 63, 1L << 63, 0));
        int msn = 1;
        for (Case c : all) {
            set(c.before());
            peer.raw.write(request(msn, ADD, c.add(), c.mask(), 0, 0));
            peer.steps(2);
            assertThat(get()).as("%s", c).isEqualTo(c.after());
            assertThat(original(msn - 1)).isEqualTo(c.before());
            msn++;
        }
    }

    @Test
    void swapsCompareAndChangeTheBitsOfTheirMasksOnly() {
        record Case(int operation, long data, long mask, long cmp, long cmpMask, long after) {}
        List<Case> all =
                List.of(
                        new Case(COMPARE, 9, -1, 0xabcd, -1, 9),
                        new Case(COMPARE, 9, -1, 0xabce, -1, 0xabcd),
                        new Case(COMPARE, 9, -1, 0xffcd, 0xff, 9),
                        new Case(COMPARE, 0x1234, 0xff00, 0xabcd, -1, 0x12cd),
                        new Case(COMPARE, 0x1234, 0xff, 0x99, 0, 0xab34),
                        new Case(SWAP, 0x1234, 0xff, 0, 0, 0xab34),
                        new Case(SWAP, 7, -1, 0, 0, 7));
        int msn = 1;
        for (Case c : all) {
            set(0xabcd);
            peer.raw.write(request(msn, c.operation(), c.data(), c.mask(), c.cmp(), c.cmpMask()));
            peer.steps(2);
            assertThat(get()).as("%s", c).isEqualTo(c.after());
            assertThat(original(msn - 1)).isEqualTo(0xabcd);
            msn++;
        }
    }

    @Test
    void answersComeInTheOrderOfTheRequestsReadsIncluded() {
        set(40);
        long address = memory.address() + 8;
        int key = (int) memory.key();
        peer.raw.write(
                Hex.text(Frames.readRequest(1, 0x700, 0, 8, key, address))
                        + Hex.text(request(2, ADD, 2, 0, 0, 0))
                        + Hex.text(Frames.readRequest(3, 0x700, 0, 8, key, address))
                        + Hex.text(request(4, ADD, 3, 0, 0, 0)));
        List<Frames.Frame> frames = peer.frames();
        assertThat(frames.stream().map(Frames.Frame::opcode))
                .containsExactly(
                        RdmapControl.READ_RESPONSE,
                        RdmapControl.ATOMIC_RESPONSE,
                        RdmapControl.READ_RESPONSE,
                        RdmapControl.ATOMIC_RESPONSE);
        // What a read sees is what stands between the operations.
        assertThat(frames.get(0).payload()[0]).isEqualTo((byte) 40);
        assertThat(original(1)).isEqualTo(40);
        assertThat(frames.get(2).payload()[0]).isEqualTo((byte) 42);
        assertThat(original(3)).isEqualTo(42);
        assertThat(frames.get(1).msn()).isEqualTo(1);
        assertThat(frames.get(3).msn()).isEqualTo(2);
        assertThat(get()).isEqualTo(45);
    }

    @Test
    void whatMayNotBeChanged() {
        record Bad(int operation, int stag, long address, TerminateCode code) {}
        ProtectionDomain domain = peer.host.adapter.createProtectionDomain();
        MemoryRegion foreign = domain.register(memory.segment(), Host.ATOMIC);
        Memory plain = peer.host.memory(64, Host.ALL);
        int key = (int) memory.key();
        long address = memory.address();
        List<Bad> all =
                List.of(
                        new Bad(ADD, key ^ 1, address, TerminateCode.RDMAP_INVALID_STAG),
                        new Bad(
                                ADD,
                                (int) foreign.remoteKey(),
                                foreign.remoteAddress(),
                                TerminateCode.RDMAP_STAG_NOT_ASSOCIATED),
                        new Bad(ADD, key, address + 64, TerminateCode.RDMAP_BASE_OR_BOUNDS),
                        new Bad(ADD, key, address - 8, TerminateCode.RDMAP_BASE_OR_BOUNDS),
                        new Bad(
                                COMPARE,
                                (int) plain.key(),
                                plain.address(),
                                TerminateCode.RDMAP_ACCESS_RIGHTS),
                        new Bad(SWAP, key, address + 4, TerminateCode.RDMAP_STREAM_CATASTROPHIC),
                        new Bad(3, key, address, TerminateCode.RDMAP_UNEXPECTED_OPCODE));
        for (Bad bad : all) {
            reconnect();
            set(5);
            // The one before it is still answered.
            peer.raw.write(
                    Hex.text(request(1, ADD, 1, 0, 0, 0))
                            + Hex.text(
                                    Frames.atomicRequest(
                                            2,
                                            bad.operation(),
                                            9,
                                            bad.stag(),
                                            bad.address(),
                                            1,
                                            -1,
                                            0,
                                            0)));
            peer.expectTerminate(bad.code());
            assertThat(peer.frames()).as("%s", bad).hasSize(2);
            assertThat(peer.frames().getFirst().opcode()).isEqualTo(RdmapControl.ATOMIC_RESPONSE);
            assertThat(get()).isEqualTo(6);
            // M and D are set, and the DDP header is that of the request.
            byte[] terminate = peer.frames().getLast().payload();
            assertThat(terminate[2] & 0xff).isEqualTo(0xc0);
            assertThat(terminate).hasSize(6 + 18);
        }
        assertThat(plain.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
    }

    @Test
    void memoryThatIsNotAlignedForTheCpu() {
        MemorySegment odd = peer.host.arena.allocate(64, 8).asSlice(4, 32);
        MemoryRegion zeroBased = peer.host.domain.registerZeroBased(odd, Host.ATOMIC);
        MemoryRegion usual = peer.host.domain.register(odd, Host.ATOMIC);
        // What is aligned for the peer is so for the CPU.
        assertThat(usual.remoteAddress() & 7).isEqualTo(4);
        peer.raw.write(
                Frames.atomicRequest(
                        1, ADD, 1, (int) usual.remoteKey(), usual.remoteAddress() + 4, 1, 0, 0, 0));
        peer.steps(2);
        assertThat(odd.get(ValueLayout.JAVA_LONG_UNALIGNED, 4)).isEqualTo(1);
        peer.raw.write(Frames.atomicRequest(2, ADD, 2, (int) zeroBased.remoteKey(), 8, 1, 0, 0, 0));
        peer.expectTerminate(TerminateCode.RDMAP_STREAM_CATASTROPHIC);
    }

    @Test
    void moreThanAgreedReadsIncluded() {
        StringBuilder all = new StringBuilder();
        for (int msn = 1; msn <= 4; msn += 2) {
            all.append(Hex.text(request(msn, ADD, 1, 0, 0, 0)));
            all.append(
                    Hex.text(
                            Frames.readRequest(
                                    msn + 1, 0x700, 0, 8, (int) memory.key(), memory.address())));
        }
        all.append(Hex.text(request(5, ADD, 1, 0, 0, 0)));
        peer.raw.write(all.toString());
        peer.expectTerminate(TerminateCode.DDP_UNTAGGED_NO_BUFFER);
        assertThat(peer.frames()).hasSize(5);
        assertThat(get()).isEqualTo(2);
    }

    @Test
    void aTargetThatGoesAwayBeforeItsTurn() {
        peer.raw.write(request(1, ADD, 1, 0, 0, 0));
        memory.region().close();
        peer.expectTerminate(TerminateCode.RDMAP_INVALID_STAG);
        assertThat(get()).isZero();
    }

    @Test
    void aWindowGivesTheRightToo() {
        MemoryWindow window = peer.host.adapter.createMemoryWindow(peer.host.domain, true);
        peer.pair.bind(window, memory, 8, 8, Privilege.REMOTE_ATOMIC.bit());
        int key = (int) window.remoteKey();
        peer.raw.write(Frames.atomicRequest(1, ADD, 1, key, memory.address() + 8, 3, 0, 0, 0));
        peer.steps(2);
        assertThat(get()).isEqualTo(3);
        peer.raw.write(Frames.atomicRequest(2, ADD, 2, key, memory.address(), 3, 0, 0, 0));
        peer.expectTerminate(TerminateCode.RDMAP_BASE_OR_BOUNDS);
        window.close();
    }

    // ---- asked for

    private long add(long value, long mask) {
        return peer.pair.post(peer.pair.add(memory, 16, 0xaabb_ccddL, 0x8000, value, mask));
    }

    @Test
    void anAddIsAskedForAsTheRfcHasIt() {
        long id = add(5, 0x80);
        assertThat(peer.frames()).hasSize(1);
        // Queue 1, MSN 1, MO 0; operation, identifier, tag, offset, data, mask, compare and its
        // mask.
        assertThat(Hex.text(peer.frames().getFirst().ulpdu()))
                .isEqualTo(
                        "414a"
                                + "00000000"
                                + "00000001"
                                + "00000001"
                                + "00000000"
                                + "00000000"
                                + "00000000"
                                + "aabbccdd"
                                + "0000000000008000"
                                + "0000000000000005"
                                + "0000000000000080"
                                + "0000000000000000"
                                + "0000000000000000");
        assertThat(peer.pair.sent).isEmpty();
        peer.raw.write(Frames.atomicResponse(1, 0, 0x0102_0304_0506_0708L));
        peer.steps(2);
        Pair.Done done = peer.pair.sent.remove();
        assertThat(done.id()).isEqualTo(id);
        assertThat(done.status()).isZero();
        assertThat(done.kind()).isEqualTo(OperationKind.FETCH_AND_ADD);
        assertThat(done.length()).isEqualTo(8);
        assertThat(memory.segment().get(ValueLayout.JAVA_LONG, 16))
                .isEqualTo(0x0102_0304_0506_0708L);
    }

    @Test
    void aCompareAndSwapIsAskedForAsTheRfcHasIt() {
        WorkRequest r = peer.pair.swap(memory, 16, 0xaabb_ccddL, 0x8000, 1, 2);
        r.compareOrFieldMask = 0xf0;
        r.swapMask = 0x0f;
        peer.pair.post(r);
        assertThat(Hex.text(peer.frames().getFirst().payload()))
                .isEqualTo(
                        "00000002"
                                + "00000000"
                                + "aabbccdd"
                                + "0000000000008000"
                                + "0000000000000002"
                                + "000000000000000f"
                                + "0000000000000001"
                                + "00000000000000f0");
    }

    @Test
    void requestsShareTheReadDepthAndTheFence() {
        Memory sink = peer.host.memory(8);
        add(1, 0);
        peer.pair.read(sink, 0, 8, 0x12300, 0);
        add(2, 0);
        peer.pair.read(sink, 0, 8, 0x12300, 0);
        add(3, 0);
        assertThat(peer.frames().stream().map(Frames.Frame::msn)).containsExactly(1, 2, 3, 4);
        peer.raw.write(Frames.atomicResponse(1, 0, 0));
        assertThat(peer.frames()).hasSize(5);
        assertThat(peer.frames().getLast().msn()).isEqualTo(5);
        WorkRequest fenced =
                peer.pair.prepare(
                        OperationKind.SEND, WorkRequest.SIGNALED | WorkRequest.FENCE, memory, 0, 4);
        peer.pair.post(fenced);
        assertThat(peer.frames()).hasSize(5);
        byte[] response =
                Frames.tagged(
                        RdmapControl.READ_RESPONSE,
                        true,
                        (int) sink.key(),
                        sink.address(),
                        new byte[8]);
        peer.raw.write(response);
        peer.raw.write(Frames.atomicResponse(2, 2, 0));
        peer.raw.write(response);
        assertThat(peer.frames()).hasSize(5);
        peer.raw.write(Frames.atomicResponse(3, 4, 0));
        assertThat(peer.frames()).hasSize(6);
        assertThat(peer.pair.sent).hasSize(6).allMatch(d -> d.status() == 0);
    }

    @Test
    void answersThatFitNoRequest() {
        record Bad(byte[] frame, TerminateCode code, boolean failsTheRequest) {}
        List<Bad> all =
                List.of(
                        new Bad(
                                Frames.atomicResponse(2, 0, 0),
                                TerminateCode.DDP_UNTAGGED_INVALID_MSN,
                                false),
                        new Bad(
                                Frames.atomicResponse(1, 77, 0),
                                TerminateCode.RDMAP_OPERATION_UNSPECIFIED,
                                true),
                        new Bad(
                                Frames.tagged(
                                        RdmapControl.READ_RESPONSE,
                                        true,
                                        (int) memory.key(),
                                        memory.address() + 16,
                                        new byte[8]),
                                TerminateCode.RDMAP_UNEXPECTED_OPCODE,
                                false));
        for (Bad bad : all) {
            reconnect();
            long id = add(1, 0);
            peer.raw.write(bad.frame());
            peer.expectTerminate(bad.code());
            if (bad.failsTheRequest()) {
                assertThat(peer.pair.sent.peek().id()).isEqualTo(id);
                assertThat(peer.pair.sent.peek().status())
                        .isEqualTo(CompletionStatus.BAD_RESPONSE.value());
            } else {
                assertThat(peer.pair.sent).isEmpty();
            }
            assertThat(memory.segment().get(ValueLayout.JAVA_LONG, 16)).isZero();
        }
    }

    @Test
    void anAnswerToNothing() {
        peer.raw.write(Frames.atomicResponse(1, 0, 0));
        peer.expectTerminate(TerminateCode.RDMAP_UNEXPECTED_OPCODE);
    }

    @Test
    void aSinkWhoseMemoryIsGone() {
        Memory gone;
        long id;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(8, 8);
            gone = new Memory(segment, peer.host.domain.register(segment, Host.ALL));
            id = peer.pair.post(peer.pair.add(gone, 0, 0x12300, 0, 1, 0));
        }
        peer.raw.write(Frames.atomicResponse(1, 0, 1));
        peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
        assertThat(peer.pair.sent.peek().id()).isEqualTo(id);
        assertThat(peer.pair.sent.peek().status())
                .isEqualTo(CompletionStatus.LOCAL_PROTECTION.value());
    }

    @Test
    void aRefusalFailsTheOldestRequest() {
        record Case(TerminateCode code, CompletionStatus status) {}
        for (Case c :
                List.of(
                        new Case(TerminateCode.RDMAP_ACCESS_RIGHTS, CompletionStatus.REMOTE_ACCESS),
                        new Case(
                                TerminateCode.RDMAP_STREAM_CATASTROPHIC,
                                CompletionStatus.REMOTE_RESPONDER),
                        new Case(
                                TerminateCode.RDMAP_UNEXPECTED_OPCODE,
                                CompletionStatus.REMOTE_RESPONDER))) {
            reconnect();
            long id = add(1, 0);
            peer.raw.write(Frames.terminateAbout(c.code(), peer.frames().getLast()));
            peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
            assertThat(peer.pair.sent.peek().id()).isEqualTo(id);
            assertThat(peer.pair.sent.peek().status()).isEqualTo(c.status().value());
        }
    }

    @Test
    void aPeerThatIsNotKnownToHaveThemIsNotAsked() {
        RawPeer other = new RawPeer().established();
        Memory m = other.host.memory(64, Host.ATOMIC);
        for (OperationKind kind :
                List.of(
                        OperationKind.FETCH_AND_ADD,
                        OperationKind.COMPARE_AND_SWAP,
                        OperationKind.WRITE_WITH_IMMEDIATE,
                        OperationKind.SEND_WITH_IMMEDIATE)) {
            WorkRequest r = other.pair.add(m, 0, 1, 0, 1, 0);
            r.kind = kind;
            assertThat(other.pair.qp.postSend(r)).isEqualTo(PostStatus.NOT_SUPPORTED);
        }
        assertThat(other.frames()).isEmpty();
        other.pair.qp.peerHasExtensions();
        other.pair.post(other.pair.add(m, 0, 1, 0, 1, 0));
        assertThat(other.frames()).hasSize(1);
        // The word of one peer is not that of the next.
        other.raw.finish();
        other.steps(2);
        other.pair.qp.flush();
        other.pair.qp.reset();
        other.host.listener.events.clear();
        other.frames().clear();
        other.established();
        assertThat(other.pair.qp.postSend(other.pair.add(m, 0, 1, 0, 1, 0)))
                .isEqualTo(PostStatus.NOT_SUPPORTED);
        other.close();
    }

    @Test
    void requestsOfTheWrongShapeAreRefused() {
        WorkRequest r = peer.pair.add(memory, 16, 1, 0, 1, 0);
        r.length[0] = 4;
        r.totalLength = 4;
        assertThat(peer.pair.qp.postSend(r)).isEqualTo(PostStatus.INVALID_ARGUMENT);
        r = peer.pair.add(memory, 16, 1, 0, 1, 0);
        r.segments = 0;
        assertThat(peer.pair.qp.postSend(r)).isEqualTo(PostStatus.INVALID_ARGUMENT);
        r = peer.pair.prepare(OperationKind.SEND_WITH_IMMEDIATE, 0, memory, 0, 4);
        assertThat(peer.pair.qp.postSend(r)).isEqualTo(PostStatus.NOT_SUPPORTED);
    }

    // ---- atomicity

    @Test
    void noAddIsLostAmongQueuePairsAndTheCpu() throws InterruptedException {
        int each = 2000;
        TransportAttributes known =
                TransportAttributes.NONE.with(IwarpAttributes.RFC_7306_PEER, true);
        try (Host a = new Host(known, System::nanoTime);
                Host b = new Host(known, System::nanoTime)) {
            Memory target = b.memory(64, Host.ATOMIC);
            Pair[] from = {a.pair(), a.pair()};
            Pair[] to = {b.pair(), b.pair()};
            Loop loop = new Loop(a, b);
            for (int i = 0; i < 2; i++) {
                loop.connect(from[i], to[i]);
            }
            VarHandle number = ValueLayout.JAVA_LONG.varHandle();
            Thread cpu =
                    new Thread(
                            () -> {
                                for (int i = 0; i < 100_000; i++) {
                                    number.getAndAdd(target.segment(), 0L, 1L);
                                }
                            });
            cpu.start();
            Memory result = a.memory(64);
            int[] posted = new int[2];
            loop.until(
                    "all adds",
                    () -> {
                        for (int i = 0; i < 2; i++) {
                            while (posted[i] < each && posted[i] - from[i].sent.size() < 16) {
                                WorkRequest r =
                                        from[i].add(
                                                result,
                                                8L * i,
                                                target.key(),
                                                target.address(),
                                                1,
                                                0);
                                from[i].post(r);
                                posted[i]++;
                            }
                        }
                        return from[0].sent.size() == each && from[1].sent.size() == each;
                    });
            cpu.join();
            assertThat((long) number.getVolatile(target.segment(), 0L))
                    .isEqualTo(100_000 + 2L * each);
            for (int i = 0; i < 2; i++) {
                from[i].close();
                to[i].close();
            }
        }
    }
}
