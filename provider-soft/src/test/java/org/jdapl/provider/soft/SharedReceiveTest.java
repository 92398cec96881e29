package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.Privilege;
import org.jdapl.api.data.SharedReceiveQueueAttributes;
import org.jdapl.provider.soft.testkit.Frames;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.provider.soft.testkit.RawPeer;
import org.jdapl.provider.soft.wire.RdmapControl;
import org.jdapl.provider.soft.wire.TerminateCode;
import org.jdapl.spi.MemoryWindow;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SharedReceiveQueue;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two queue pairs that share their receives; the test plays both peers. */
class SharedReceiveTest {

    private final RawPeer host = new RawPeer();
    private final WorkRequest request = new WorkRequest(2);
    private Memory memory;
    private SharedReceiveQueue queue;
    private RawPeer a;
    private RawPeer b;

    @BeforeEach
    void connect() {
        memory = host.host.memory(1000);
        queue =
                host.host.adapter.createSharedReceiveQueue(
                        host.host.domain, SharedReceiveQueueAttributes.of(4, 2), "srq");
        a = new RawPeer(host, host.host.pair(queue)).established();
        b = new RawPeer(host, host.host.pair(queue)).established();
    }

    @AfterEach
    void close() {
        a.pair.close();
        b.pair.close();
        queue.close();
        host.close();
    }

    /** Posts a receive of ten bytes; its id tells where they are. */
    private int tryReceive(int id) {
        request.id = id;
        request.kind = OperationKind.RECEIVE;
        request.segments = 2;
        request.region[0] = memory.region();
        request.region[1] = memory.region();
        request.offset[0] = id * 10L;
        request.offset[1] = id * 10L + 3;
        request.length[0] = 3;
        request.length[1] = 7;
        request.totalLength = 10;
        return queue.postReceive(request);
    }

    private void receive(int id) {
        assertThat(tryReceive(id)).isEqualTo(PostStatus.OK);
    }

