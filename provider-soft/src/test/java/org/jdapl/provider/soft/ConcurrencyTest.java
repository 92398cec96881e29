package org.jdapl.provider.soft;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.testkit.Host;
import org.jdapl.provider.soft.testkit.Loop;
import org.jdapl.provider.soft.testkit.Memory;
import org.jdapl.provider.soft.testkit.Pair;
import org.jdapl.spi.Completions;
import org.jdapl.spi.MemoryRegion;
import org.jdapl.spi.WorkRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Posters, drivers and control calls at the same time; and what all that allocates. */
class ConcurrencyTest {

    private final AtomicBoolean stop = new AtomicBoolean();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private Thread driver;

    /** Drives hosts in the background, by waiting. */
    private void drive(Host... hosts) {
        driver =
                new Thread(
                        () -> {
                            try {
                                while (!stop.get()) {
                                    for (Host h : hosts) {
                                        if (h.adapter.progress() == 0) {
                                            h.adapter.waitSet().await(1_000_000L);
                                        }
                                    }
                                }
                            } catch (Throwable t) {
                                failure.set(t);
                            }
                        });
        driver.start();
    }

    @AfterEach
    void end() throws Exception {
        stop.set(true);
        if (driver != null) {
            driver.join(10_000);
            assertThat(driver.isAlive()).isFalse();
        }
        assertThat(failure.get()).isNull();
    }

