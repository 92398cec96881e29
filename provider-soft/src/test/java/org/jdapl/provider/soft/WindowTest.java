package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.ReadRequestHeader;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.ProtectionDomain;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Memory windows and regions that start at zero; the test plays the peer. */
class WindowTest {

    private static final int WRITE = Privilege.REMOTE_WRITE.bit();
    private static final int READ = Privilege.REMOTE_READ.bit();
    private static final int LOCAL = Privilege.LOCAL_READ.bit() | Privilege.LOCAL_WRITE.bit();

    private RawPeer peer;
    private Memory memory;
    private MemoryWindow window;

    @BeforeEach
    void connect() {
        peer = new RawPeer().established();
        memory = peer.host.memory(100, LOCAL);
        window = window(false);
    }

    @AfterEach
    void close() {
        window.close();
        peer.close();
    }

    private MemoryWindow window(boolean endpointScope) {
        return peer.host.adapter.createMemoryWindow(peer.host.domain, endpointScope);
    }

    /** Binds bytes 10 to 29. */
    private int bind(int rights) {
        return bind(peer.pair, window, rights);
    }

    private int bind(Pair through, MemoryWindow w, int rights) {
        int before = through.sent.size();
        long id = through.bind(w, memory, 10, 20, rights);
        through.poll();
        assertThat(through.sent).hasSize(before + 1);
        Pair.Done done = through.sent.getLast();
        assertThat(done.id()).isEqualTo(id);
        assertThat(done.status()).isZero();
        assertThat(done.kind()).isEqualTo(OperationKind.BIND);
        assertThat(w.remoteKey()).isNotZero();
        return (int) w.remoteKey();
    }

    private void write(int key, int at) {
        write(peer, key, memory.address() + at);
    }

    private static void write(RawPeer by, int key, long address) {
        by.raw.write(Frames.write(key, address, new byte[] {1, 2, 3, 4}));
    }

    private byte at(int index) {
        return memory.segment().get(ValueLayout.JAVA_BYTE, index);
    }

    @Test
    void aBoundWindowGivesItsBytesAndNoOthers() {
        int key = bind(WRITE);
        write(key, 10);
        write(key, 26);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        assertThat(at(29)).isEqualTo((byte) 4);
        write(key, 27);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
        assertThat(at(27)).isEqualTo((byte) 2);
    }

    @Test
    void aWriteBeforeTheWindow() {
        write(bind(WRITE), 9);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
        assertThat(at(10)).isZero();
    }

    @Test
    void theRightsAreTheWindows() {
        int key = bind(READ);
        peer.raw.write(Frames.readRequest(1, 0x700, 0, 4, key, memory.address() + 12));
        assertThat(peer.frames()).hasSize(1);
        assertThat(peer.frames().getFirst().payload()).hasSize(4);
        write(key, 10);
        peer.expectTerminate(TerminateCode.RDMAP_ACCESS_RIGHTS);
    }

    @Test
    void aReadWithoutTheRight() {
        int key = bind(WRITE);
        peer.raw.write(Frames.readRequest(1, 0x700, 0, 4, key, memory.address() + 12));
        peer.expectTerminate(TerminateCode.RDMAP_ACCESS_RIGHTS);
    }

