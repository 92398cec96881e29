package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jdapl.verbs.error.VerbsError;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Closing in any order, twice, and use after it. */
class CloseTest {
    private static final AddressVector VECTOR = AddressVector.of(1, 17);

    /** One of everything, by what it is called. */
    private static Map<String, AutoCloseable> everything(Loopback loop) {
        Map<String, AutoCloseable> all = new LinkedHashMap<>();
        all.put("context", loop.context);
        all.put("domain", loop.domain);
        all.put("channel", loop.channel);
        all.put("queue", loop.queue);
        all.put("region", loop.region);
        all.put("left", loop.left);
        all.put("right", loop.right);
        SharedReceiveQueue shared = SharedReceiveQueue.create(loop.domain, 8, 1);
        all.put("shared", shared);
        all.put(
                "of shared",
                QueuePair.create(
                        loop.domain,
                        QueuePairOptions.of(
                                        QueuePairType.RC, loop.queue, QueuePairCapacities.of(4, 0))
                                .withSharedReceives(shared)));
        all.put("handle", AddressHandle.create(loop.domain, VECTOR));
        all.put("window", MemoryWindow.allocate(loop.domain, MemoryWindowType.TYPE_2));
        return all;
    }

    @Test
    void shouldCloseInAnyOrderTwice() throws Exception {
        long seed = System.nanoTime();
        for (int round = 0; round < 300; round++) {
            Loopback loop = Loopback.open();
            loop.right.postReceive(loop.receive(1, 0, 64), 0, 1);
            loop.left.postSend(loop.request(SendOpcode.SEND, 0, 8), 0, 1);
            Map<String, AutoCloseable> all = everything(loop);
            List<String> order = new ArrayList<>(all.keySet());
            Collections.shuffle(order, new Random(seed + round));
            for (String name : order) {
                all.get(name).close();
                all.get(name).close();
            }
            loop.close();
            assertThat(MockVerbs.violations()).as("seed %d: %s", seed + round, order).isZero();
        }
    }

    @Test
    void shouldCloseAllWithTheContext() {
        Loopback loop = Loopback.open();
        Map<String, AutoCloseable> all = everything(loop);
        loop.context.close();

        MockVerbs.assertClean();
        assertThat(loop.left.isOpen()).isFalse();
        assertThat(loop.queue.isOpen()).isFalse();
        all.values().forEach(one -> assertThatCode(one::close).doesNotThrowAnyException());
        loop.close();
    }

    @Test
    void shouldRefuseEveryUseOfWhatIsClosed() {
        Loopback loop = Loopback.open();
        SharedReceiveQueue shared = SharedReceiveQueue.create(loop.domain, 8, 1);
        AddressHandle handle = AddressHandle.create(loop.domain, VECTOR);
        MemoryWindow window = MemoryWindow.allocate(loop.domain, MemoryWindowType.TYPE_2);
        QueuePair datagrams =
                QueuePair.create(
                        loop.domain,
                        QueuePairOptions.of(
                                QueuePairType.UD, loop.queue, QueuePairCapacities.of(4, 4)));
        Loopback.connect(datagrams, 0);
        SendWorkRequests datagram = loop.request(SendOpcode.SEND, 0, 8);
        datagram.datagram(0, handle, 5, 6);
        SendWorkRequests send = loop.request(SendOpcode.SEND, 0, 8);
        SendWorkRequests bind = loop.request(SendOpcode.BIND_MW, 0, 8);
        bind.bindWindow(0, window, 1, loop.region, 0, 8, 0);
        ReceiveWorkRequests receive = loop.receive(1, 0, 8);

        handle.close();
        assertClosed(() -> datagrams.postSend(datagram, 0, 1));
        window.close();
        assertClosed(() -> loop.left.postSend(bind, 0, 1));
        assertClosed(window::rkey);
        loop.context.close();

        assertClosed(() -> loop.left.postSend(send, 0, 1));
        assertClosed(() -> loop.left.postReceive(receive, 0, 1));
        assertClosed(() -> loop.left.modify(QueuePairAttributes.of(QueuePairState.ERR)));
        assertClosed(loop.left::query);
        assertClosed(() -> shared.postReceive(receive, 0, 1));
        assertClosed(shared::attributes);
        assertClosed(() -> shared.limit(1));
        assertClosed(() -> loop.queue.poll(loop.completions));
        assertClosed(() -> loop.queue.requestNotification(false));
        assertClosed(() -> loop.queue.resize(512));
        assertClosed(loop.queue::capacity);
        assertClosed(loop.channel::pollEvent);
        assertClosed(() -> loop.channel.awaitEvent(Duration.ofSeconds(1)));
        assertClosed(() -> MemoryRegion.allocate(loop.domain, 64, Loopback.ALL_ACCESS));
        assertClosed(() -> SharedReceiveQueue.create(loop.domain, 8, 1));
        assertClosed(() -> AddressHandle.create(loop.domain, VECTOR));
        assertClosed(() -> MemoryWindow.allocate(loop.domain, MemoryWindowType.TYPE_1));
        assertClosed(() -> QueuePair.create(loop.domain, loop.left.options()));
        assertClosed(() -> ProtectionDomain.create(loop.context));
        assertClosed(() -> CompletionChannel.create(loop.context));
        assertClosed(() -> CompletionQueue.create(loop.context, 8));
        assertClosed(loop.context::attributes);
        assertClosed(loop.context::extendedAttributes);
        assertClosed(() -> loop.context.port(1));
        assertClosed(() -> loop.context.gid(1, 0));
        assertClosed(loop.context::gidTable);
        assertClosed(() -> loop.context.pkey(1, 0));
        assertClosed(loop.context::completionVectors);
        assertClosed(loop.context::pollAsyncEvent);
        assertClosed(() -> loop.context.awaitAsyncEvent(Duration.ofSeconds(1)));
        assertThatIllegalStateException().isThrownBy(() -> loop.put(0, "gone"));
        loop.close();
    }

