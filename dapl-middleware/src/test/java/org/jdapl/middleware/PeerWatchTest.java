package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EventBatch;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerWatchTest {

    private static final Duration BOUND = Duration.ofMillis(400);

    /** Probes go out at half of the bound, and the wait ends some way behind its time. */
    private static final Duration SLACK = Duration.ofMillis(20);

    /** Watches until the peer is given up. */
    private static PeerSilentException watch(Node node, PeerWatch watch)
            throws InterruptedException {
        EventBatch batch = node.adapter.createEventBatch(8);
        while (true) {
            long wait;
            try {
                wait = watch.check();
            } catch (PeerSilentException e) {
                return e;
            }
            assertThat(wait).isPositive();
            int n = node.completions.await(batch, wait);
            for (int i = 0; i < n; i++) {
                assertThat(watch.dispatch(batch, i)).isTrue();
            }
        }
    }

    /** Watches for a while, in which the peer lives; gives how many probes were answered. */
    private static int watch(Node node, PeerWatch watch, LongSupplier clock, Duration howLong)
            throws InterruptedException {
        EventBatch batch = node.adapter.createEventBatch(8);
        long end = clock.getAsLong() + howLong.toNanos();
        int answered = 0;
        for (long left = howLong.toNanos(); left > 0; left = end - clock.getAsLong()) {
            int n = node.completions.await(batch, Math.min(left, watch.check()));
            for (int i = 0; i < n; i++) {
                answered += watch.dispatch(batch, i) ? 1 : 0;
            }
        }
        return answered;
    }

    @ParameterizedTest
    @EnumSource(ProgressMode.class)
    void shouldFindACutLinkWithinTheBoundInVirtualTime(ProgressMode mode) throws Exception {
        for (long seed = 1; seed <= 10; seed++) {
            AtomicLong cutAt = new AtomicLong();
            SimulatedPair.run(
                    seed,
                    FaultPlan.NONE,
                    mode,
                    (pair, node) -> {
                        pair.listen(node);
                        node.accept(PrivateData.EMPTY);
                        node.connections.await(Node.LIMIT);
                    },
                    (pair, node) -> {
                        LongSupplier clock = pair.sim.clock()::nanoTime;
                        node.connect(pair.address(), PrivateData.EMPTY);
                        PeerWatch watch =
                                new PeerWatch(node.endpoint, node.memory(8), BOUND, clock);
                        assertThat(watch(node, watch, clock, BOUND.multipliedBy(3)))
                                .as("while the peer lives")
                                .isBetween(5, 6);
                        cutAt.set(clock.getAsLong());
                        pair.sim.partition(pair.a, pair.b);

                        PeerSilentException why = watch(node, watch);
                        assertThat(Duration.ofNanos(clock.getAsLong() - cutAt.get()))
                                .isLessThanOrEqualTo(BOUND.plus(SLACK));
                        assertThat(why.silence()).isBetween(BOUND, BOUND.plus(SLACK));
                        assertThat(why.type()).isEqualTo(DatType.TIMEOUT_EXPIRED);
                        assertThat(why.endpoint()).isSameAs(node.endpoint);
                        assertThat(watch.failure()).isSameAs(why);
                        assertThat(watch.check()).as("once").isEqualTo(Long.MAX_VALUE);
                        node.connections.expect(ConnectionEvent.Disconnected.class, Node.LIMIT);
                        pair.sim.heal(pair.a, pair.b);
                    });
        }
    }

    @Test
    void shouldNotProbeWhileTheApplicationHearsOfThePeer() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real()) {
            Node.connect(here, there);
            AtomicLong clock = new AtomicLong();
            PeerWatch watch = new PeerWatch(here.endpoint, here.memory(8), BOUND, clock::get);
            EventBatch batch = here.adapter.createEventBatch(4);
            for (int i = 0; i < 10; i++) {
                here.endpoint.receive(here.memory(8).whole(), i);
                there.endpoint.send(there.memory(8).whole(), i);
                assertThat(here.completions.await(batch, Node.LIMIT.toNanos())).isEqualTo(1);
                assertThat(watch.dispatch(batch, 0)).as("it is the application's").isFalse();
                clock.addAndGet(BOUND.toNanos() / 2 - 1);
                assertThat(watch.check()).isEqualTo(1);
            }
            assertThat(here.adapter.census().outstandingRequests()).as("no probe").isZero();
        }
    }

    @Test
    void shouldTakeNoOwnSendForASignOfLife() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real()) {
            Node.connect(here, there);
            AtomicLong clock = new AtomicLong();
            PeerWatch watch = new PeerWatch(here.endpoint, here.memory(8), BOUND, clock::get);
            there.endpoint.receive(there.memory(8).whole(), 1);
            here.endpoint.send(here.memory(8).whole(), 1);
            EventBatch batch = here.adapter.createEventBatch(4);
            assertThat(here.completions.await(batch, Node.LIMIT.toNanos())).isEqualTo(1);
            clock.addAndGet(BOUND.toNanos() / 4);
            assertThat(watch.dispatch(batch, 0)).isFalse();
            assertThat(watch.check()).as("since the beginning").isEqualTo(BOUND.toNanos() / 4);
        }
    }

    @Test
    void shouldHoldOnlyAnUnansweredProbeAgainstThePeer() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real()) {
            Node.connect(here, there);
            AtomicLong clock = new AtomicLong();
            PeerWatch watch = new PeerWatch(here.endpoint, here.memory(8), BOUND, clock::get);
            clock.addAndGet(BOUND.toNanos() * 100); // the program did not look for long
            long wait = watch.check();
            assertThat(wait)
                    .as("the peer has half of the bound")
                    .isBetween(BOUND.toNanos() / 3, BOUND.toNanos() / 2);

            clock.addAndGet(BOUND.toNanos() * 100); // nor for the answer, which is there
            assertThat(watch.check()).as("a last look").isBetween(1L, BOUND.toNanos() / 8);
            EventBatch batch = here.adapter.createEventBatch(4);
            assertThat(here.completions.await(batch, Node.LIMIT.toNanos())).isEqualTo(1);
            assertThat(watch.dispatch(batch, 0)).isTrue();
            assertThat(watch.check()).isEqualTo(BOUND.toNanos() / 2);
            assertThat(watch.failure()).isNull();
        }
    }

    @Test
    void shouldTryAgainWhereTheQueueIsFull() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real()) {
            Node.connect(here, there);
            AtomicLong clock = new AtomicLong();
            PeerWatch watch = new PeerWatch(here.endpoint, here.memory(8), BOUND, clock::get);
            LocalMemoryRegion memory = here.memory(8);
            int full = PostStatus.OK;
            while (full == PostStatus.OK) { // unread completions take places of the queue
                full = here.endpoint.postWrite(memory, 0, 0, 0, 1, 7, CompletionFlags.DEFAULT);
            }
            assertThat(full).isEqualTo(PostStatus.QUEUE_FULL);
            for (int i = 0; i < 10; i++) {
                clock.addAndGet(BOUND.toNanos());
                assertThat(watch.check()).isEqualTo(BOUND.toNanos() / 2);
            }
            assertThat(watch.failure()).isNull();
        }
    }

    @Test
    void shouldHaveNothingToDoWhenTheConnectionHasEnded() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real()) {
            assertThatThrownBy(() -> new PeerWatch(here.endpoint, here.memory(8), BOUND))
                    .isInstanceOf(DatException.class)
                    .hasMessageContaining("not connected");
            Node.connect(here, there);
            assertThatThrownBy(() -> new PeerWatch(here.endpoint, here.memory(8), Duration.ZERO))
                    .hasMessageContaining("bound=PT0S");
            PeerWatch watch = new PeerWatch(here.endpoint, here.memory(8), BOUND);
            here.endpoint.disconnect(DisconnectMode.ABRUPT);
            here.connections.expect(ConnectionEvent.Disconnected.class, Node.LIMIT);

            assertThat(watch.check()).isEqualTo(Long.MAX_VALUE);
        }
    }

    /** The kernel of a stopped process acknowledges still: TCP sees no fault. */
    @Test
    void shouldFindAStoppedProcessWithinTheBound() throws Exception {
        try (Node node = Node.real();
                PeerProcess peer = PeerProcess.start()) {
            node.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), peer.port()),
                    PrivateData.EMPTY);
            // As long as it may take this machine to give the peer its turn.
            Duration bound = Duration.ofSeconds(3);
            PeerWatch watch = new PeerWatch(node.endpoint, node.memory(8), bound);
            assertThat(watch(node, watch, System::nanoTime, bound)).isPositive();

            peer.stop();
            long stopped = System.nanoTime();
            PeerSilentException why =
                    catchThrowableOfType(
                            PeerSilentException.class,
                            () -> {
                                throw watch(node, watch);
                            });
            assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isLessThan(Node.LIMIT);
            assertThat(why.silence()).isGreaterThanOrEqualTo(bound);
            assertThat(node.endpoint.state()).isNotEqualTo(EndpointState.CONNECTED);
            node.connections.expect(ConnectionEvent.Disconnected.class, Node.LIMIT);
        }
    }
}
