package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jdapl.api.EventBatch;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.junit.jupiter.api.Test;

/** What is said to allocate nothing on the heap does not. */
class AllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 20_000;

    /** One object in a thousand rounds would show; a compiler's or profiler's few bytes do not. */
    private static final long SLACK = ROUNDS / 1000 * 16;

    /** Least of some tries: the first ones load classes and compile. */
    private static long allocated(Runnable work) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 6; i++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            work.run();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    @Test
    void shouldSeeAllocations() {
        Object[] keep = new Object[1];
        assertThat(
                        allocated(
                                () -> {
                                    for (int i = 0; i < ROUNDS; i++) {
                                        keep[0] = new Object();
                                    }
                                }))
                .isGreaterThan(SLACK);
    }

    @Test
    void shouldLeaseAndReleaseWithoutAllocating() {
        try (Node node = Node.real();
                SlabPool pool = node.pool(4096)) {
            assertThat(
                            allocated(
                                    () -> {
                                        for (int i = 0; i < ROUNDS; i++) {
                                            Lease a = pool.lease(100);
                                            Lease b = pool.lease(4000);
                                            a.close();
                                            b.close();
                                        }
                                    }))
                    .isLessThan(SLACK);
        }
    }

    /** Ping-pong of two channels on one thread, which makes all the progress. */
    @Test
    void shouldSendAndReceiveWithCreditsWithoutAllocating() throws Exception {
        try (Node here = Node.real(ProgressMode.MANUAL);
                Node there = Node.real(ProgressMode.MANUAL);
                SlabPool pool = here.pool(4096);
                SlabPool poolThere = there.pool(4096)) {
            Counter sent = new Counter();
            Counter echoed = new Counter();
            CreditTerms terms = new CreditTerms(8, 100);
            CreditChannel ping = new CreditChannel(here.endpoint, pool, terms, 4, sent);
            CreditChannel pong = new CreditChannel(there.endpoint, poolThere, terms, 4, echoed);
            Node.connectOnOneThread(here, there);
            ping.open(terms);
            pong.open(terms);
            EventBatch batch = here.adapter.createEventBatch(8);
            EventBatch batchThere = there.adapter.createEventBatch(8);
            assertThat(
                            allocated(
                                    () -> {
                                        for (int i = 0; i < ROUNDS / 10; i++) {
                                            trip(
                                                    ping,
                                                    pool,
                                                    here,
                                                    batch,
                                                    sent,
                                                    there,
                                                    pong,
                                                    batchThere,
                                                    echoed,
                                                    poolThere);
                                        }
                                    }))
                    .isLessThan(SLACK);
            here.endpoint.close();
            there.endpoint.close();
            ping.close();
            pong.close();
        }
    }

    private static void trip(
            CreditChannel ping,
            SlabPool pool,
            Node here,
            EventBatch batch,
            Counter sent,
            Node there,
            CreditChannel pong,
            EventBatch batchThere,
            Counter echoed,
            SlabPool poolThere) {
        int want = echoed.received + 1;
        send(ping, pool);
        while (echoed.received < want) {
            poll(there, pong, batchThere);
            poll(here, ping, batch);
        }
        want = sent.received + 1;
        send(pong, poolThere);
        while (sent.received < want) {
            poll(here, ping, batch);
            poll(there, pong, batchThere);
        }
    }

    private static void send(CreditChannel channel, SlabPool pool) {
        if (channel.trySend(pool.lease(100), 50, 1) != PostStatus.OK) {
            throw new AssertionError("no credit");
        }
    }

    private static void poll(Node node, CreditChannel channel, EventBatch batch) {
        int n = node.completions.poll(batch);
        for (int i = 0; i < n; i++) {
            channel.dispatch(batch, i);
        }
    }

    private static final class Counter implements CreditChannel.Listener {
        int received;

        @Override
        public void received(CreditChannel channel, ReceivedMessage message) {
            received++;
            message.release();
        }

        @Override
        public void sent(
                CreditChannel channel, Lease buffer, long cookie, CompletionStatus status) {
            buffer.close();
        }
    }
}