    @Test
    void eachBindHasAKeyOfItsOwnAndEndsTheOneBefore() {
        Set<Long> keys = new HashSet<>();
        int first = bind(WRITE);
        keys.add(window.remoteKey());
        for (int i = 0; i < 1000; i++) {
            bind(WRITE);
            assertThat(keys.add(window.remoteKey())).isTrue();
        }
        write((int) window.remoteKey(), 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        write(first, 14);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
        assertThat(at(14)).isZero();
    }

    @Test
    void unbindingEndsTheKey() {
        int key = bind(WRITE);
        peer.pair.bind(window, null, 0, 0, 0);
        assertThat(window.remoteKey()).isZero();
        peer.pair.poll();
        assertThat(peer.pair.sent.getLast().status()).isZero();
        write(key, 10);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void closingEndsTheKey() {
        int key = bind(WRITE);
        window.close();
        write(key, 10);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void thePeerCanInvalidateAWindow() {
        int key = bind(WRITE);
        invalidate(key, 1);
        Pair.Done done = peer.pair.received.remove();
        assertThat(done.kind()).isEqualTo(OperationKind.RECEIVE_WITH_INVALIDATE);
        assertThat(done.key()).isEqualTo(Integer.toUnsignedLong(key));
        assertThat(window.remoteKey()).isZero();
        int next = bind(WRITE);
        write(next, 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        write(key, 10);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void anInvalidatedWindowCannotBeInvalidatedAgain() {
        int key = bind(WRITE);
        invalidate(key, 1);
        invalidate(key, 2);
        peer.expectTerminate(TerminateCode.RDMAP_CANNOT_INVALIDATE);
    }

    private void invalidate(int key, int msn) {
        peer.pair.receive(memory, 90, 4);
        peer.raw.write(
                Frames.untagged(RdmapControl.SEND_INVALIDATE, true, key, 0, msn, 0, new byte[0]));
        peer.steps(2);
    }

    @Test
    void aSendBehindABindCarriesItsKey() {
        peer.pair.bind(window, memory, 10, 20, WRITE);
        long key = window.remoteKey();
        memory.segment().set(ValueLayout.JAVA_INT, 0, (int) key);
        peer.pair.send(memory, 0, 4);
        assertThat(peer.frames()).hasSize(1);
        write((int) key, 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
    }

    @Test
    void aBindTakesItsTurnBehindTheRequestsBeforeIt() {
        Memory sink = peer.host.memory(10);
        peer.pair.read(sink, 0, 8, 0x12300, 0);
        WorkRequest fenced =
                peer.pair.prepare(
                        OperationKind.BIND,
                        WorkRequest.SIGNALED | WorkRequest.FENCE,
                        memory,
                        10,
                        20);
        fenced.window = window;
        fenced.windowPrivileges = WRITE;
        peer.pair.post(fenced);
        peer.pair.send(memory, 0, 4);
        int key = (int) window.remoteKey();
        assertThat(key).isNotZero();
        assertThat(peer.frames()).hasSize(1);
        assertThat(peer.pair.sent).isEmpty();
        peer.raw.write(
                Frames.tagged(
                        RdmapControl.READ_RESPONSE,
                        true,
                        (int) sink.key(),
                        sink.address(),
                        new byte[8]));
        assertThat(peer.frames()).hasSize(2);
        assertThat(peer.pair.sent.stream().map(Pair.Done::kind))
                .containsExactly(OperationKind.RDMA_READ, OperationKind.BIND, OperationKind.SEND);
        write(key, 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
    }

    @Test
    void aBindThatIsFlushedLeavesTheWindowAsItWas() {
        RawPeer other = new RawPeer(peer, peer.host.pair()).established();
        int key = bind(other.pair, window, WRITE);
        peer.pair.read(peer.host.memory(10), 0, 8, 0x12300, 0);
        WorkRequest fenced =
                peer.pair.prepare(OperationKind.BIND, WorkRequest.FENCE, memory, 0, 100);
        fenced.window = window;
        fenced.windowPrivileges = READ;
        peer.pair.post(fenced);
        int never = (int) window.remoteKey();
        assertThat(never).isNotEqualTo(key);
        peer.pair.qp.flush();
        assertThat((int) window.remoteKey()).isEqualTo(key);
        write(other, key, memory.address() + 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        write(other, never, memory.address() + 10);
        other.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
        other.pair.close();
    }

    @Test
    void aWindowOfTheDomainIsForAllQueuePairsOfTheDomain() {
        int key = bind(WRITE);
        RawPeer other = new RawPeer(peer, peer.host.pair()).established();
        write(other, key, memory.address() + 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        ProtectionDomain domain = peer.host.adapter.createProtectionDomain();
        RawPeer stranger = new RawPeer(peer, peer.host.pair(domain)).established();
        write(stranger, key, memory.address() + 14);
        stranger.expectTerminate(TerminateCode.DDP_TAGGED_STAG_NOT_ASSOCIATED);
        assertThat(at(14)).isZero();
        other.pair.close();
        stranger.pair.close();
    }

    @Test
    void aWindowOfAQueuePairIsForItAlone() {
        MemoryWindow own = window(true);
        int key = bind(peer.pair, own, WRITE | READ);
        write(key, 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        RawPeer writer = new RawPeer(peer, peer.host.pair()).established();
        write(writer, key, memory.address() + 14);
        writer.expectTerminate(TerminateCode.DDP_TAGGED_STAG_NOT_ASSOCIATED);
        RawPeer reader = new RawPeer(peer, peer.host.pair()).established();
        reader.raw.write(Frames.readRequest(1, 0x700, 0, 4, key, memory.address() + 12));
        reader.expectTerminate(TerminateCode.RDMAP_STAG_NOT_ASSOCIATED);
        RawPeer invalidator = new RawPeer(peer, peer.host.pair()).established();
        invalidator.pair.receive(memory, 90, 4);
        invalidator.raw.write(
                Frames.untagged(RdmapControl.SEND_INVALIDATE, true, key, 0, 1, 0, new byte[0]));
        invalidator.expectTerminate(TerminateCode.RDMAP_CANNOT_INVALIDATE);
        assertThat((int) own.remoteKey()).isEqualTo(key);
        write(key, 18);
        peer.steps(2);
        assertThat(at(18)).isEqualTo((byte) 1);
        own.close();
        writer.pair.close();
        reader.pair.close();
        invalidator.pair.close();
    }

    @Test
    void aWindowOfAQueuePairDoesNotOutliveItsConnection() {
        MemoryWindow own = window(true);
        int key = bind(peer.pair, own, WRITE);
        peer.raw.finish();
        peer.steps(2);
        peer.pair.qp.flush();
        peer.pair.qp.reset();
        peer.host.listener.events.clear();
        peer.established();
        write(key, 10);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_STAG_NOT_ASSOCIATED);
        own.close();
    }

    @Test
    void aBindToAClosedRegionFails() {
        Memory gone = peer.host.memory(10);
        gone.region().close();
        long id = peer.pair.bind(window, gone, 0, 10, WRITE);
        peer.expectTerminate(TerminateCode.RDMAP_LOCAL_CATASTROPHIC);
        Pair.Done done = peer.pair.sent.remove();
        assertThat(done.id()).isEqualTo(id);
        assertThat(done.status()).isEqualTo(CompletionStatus.RMR_OPERATION_FAILED.value());
    }

    @Test
    void aBindWithoutAWindowIsRefused() {
        WorkRequest r = peer.pair.prepare(OperationKind.BIND, 0, memory, 0, 10);
        assertThat(peer.pair.qp.postSend(r)).isEqualTo(PostStatus.INVALID_ARGUMENT);
    }

    // ---- reads whose sink is named by a window

    private long readToWindow(int offset, int length) {
        WorkRequest r =
                peer.pair.prepare(
                        OperationKind.RDMA_READ, WorkRequest.SIGNALED, memory, offset, length);
        r.remoteKey = 0x12300;
        r.window = window;
        return peer.pair.post(r);
    }

    private void respond(int key, int at) {
        peer.raw.write(
                Frames.tagged(
                        RdmapControl.READ_RESPONSE,
                        true,
                        key,
                        memory.address() + at,
                        new byte[] {5, 6, 7, 8}));
    }

    @Test
    void aReadToAWindowNamesItsKeyOnTheWire() {
        int key = bind(WRITE);
        peer.pair.sent.clear();
        long id = readToWindow(12, 4);
        byte[] header = peer.frames().getFirst().payload();
        var segment = java.lang.foreign.MemorySegment.ofArray(header);
        assertThat(ReadRequestHeader.sinkStag(segment, 0)).isEqualTo(key);
        assertThat(ReadRequestHeader.sinkTaggedOffset(segment, 0)).isEqualTo(memory.address() + 12);
        respond(key, 12);
        peer.steps(2);
        assertThat(at(12)).isEqualTo((byte) 5);
        assertThat(peer.pair.sent.remove().id()).isEqualTo(id);
    }

    @Test
    void anUnbindWaitsForTheReadBeforeIt() {
        int key = bind(WRITE);
        peer.pair.sent.clear();
        long id = readToWindow(12, 4);
        long unbind = peer.pair.bind(window, null, 0, 0, 0);
        peer.steps(2);
        assertThat(peer.pair.sent).isEmpty();
        respond(key, 12);
        peer.steps(2);
        assertThat(at(12)).isEqualTo((byte) 5);
        assertThat(peer.pair.sent.stream().map(Pair.Done::id)).containsExactly(id, unbind);
        write(key, 12);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
    }

    @Test
    void aReadToAWindowThatIsClosedMeanwhileFails() {
        int key = bind(WRITE);
        peer.pair.sent.clear();
        long id = readToWindow(12, 4);
        window.close();
        respond(key, 12);
        peer.loop.until("broken", () -> peer.pair.events().contains("broken"));
        assertThat(at(12)).isZero();
        assertThat(peer.pair.sent.peek().id()).isEqualTo(id);
        assertThat(peer.pair.sent.peek().status())
                .isEqualTo(CompletionStatus.LOCAL_PROTECTION.value());
    }

    @Test
    void aReadBehindTheEndOfItsWindowFails() {
        bind(WRITE);
        peer.pair.sent.clear();
        readToWindow(28, 4);
        peer.expectTerminate(TerminateCode.RDMAP_LOCAL_CATASTROPHIC);
        assertThat(peer.pair.sent.remove().status())
                .isEqualTo(CompletionStatus.LOCAL_PROTECTION.value());
    }

    @Test
    void aResponseThatNamesTheRegionInsteadOfTheWindow() {
        memory = peer.host.memory(100);
        bind(WRITE);
        peer.pair.sent.clear();
        readToWindow(12, 4);
        respond((int) memory.key(), 12);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_INVALID_STAG);
        assertThat(at(12)).isZero();
    }

    // ---- regions that start at zero

    @Test
    void aZeroBasedRegionStartsAtZero() {
        MemoryRegion region = peer.host.domain.registerZeroBased(memory.segment(), Host.ALL);
        assertThat(region.remoteAddress()).isZero();
        write(peer, (int) region.remoteKey(), 0);
        write(peer, (int) region.remoteKey(), 96);
        peer.steps(2);
        assertThat(at(0)).isEqualTo((byte) 1);
        assertThat(at(99)).isEqualTo((byte) 4);
        write(peer, (int) region.remoteKey(), 97);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
    }

    @Test
    void aWindowOverAZeroBasedRegionKeepsItsAddresses() {
        MemoryRegion region = peer.host.domain.registerZeroBased(memory.segment(), LOCAL);
        peer.pair.bind(window, new Memory(memory.segment(), region), 10, 20, WRITE);
        write(peer, (int) window.remoteKey(), 10);
        peer.steps(2);
        assertThat(at(10)).isEqualTo((byte) 1);
        write(peer, (int) window.remoteKey(), 0);
        peer.expectTerminate(TerminateCode.DDP_TAGGED_BASE_OR_BOUNDS);
        assertThat(at(0)).isZero();
    }
}