    private static byte[] part(int msn, boolean last, int offset, int... bytes) {
        byte[] payload = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            payload[i] = (byte) bytes[i];
        }
        return Frames.untagged(RdmapControl.SEND, last, 0, 0, msn, offset, payload);
    }

    private int at(int index) {
        return memory.segment().get(ValueLayout.JAVA_BYTE, index);
    }

    private static List<Long> ids(Pair pair) {
        return pair.received.stream().map(Pair.Done::id).toList();
    }

    @Test
    void receivesGoToMessagesInTheOrderOfTheirFirstSegments() {
        receive(1);
        receive(2);
        receive(3);
        a.raw.write(part(1, false, 0, 11, 12));
        host.steps(2);
        b.raw.write(part(1, true, 0, 21, 22, 23, 24));
        host.steps(2);
        a.raw.write(part(1, true, 2, 13, 14));
        a.raw.write(part(2, true, 0, 31));
        host.steps(2);
        assertThat(ids(b.pair)).containsExactly(2L);
        assertThat(ids(a.pair)).containsExactly(1L, 3L);
        assertThat(a.pair.received.peek().length()).isEqualTo(4);
        assertThat(a.pair.received.peek().kind()).isEqualTo(OperationKind.RECEIVE);
        assertThat(List.of(at(10), at(11), at(12), at(13))).containsExactly(11, 12, 13, 14);
        assertThat(List.of(at(20), at(23), at(24))).containsExactly(21, 24, 0);
        assertThat(at(30)).isEqualTo(31);
        assertThat(host.host.listener.taken).containsExactly(a.pair, b.pair, a.pair);
    }

    @Test
    void anEmptyQueueEndsOneConnectionOnly() {
        a.raw.write(part(1, true, 0, 1));
        a.expectTerminate(TerminateCode.DDP_UNTAGGED_NO_BUFFER);
        assertThat(a.pair.received).isEmpty();
        receive(1);
        b.raw.write(part(1, true, 0, 1));
        host.steps(2);
        assertThat(ids(b.pair)).containsExactly(1L);
        assertThat(b.pair.events()).containsExactly("established");
    }

    @Test
    void aTakenReceiveIsFlushedOnceAndNoOther() {
        receive(1);
        receive(2);
        a.raw.write(part(1, false, 0, 11, 12));
        host.steps(2);
        assertThat(a.pair.received).isEmpty();
        assertThat(a.pair.qp.flush()).isZero();
        a.pair.poll();
        assertThat(a.pair.received).hasSize(1);
        Pair.Done done = a.pair.received.peek();
        assertThat(done.id()).isEqualTo(1);
        assertThat(done.status()).isEqualTo(CompletionStatus.FLUSHED.value());
        assertThat(done.kind()).isEqualTo(OperationKind.RECEIVE);
        assertThat(done.length()).isZero();
        assertThat(a.pair.qp.flush()).isZero();
        a.pair.qp.close();
        host.steps(2);
        assertThat(a.pair.received).hasSize(1);
        b.raw.write(part(1, true, 0, 21));
        host.steps(2);
        assertThat(ids(b.pair)).containsExactly(2L);
        assertThat(at(20)).isEqualTo(21);
        assertThat(at(10)).isEqualTo(11);
    }

    @Test
    void aFlushTellsWhoArmedTheQueue() {
        receive(1);
        a.raw.write(part(1, false, 0, 11));
        host.steps(2);
        a.pair.receives.arm(false);
        int before = host.host.listener.completionsReady.get();
        assertThat(a.pair.qp.flush()).isZero();
        host.steps(1);
        assertThat(host.host.listener.completionsReady.get()).isEqualTo(before + 1);
    }

    @Test
    void aTakenReceiveIsFlushedAfterTheConnectionBroke() {
        receive(1);
        a.raw.write(part(1, false, 0, 11));
        host.steps(2);
        a.raw.finish();
        host.loop.until("broken", () -> a.pair.events().contains("broken"));
        assertThat(a.pair.received).isEmpty();
        assertThat(a.pair.qp.flush()).isZero();
        a.pair.poll();
        assertThat(ids(a.pair)).containsExactly(1L);
    }

    @Test
    void aFailedReceiveIsNotFlushedToo() {
        receive(1);
        receive(2);
        a.raw.write(part(1, true, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        a.expectTerminate(TerminateCode.DDP_UNTAGGED_TOO_LONG);
        assertThat(a.pair.qp.flush()).isZero();
        a.pair.poll();
        assertThat(ids(a.pair)).containsExactly(1L);
        assertThat(a.pair.received.peek().status())
                .isEqualTo(CompletionStatus.LOCAL_LENGTH.value());
    }

    @Test
    void immediateDataTakesASharedReceive() {
        receive(1);
        b.raw.write(Frames.immediate(1, false, 77));
        host.steps(2);
        assertThat(ids(b.pair)).containsExactly(1L);
        assertThat(b.pair.received.peek().immediate()).isEqualTo(77);
        assertThat(host.host.listener.taken).containsExactly(b.pair);
    }

    @Test
    void anInvalidatingSendCompletesWithItsKey() {
        Memory other = host.host.memory(8);
        MemoryWindow window = host.host.adapter.createMemoryWindow(host.host.domain, false);
        long _ = a.pair.bind(window, other, 0, 8, Privilege.REMOTE_READ.bit());
        a.pair.poll();
        long key = window.remoteKey();
        receive(1);
        a.raw.write(
                Frames.untagged(
                        RdmapControl.SEND_INVALIDATE, true, (int) key, 0, 1, 0, new byte[1]));
        host.steps(2);
        assertThat(a.pair.received.peek().key()).isEqualTo(key);
        window.close();
    }

    @Test
    void aQueuePairHasNoReceivesOfItsOwn() {
        request.segments = 0;
        request.kind = OperationKind.RECEIVE;
        assertThat(a.pair.qp.postReceive(request)).isEqualTo(PostStatus.INVALID_STATE);
    }

    @Test
    void theSizeIsTheLimitOfWhatIsPosted() {
        for (int id = 1; id <= 4; id++) {
            receive(id);
        }
        assertThat(tryReceive(5)).isEqualTo(PostStatus.QUEUE_FULL);
        a.raw.write(part(1, false, 0, 1));
        host.steps(2);
        assertThat(tryReceive(5)).isEqualTo(PostStatus.OK);
        assertThat(tryReceive(6)).isEqualTo(PostStatus.QUEUE_FULL);
    }

    @Test
    void resizingKeepsWhatIsPostedInOrder() {
        for (int id = 1; id <= 4; id++) {
            receive(id);
        }
        a.raw.write(part(1, true, 0, 1));
        host.steps(2);
        assertThatThrownBy(() -> queue.resize(2)).isInstanceOf(ProviderException.class);
        queue.resize(9);
        for (int id = 5; id <= 10; id++) {
            receive(id);
        }
        assertThat(tryReceive(11)).isEqualTo(PostStatus.QUEUE_FULL);
        for (int msn = 2; msn <= 8; msn++) {
            a.raw.write(part(msn, true, 0, msn));
        }
        host.steps(2);
        queue.resize(2);
        assertThat(tryReceive(11)).isEqualTo(PostStatus.QUEUE_FULL);
        a.raw.write(part(9, true, 0, 9));
        a.raw.write(part(10, true, 0, 10));
        host.steps(2);
        assertThat(ids(a.pair)).containsExactly(1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
        assertThat(at(100)).isEqualTo(10);
        assertThat(at(102)).isZero();
    }

    @Test
    void resizingKeepsAllSegments() {
        receive(1);
        queue.resize(100);
        a.raw.write(part(1, true, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
        host.steps(2);
        assertThat(a.pair.received.peek().length()).isEqualTo(10);
        assertThat(at(19)).isEqualTo(10);
    }

    @Test
    void theWatermarkIsRaisedOnceWhenItIsPassed() {
        for (int id = 1; id <= 4; id++) {
            receive(id);
        }
        queue.armLowWatermark(3);
        a.raw.write(part(1, true, 0, 1));
        host.steps(2);
        assertThat(host.host.listener.lowWatermarks).isEmpty();
        // It is the taking that counts, not the end of the message.
        b.raw.write(part(1, false, 0, 1));
        host.steps(2);
        assertThat(host.host.listener.lowWatermarks).containsExactly("srq");
        a.raw.write(part(2, true, 0, 1));
        host.steps(2);
        assertThat(host.host.listener.lowWatermarks).hasSize(1);
    }

    @Test
    void aWatermarkThatIsPassedAlreadyIsRaisedAtOnceByTheDriver() {
        receive(1);
        queue.armLowWatermark(1);
        host.steps(1);
        assertThat(host.host.listener.lowWatermarks).isEmpty();
        queue.armLowWatermark(2);
        assertThat(host.host.listener.lowWatermarks).isEmpty();
        host.steps(1);
        assertThat(host.host.listener.lowWatermarks).containsExactly("srq");
        a.raw.write(part(1, true, 0, 1));
        host.steps(2);
        assertThat(host.host.listener.lowWatermarks).hasSize(1);
    }

    @Test
    void aNewWatermarkTakesThePlaceOfTheOldOne() {
        receive(1);
        receive(2);
        queue.armLowWatermark(2);
        queue.armLowWatermark(0);
        a.raw.write(part(1, true, 0, 1));
        a.raw.write(part(2, true, 0, 1));
        host.steps(2);
        assertThat(a.pair.received).hasSize(2);
        assertThat(host.host.listener.lowWatermarks).isEmpty();
    }
}