    private static void assertClosed(ThrowingCallable call) {
        assertThatExceptionOfType(VerbsException.class)
                .isThrownBy(call)
                .matches(e -> e.error() == VerbsError.CLOSED, "says that it is closed");
    }

    @Test
    void shouldStayUsableWhenTheKernelRefusesToFreeIt() {
        try (Loopback loop = Loopback.open()) {
            MockVerbs.failNext("ibv_destroy_qp", 16);
            assertThatExceptionOfType(VerbsException.class)
                    .isThrownBy(loop.context::close)
                    .matches(e -> e.error() == VerbsError.BUSY);

            assertThat(loop.context.isOpen()).isTrue();
            assertThat(loop.queue.isOpen()).isTrue();
            QueuePair open = loop.left.isOpen() ? loop.left : loop.right;
            assertThat(open.isOpen()).isTrue();
            assertThat(open.query().state()).isEqualTo(QueuePairState.RTS);
            assertThat(open.postReceive(loop.receive(1, 0, 8), 0, 1)).isZero();
        }
    }

    @Test
    void shouldNotMindThatTheMemoryOfARegionWentFirst() {
        try (Loopback loop = Loopback.open()) {
            Arena arena = Arena.ofShared();
            MemorySegment memory = arena.allocate(256);
            MemoryRegion region = MemoryRegion.register(loop.domain, memory, Loopback.ALL_ACCESS);
            ReceiveWorkRequests receive = ReceiveWorkRequests.allocate(1, 1);
            receive.element(0, 0, region, 0, 256);
            assertThat(loop.right.postReceive(receive, 0, 1)).isZero();
            arena.close();

            region.close();

            assertThat(loop.left.postSend(loop.request(SendOpcode.SEND, 0, 8), 0, 1)).isZero();
            assertThat(loop.take(2).statusOf(0)).isEqualTo(CompletionStatus.LOC_PROT_ERR);
            assertThatIllegalStateException()
                    .isThrownBy(
                            () -> MemoryRegion.register(loop.domain, memory, Loopback.ALL_ACCESS));
        }
    }

    /** A read of the operating system holds the memory; closing cannot free it yet. */
    @Test
    @Timeout(30)
    void shouldFreeAnAllocatedRegionOnceItsMemoryIsNotInUseElsewhere() throws Exception {
        try (Loopback loop = Loopback.open()) {
            MemoryRegion region = MemoryRegion.allocate(loop.domain, 64, Loopback.ALL_ACCESS);
            Pipe pipe = Pipe.open();
            ByteBuffer view = region.segment().asByteBuffer();
            Thread reader =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            pipe.source().read(view);
                                        } catch (IOException e) {
                                            throw new IllegalStateException(e);
                                        }
                                    });
            awaitNativeRead(reader);

            assertThatIllegalStateException().isThrownBy(region::close);

            pipe.sink().write(ByteBuffer.allocate(1));
            reader.join();
            region.close();

            assertThat(region.isOpen()).isFalse();
            assertThat(region.segment().scope().isAlive()).isFalse();
            pipe.source().close();
            pipe.sink().close();
        }
    }

    private static void awaitNativeRead(Thread reader) throws InterruptedException {
        while (true) {
            for (StackTraceElement frame : reader.getStackTrace()) {
                if (frame.getMethodName().equals("read0")) {
                    return;
                }
            }
            Thread.sleep(5);
        }
    }
}
