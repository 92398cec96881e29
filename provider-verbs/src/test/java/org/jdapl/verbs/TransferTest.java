package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What work requests say to the driver, and completions to the program, by what really moves. */
class TransferTest {
    private Loopback loop;

    @BeforeEach
    void open() {
        loop = Loopback.open();
    }

    @AfterEach
    void close() {
        loop.close();
    }

    @Test
    void shouldSendIntoAReceiveWithImmediateData() {
        loop.put(0, "to the right");
        assertThat(loop.right.postReceive(loop.receive(7, 1024, 64), 0, 1)).isZero();
        SendWorkRequests send = loop.request(SendOpcode.SEND_WITH_IMM, 0, 13);
        send.wrId(0, -5);
        send.immediate(0, 0x01020304);

        assertThat(loop.left.postSend(send, 0, 1)).isZero();

        WorkCompletions got = loop.take(2);
        assertThat(got.wrId(0)).isEqualTo(7);
        assertThat(got.statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(got.opcodeOf(0)).isEqualTo(CompletionOpcode.RECV);
        assertThat(got.byteLength(0)).isEqualTo(13);
        assertThat(got.flags(0)).isEqualTo(WorkCompletions.WITH_IMM);
        assertThat(got.immediate(0)).isEqualTo(0x01020304);
        assertThat(got.queuePairNumber(0)).isEqualTo(loop.right.number());
        assertThat(got.wrId(1)).isEqualTo(-5);
        assertThat(got.opcodeOf(1)).isEqualTo(CompletionOpcode.SEND);
        assertThat(got.queuePairNumber(1)).isEqualTo(loop.left.number());
        assertThat(loop.text(1024)).isEqualTo("to the right");
    }

    @Test
    void shouldWriteReadAndCountInRemoteMemory() {
        MemoryRegion region = loop.region;
        loop.put(0, "written");
        SendWorkRequests write = loop.request(SendOpcode.RDMA_WRITE, 0, 8);
        write.remote(0, region.address() + 100, region.rkey());
        SendWorkRequests read = loop.request(SendOpcode.RDMA_READ, 200, 8);
        read.remote(0, region.address() + 100, region.rkey());
        loop.word(304, 40);
        SendWorkRequests add = loop.request(SendOpcode.ATOMIC_FETCH_AND_ADD, 400, 8);
        add.atomic(0, region.address() + 304, region.rkey(), 2, 0);
        SendWorkRequests swap = loop.request(SendOpcode.ATOMIC_CMP_AND_SWP, 408, 8);
        swap.atomic(0, region.address() + 304, region.rkey(), 42, 99);

        for (SendWorkRequests each : new SendWorkRequests[] {write, read, add, swap}) {
            assertThat(loop.left.postSend(each, 0, 1)).isZero();
        }

        WorkCompletions done = loop.take(4);
        assertThat(done.opcodeOf(0)).isEqualTo(CompletionOpcode.RDMA_WRITE);
        assertThat(done.opcodeOf(1)).isEqualTo(CompletionOpcode.RDMA_READ);
        assertThat(done.opcodeOf(2)).isEqualTo(CompletionOpcode.FETCH_ADD);
        assertThat(done.opcodeOf(3)).isEqualTo(CompletionOpcode.COMP_SWAP);
        assertThat(loop.text(100)).isEqualTo("written");
        assertThat(loop.text(200)).isEqualTo("written");
        assertThat(loop.word(400)).isEqualTo(40);
        assertThat(loop.word(408)).isEqualTo(42);
        assertThat(loop.word(304)).isEqualTo(99);
    }

    @Test
    void shouldCarryInlineDataThatNoRegionCovers() {
        byte[] data = "inline".getBytes(StandardCharsets.US_ASCII);
        SendWorkRequests write = loop.request(SendOpcode.RDMA_WRITE, 0, 0);
        write.inline(0, MemorySegment.ofArray(data));
        write.remote(0, loop.region.address() + 64, loop.region.rkey());

        assertThat(loop.left.postSend(write, 0, 1)).isZero();

        assertThat(loop.take(1).statusOf(0)).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(loop.text(64)).isEqualTo("inline");
    }

    @Test
    void shouldPostARangeOfAListAndGatherItsElements() {
        SendWorkRequests writes = SendWorkRequests.allocate(4, 2);
        for (int i = 0; i < 4; i++) {
            loop.put(i * 16, "ab" + i);
            writes.wrId(i, 100 + i);
            writes.opcode(i, SendOpcode.RDMA_WRITE);
            writes.flags(i, SendFlags.SIGNALED);
            writes.element(i, 0, loop.region, i * 16L, 2);
            writes.element(i, 1, loop.region, i * 16L + 2, 2);
            writes.remote(i, loop.region.address() + 512 + i * 16L, loop.region.rkey());
        }

        assertThat(loop.left.postSend(writes, 1, 2)).isZero();

        WorkCompletions done = loop.take(2);
        assertThat(done.wrId(0)).isEqualTo(101);
        assertThat(done.wrId(1)).isEqualTo(102);
        assertThat(loop.text(512)).isEmpty();
        assertThat(loop.text(528)).isEqualTo("ab1");
        assertThat(loop.text(544)).isEqualTo("ab2");
        assertThat(writes.refused()).isEqualTo(-1);

        assertThat(loop.left.postSend(writes, 0, 4)).isZero();
        assertThat(loop.take(4).wrId(3)).isEqualTo(103);
        assertThat(loop.text(512)).isEqualTo("ab0");
    }

    @Test
    void shouldSayWhichOfAListWasTheFirstThatDidNotFit() {
        SendWorkRequests list = SendWorkRequests.allocate(40, 1);
        for (int i = 0; i < 40; i++) {
            list.opcode(i, SendOpcode.RDMA_WRITE);
            list.flags(i, SendFlags.SIGNALED);
        }

        assertThat(loop.left.postSend(list, 0, 40)).isEqualTo(QueuePair.QUEUE_FULL);
        assertThat(list.refused()).isEqualTo(32);
        assertThat(loop.take(16).statusOf(15)).isEqualTo(CompletionStatus.SUCCESS);
        assertThat(loop.left.postSend(list, 32, 8)).isZero();
        assertThat(list.refused()).isEqualTo(-1);

        ReceiveWorkRequests receives = ReceiveWorkRequests.allocate(40, 1);
        assertThat(loop.right.postReceive(receives, 4, 36)).isEqualTo(QueuePair.QUEUE_FULL);
        assertThat(receives.refused()).isEqualTo(36);
    }

    @Test
    void shouldTellAnErrorAndFlushWhatIsBehindIt() {
        loop.right.postReceive(loop.receive(7, 1024, 64), 0, 1);
        SendWorkRequests list = SendWorkRequests.allocate(3, 1);
        for (int i = 0; i < 3; i++) {
            list.wrId(i, i);
            list.opcode(i, SendOpcode.RDMA_WRITE);
            list.element(i, 0, loop.region, 0, 8);
            list.remote(i, loop.region.address(), loop.region.rkey() + (i == 1 ? 0x100 : 0));
        }

        assertThat(loop.left.postSend(list, 0, 3)).isZero();

        WorkCompletions failed = loop.take(3);
        assertThat(failed.wrId(0)).isEqualTo(7);
        assertThat(failed.statusOf(0)).isEqualTo(CompletionStatus.WR_FLUSH_ERR);
        assertThat(failed.wrId(1)).isEqualTo(1);
        assertThat(failed.statusOf(1)).isEqualTo(CompletionStatus.REM_ACCESS_ERR);
        assertThat(failed.vendorError(1)).isEqualTo(0x10a);
        assertThat(failed.wrId(2)).isEqualTo(2);
        assertThat(failed.statusOf(2)).isEqualTo(CompletionStatus.WR_FLUSH_ERR);
        assertThat(loop.left.query().state()).isEqualTo(QueuePairState.ERR);
        AsyncEvent event = loop.context.awaitAsyncEvent(Loopback.soon()).orElseThrow();
        assertThat(event.type()).isEqualTo(AsyncEventType.QP_ACCESS_ERR);
        assertThat(event.element()).isSameAs(loop.right);
    }

    @Test
    void shouldRefuseSendsBeforeTheQueuePairIsReady() {
        QueuePair fresh =
                QueuePair.create(
                        loop.domain,
                        QueuePairOptions.of(
                                QueuePairType.RC, loop.queue, QueuePairCapacities.of(4, 4)));

        assertThat(fresh.postSend(loop.request(SendOpcode.SEND, 0, 8), 0, 1)).isEqualTo(-22);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(
                        () -> fresh.modify(QueuePairAttributes.of(QueuePairState.RTS).sendPsn(0)))
                .matches(e -> e.error() == VerbsError.INVALID_ARGUMENT)
                .matches(e -> e.call().equals("ibv_modify_qp"));
        assertThat(fresh.query().state()).isEqualTo(QueuePairState.RESET);
    }

    @Test
    void shouldWakeWhoWaitsForACompletionOfAnArmedQueue() {
        assertThat(loop.channel.pollEvent()).isEmpty();
        loop.queue.requestNotification(false);
        loop.left.postSend(loop.request(SendOpcode.RDMA_WRITE, 0, 0), 0, 1);
        loop.left.postSend(loop.request(SendOpcode.RDMA_WRITE, 0, 0), 0, 1);

        assertThat(loop.channel.awaitEvent(Loopback.soon())).containsSame(loop.queue);
        assertThat(loop.channel.pollEvent()).isEmpty();
        assertThat(loop.take(2).statusOf(1)).isEqualTo(CompletionStatus.SUCCESS);
    }

    @Test
    void shouldBringTheFailureOfACallAsItsTypedError() {
        MockVerbs.failNext("ibv_reg_mr", 12);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(() -> MemoryRegion.allocate(loop.domain, 64, Loopback.ALL_ACCESS))
                .matches(e -> e.error() == VerbsError.NO_MEMORY && e.errno() == 12)
                .withMessageContaining("ibv_reg_mr");
        MockVerbs.failNext("ibv_create_qp", 95);
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(
                        () ->
                                QueuePair.create(
                                        loop.domain,
                                        QueuePairOptions.of(
                                                QueuePairType.RC,
                                                loop.queue,
                                                QueuePairCapacities.of(1, 1))))
                .matches(e -> e.error() == VerbsError.NOT_SUPPORTED);
        MockVerbs.failNext("post_send", 5);
        SendWorkRequests one = loop.request(SendOpcode.SEND, 0, 1);
        assertThat(loop.left.postSend(one, 0, 1)).isEqualTo(-5);
        assertThat(one.refused()).isZero();
        MockVerbs.failNext("poll_cq", 5);
        assertThat(loop.queue.poll(loop.completions)).isEqualTo(-5);
    }
}