    @ParameterizedTest
    @EnumSource(IwarpAttributes.Framing.class)
    void nothingIsLostBetweenPosterAndDriver(IwarpAttributes.Framing framing) throws Exception {
        TransportAttributes t = TransportAttributes.NONE.with(IwarpAttributes.FRAMING, framing);
        try (Host a = new Host(t, System::nanoTime);
                Host b = new Host(t, System::nanoTime)) {
            EndpointAttributes attributes =
                    EndpointAttributes.builder().maxRequests(32).maxReceives(512).build();
            Pair x = a.pair(attributes);
            Pair y = b.pair(attributes);
            new Loop(a, b).connect(x, y);
            Memory m = a.memory(1 << 16).fill(1);
            Memory n = b.memory(1 << 20);
            int total = 20_000;
            drive(a, b);
            int posted = 0;
            int sent = 0;
            int received = 0;
            int receives = 0;
            long deadline = System.nanoTime() + 40_000_000_000L;
            while (received < total || sent < total) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                while (receives < total && receives - received < 100) {
                    y.receive(n, (receives % 100) * 8192L, 8192);
                    receives++;
                }
                // Not more than receives are there for: a completion of a send says nothing of the
                // peer.
                while (posted < total && posted < receives && posted - sent < 32) {
                    int size = posted % 97 == 0 ? 8000 : posted % 64;
                    WorkRequest r =
                            x.prepare(
                                    OperationKind.SEND, WorkRequest.SIGNALED, m, posted % 8, size);
                    if (x.qp.postSend(r) != PostStatus.OK) {
                        break;
                    }
                    posted++;
                }
                x.poll();
                y.poll();
                for (; !x.sent.isEmpty(); sent++) {
                    assertThat(x.sent.remove().status()).isZero();
                }
                for (; !y.received.isEmpty(); received++) {
                    Pair.Done d = y.received.remove();
                    assertThat(d.status()).isZero();
                    int size = received % 97 == 0 ? 8000 : received % 64;
                    assertThat(d.length()).isEqualTo(size);
                    long at = (received % 100) * 8192L;
                    assertThat(
                                    MemorySegment.mismatch(
                                            m.segment(),
                                            received % 8,
                                            received % 8 + size,
                                            n.segment(),
                                            at,
                                            at + size))
                            .isEqualTo(-1);
                }
            }
            stop.set(true);
            driver.join();
        }
    }

    @Test
    void afterFlushNothingIsTouchedAnyMore() throws Exception {
        try (Host a = new Host();
                Host b = new Host()) {
            Memory m = a.memory(1 << 16);
            Memory n = b.memory(1 << 16);
            m.segment().fill((byte) 1);
            for (int round = 0; round < 60; round++) {
                Pair x = a.pair();
                Pair y = b.pair();
                stop.set(false);
                new Loop(a, b).connect(x, y);
                drive(a, b);
                for (int i = 0; i < 30; i++) {
                    y.receive(n, 0, 1 << 16);
                    x.send(m, 0, 1 << 16);
                }
                if (round % 2 == 0) {
                    Thread.sleep(0, 100_000 * (round % 5));
                }
                y.qp.flush();
                y.poll();
                int before = y.received.size();
                n.segment().fill((byte) 0);
                x.qp.flush();
                x.poll();
                int sentBefore = x.sent.size();
                Thread.sleep(2);
                x.poll();
                y.poll();
                assertThat(y.received).hasSize(before);
                assertThat(x.sent).hasSize(sentBefore);
                assertThat(n.segment().toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
                stop.set(true);
                driver.join();
                x.close();
                y.close();
            }
        }
    }

    @Test
    void aClosedRegionIsNotTouchedAnyMore() throws Exception {
        try (Host a = new Host();
                Host b = new Host()) {
            MemorySegment target = b.arena.allocate(1 << 16);
            Memory m = a.memory(1 << 16);
            m.segment().fill((byte) 1);
            for (int round = 0; round < 60; round++) {
                Pair x = a.pair();
                Pair y = b.pair();
                MemoryRegion region = b.domain.register(target, Host.ALL);
                stop.set(false);
                new Loop(a, b).connect(x, y);
                drive(a, b);
                for (int i = 0; i < 30; i++) {
                    x.write(m, 0, 1 << 16, region.remoteKey(), region.remoteAddress());
                }
                if (round % 2 == 0) {
                    Thread.sleep(0, 100_000 * (round % 5));
                }
                region.close();
                target.fill((byte) 0);
                Thread.sleep(2);
                assertThat(target.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
                stop.set(true);
                driver.join();
                x.close();
                y.close();
            }
        }
    }

    @Test
    void theSteadyStateAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long self = Thread.currentThread().threadId();
        try (Host a = new Host();
                Host b = new Host()) {
            Pair x = a.pair();
            Pair y = b.pair();
            new Loop(a, b)
                    .connect(
                            x,
                            y,
                            InetAddress.getLoopbackAddress(),
                            Loop.parameters(4, 4),
                            Loop.parameters(4, 4));
            Memory m = a.memory(1 << 18);
            Memory n = b.memory(1 << 18);
            WorkRequest receive = new WorkRequest(1);
            receive.kind = OperationKind.RECEIVE;
            WorkRequest send = new WorkRequest(1);
            send.flags = WorkRequest.SIGNALED;
            Completions batch = new Completions(16);
            long least = Long.MAX_VALUE;
            for (int attempt = 0; attempt < 10 && least > 0; attempt++) {
                long before = threads.getThreadAllocatedBytes(self);
                int rounds = 2000;
                for (int i = 0; i < rounds; i++) {
                    int size = i % 100 == 0 ? 200_000 : 64;
                    fill(receive, n, size);
                    check(y.qp.postReceive(receive));
                    send.kind = OperationKind.SEND;
                    fill(send, m, size);
                    check(x.qp.postSend(send));
                    send.kind = OperationKind.RDMA_WRITE;
                    send.remoteKey = n.key();
                    send.remoteAddress = n.address();
                    check(x.qp.postSend(send));
                    send.kind = OperationKind.RDMA_READ;
                    check(x.qp.postSend(send));
                    int done = 0;
                    int got = 0;
                    while (done < 3 || got < 1) {
                        a.adapter.progress();
                        b.adapter.progress();
                        if (i % 50 == 0) {
                            x.requests.arm(false);
                            a.adapter.waitSet().await(1000);
                        }
                        done += poll(x.requests.poll(batch, 16), batch);
                        got += poll(y.receives.poll(batch, 16), batch);
                    }
                }
                least = Math.min(least, threads.getThreadAllocatedBytes(self) - before);
            }
            assertThat(least).as("bytes in 2,000 rounds").isZero();
        }
    }

    private static void fill(WorkRequest r, Memory m, int size) {
        r.segments = 1;
        r.region[0] = m.region();
        r.offset[0] = 0;
        r.length[0] = size;
        r.totalLength = size;
    }

    private static void check(int status) {
        if (status != PostStatus.OK) {
            throw new AssertionError(PostStatus.describe(status));
        }
    }

    private static int poll(int count, Completions batch) {
        for (int i = 0; i < count; i++) {
            check(batch.status[i]);
        }
        return count;
    }
}
