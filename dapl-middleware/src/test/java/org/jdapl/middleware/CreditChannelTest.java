package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.EventBatch;
import org.jdapl.api.PrivateData;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CreditChannelTest {

    private static final int SEEDS = 150;
    private static final long STEP_NS = 200_000;
    private static final int LARGEST = 4096;

    /** One side of a conversation, at a speed of its own. */
    private static final class Side implements CreditChannel.Listener {
        private final SplittableRandom random;
        private final Node node;
        private final SlabPool pool;
        private final CreditTerms terms;
        private final CreditChannel channel;
        private final EventBatch batch;
        private final ArrayDeque<ReceivedMessage> held = new ArrayDeque<>();
        private final int mostHeld;
        private int sent;
        private int sentDone;
        private int received;
        private int blocked;

        Side(Node node, SplittableRandom random) {
            this.node = node;
            this.random = random;
            this.terms = new CreditTerms(4 + random.nextInt(13), random.nextInt(8, 2000));
            this.pool = node.pool(LARGEST);
            this.channel =
                    new CreditChannel(node.endpoint, pool, terms, 1 + random.nextInt(8), this);
            this.batch = node.adapter.createEventBatch(1 + random.nextInt(16));
            this.mostHeld = terms.receives() - 3;
        }

        @Override
        public void received(CreditChannel of, ReceivedMessage message) {
            assertThat(message.length()).isGreaterThanOrEqualTo(Integer.BYTES);
            assertThat(
                            message.buffer()
                                    .get(
                                            ValueLayout.JAVA_INT_UNALIGNED,
                                            CreditChannel.HEADER_BYTES))
                    .as("in order, none lost, none twice")
                    .isEqualTo(received);
            received++;
            held.add(message);
            while (held.size() > mostHeld || !held.isEmpty() && random.nextInt(3) == 0) {
                held.remove().release();
            }
        }

        @Override
        public void sent(CreditChannel of, Lease buffer, long cookie, CompletionStatus status) {
            assertThat(status).isEqualTo(CompletionStatus.SUCCESS);
            assertThat(cookie).isEqualTo(sentDone);
            sentDone++;
            buffer.close();
        }

        void talk(SimulatedPair pair, int toSend, int toReceive) throws Exception {
            while (sent < toSend || received < toReceive || sentDone < toSend) {
                if (sent < toSend && random.nextInt(4) != 0) {
                    send();
                }
                if (random.nextInt(20) == 0) {
                    pair.sim.sleep(java.time.Duration.ofNanos(random.nextLong(2_000_000)));
                }
                if (random.nextInt(3) == 0) {
                    dispatch(node.completions.poll(batch));
                } else {
                    dispatch(node.completions.await(batch, STEP_NS));
                }
                assertThat(node.connections.size()).as("the connection holds").isZero();
            }
        }

        private void send() {
            Lease buffer = pool.lease(LARGEST / 2);
            buffer.segment().set(ValueLayout.JAVA_INT_UNALIGNED, CreditChannel.HEADER_BYTES, sent);
            int status = channel.trySend(buffer, Integer.BYTES, sent);
            if (status == PostStatus.OK) {
                sent++;
            } else {
                assertThat(status).isEqualTo(CreditChannel.WOULD_BLOCK);
                blocked++;
                buffer.close();
            }
        }

        void dispatch(int events) {
            for (int i = 0; i < events; i++) {
                assertThat(channel.dispatch(batch, i)).isTrue();
            }
        }

        /** Everything comes back: the channel gives its buffers up when its posts are flushed. */
        void end() throws Exception {
            if (node.connections.size() == 0) {
                node.endpoint.disconnect(DisconnectMode.GRACEFUL);
            }
            node.connections.expect(ConnectionEvent.Disconnected.class, Node.LIMIT);
            held.forEach(ReceivedMessage::release);
            while (channel.outstanding() > 0) {
                int n = node.completions.await(batch, Node.LIMIT.toNanos());
                assertThat(n).isPositive();
                for (int i = 0; i < n; i++) {
                    assertThat(channel.dispatch(batch, i)).isTrue();
                }
            }
            channel.close();
            assertThat(pool.leased()).isZero();
            pool.close();
        }
    }

    private static int[] amounts(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        // One in four seeds sends one way only, where no message carries credits back.
        return new int[] {random.nextInt(4) == 0 ? 0 : random.nextInt(1, 120), 120};
    }

    /** Runs a conversation; gives how often either side was out of credits. */
    private static int converse(long seed, FaultPlan plan) throws Exception {
        int[] amounts = amounts(seed);
        List<Side> sides = new ArrayList<>();
        SimulatedPair.run(
                seed,
                plan,
                ProgressMode.MANUAL,
                (pair, node) -> {
                    Side side = new Side(node, new SplittableRandom(seed * 31));
                    pair.listen(node);
                    side.channel.open(CreditTerms.of(node.accept(side.terms.toPrivateData())));
                    side.talk(pair, amounts[0], amounts[1]);
                    sides.add(side);
                    waitForOther(pair, sides);
                    side.end();
                },
                (pair, node) -> {
                    Side side = new Side(node, new SplittableRandom(seed * 37));
                    side.channel.open(
                            CreditTerms.of(
                                    node.connect(pair.address(), side.terms.toPrivateData())));
                    side.talk(pair, amounts[1], amounts[0]);
                    sides.add(side);
                    waitForOther(pair, sides);
                    side.end();
                });
        return sides.stream().mapToInt(s -> s.blocked).sum();
    }

    private static void waitForOther(SimulatedPair pair, List<Side> sides) throws Exception {
        while (sides.size() < 2) {
            // What is still to be acknowledged is, and credits on their way arrive.
            for (Side side : List.copyOf(sides)) {
                side.dispatch(side.node.completions.await(side.batch, STEP_NS));
            }
        }
        pair.sim.sleep(java.time.Duration.ofMillis(5));
    }

    @Test
    void shouldNeverMeetAMissingReceiveNorStallAtAnySpeeds() throws Exception {
        int blocked = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            try {
                blocked += converse(seed, FaultPlan.NONE);
            } catch (Throwable e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
        assertThat(blocked).as("credits ran out, else nothing was tried").isGreaterThan(SEEDS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"loss 2%", "reorder 20% 2ms", "slow-reader b 512 1ms"})
    void shouldHoldOnABadNetwork(String fault) throws Exception {
        for (long seed = 1; seed <= 10; seed++) {
            converse(seed, FaultPlan.parse(fault));
        }
    }

    @Test
    void shouldRefuseToCloseWhileItsReceivesArePosted() {
        try (Node node = Node.real();
                SlabPool pool = node.pool(LARGEST)) {
            CreditTerms terms = new CreditTerms(4, 100);
            CreditChannel channel =
                    new CreditChannel(node.endpoint, pool, terms, 1, new Unexpecting());

            assertThatThrownBy(channel::close)
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e ->
                                    assertThat(e.subtype())
                                            .isEqualTo(DatSubtype.INVALID_STATE_LMR_IN_USE));
            assertThat(pool.leased()).isEqualTo(5);

            node.endpoint.close();
            channel.close();
            assertThat(pool.leased()).isZero();
        }
    }

    @Test
    void shouldRefuseWhatDoesNotFit() {
        try (Node node = Node.real();
                SlabPool pool = node.pool(LARGEST)) {
            CreditTerms many = new CreditTerms(node.endpoint.attributes().maxReceives() + 1, 10);
            assertThatThrownBy(
                            () ->
                                    new CreditChannel(
                                            node.endpoint, pool, many, 1, new Unexpecting()))
                    .hasMessageContaining("do not fit");
            assertThat(pool.leased()).isZero();
        }
    }

    @Test
    void shouldGiveItsLeasesBackWhereThePoolHasTooFew() {
        try (Node node = Node.real();
                SlabPool pool =
                        new SlabPool(
                                node.zone, SlabPoolOptions.of(1024, 3000).withSlabBytes(1024))) {
            assertThatThrownBy(
                            () ->
                                    new CreditChannel(
                                            node.endpoint,
                                            pool,
                                            new CreditTerms(8, 1000),
                                            1,
                                            new Unexpecting()))
                    .isInstanceOfSatisfying(
                            DatException.class,
                            e -> assertThat(e.type()).isEqualTo(DatType.INSUFFICIENT_RESOURCES));
            assertThat(pool.leased()).isZero();
        }
    }

    @Test
    void shouldSendNothingBeforeItIsOpened() {
        try (Node node = Node.real();
                SlabPool pool = node.pool(LARGEST)) {
            CreditChannel channel =
                    new CreditChannel(
                            node.endpoint, pool, new CreditTerms(4, 100), 1, new Unexpecting());
            Lease buffer = pool.lease(64);

            assertThat(channel.trySend(buffer, 1, 1)).isEqualTo(PostStatus.INVALID_STATE);
            channel.open(new CreditTerms(4, 8));
            assertThat(channel.credits()).isEqualTo(3);
            assertThat(channel.trySend(buffer, 9, 1)).isEqualTo(PostStatus.LENGTH_ERROR);
            assertThat(channel.trySend(buffer, 8, 1)).isEqualTo(PostStatus.INVALID_STATE);
            assertThat(channel.credits()).isEqualTo(3);

            buffer.close();
            node.endpoint.close();
            channel.close();
        }
    }

    @Test
    void shouldEndTheConnectionOfAPeerThatSpeaksSomethingElse() throws Exception {
        try (Node here = Node.real();
                Node there = Node.real();
                SlabPool pool = here.pool(LARGEST)) {
            CreditChannel channel =
                    new CreditChannel(
                            here.endpoint, pool, new CreditTerms(4, 100), 1, new Unexpecting());
            Node.connect(here, there);
            channel.open(new CreditTerms(4, 100));
            there.endpoint.send(there.memory(64).slice(0, 20), 1);
            EventBatch batch = here.adapter.createEventBatch(1);
            assertThat(here.completions.await(batch, Node.LIMIT.toNanos())).isEqualTo(1);

            assertThatThrownBy(() -> channel.dispatch(batch, 0))
                    .isInstanceOf(DatException.class)
                    .hasMessageContaining("kind 0x0");
            here.connections.expect(ConnectionEvent.Disconnected.class, Node.LIMIT);

            here.endpoint.close();
            channel.close();
        }
    }

    @Test
    void shouldReadItsTermsBackAndNothingElse() {
        CreditTerms terms = new CreditTerms(7, 1000);

        assertThat(CreditTerms.of(terms.toPrivateData())).isEqualTo(terms);
        assertThatThrownBy(() -> CreditTerms.of(PrivateData.of("hello, who are you?")))
                .isInstanceOf(DatException.class);
        assertThatThrownBy(() -> CreditTerms.of(PrivateData.EMPTY))
                .isInstanceOf(DatException.class);
    }

    private static final class Unexpecting implements CreditChannel.Listener {
        @Override
        public void received(CreditChannel channel, ReceivedMessage message) {
            throw new AssertionError("a message of " + message.length());
        }

        @Override
        public void sent(
                CreditChannel channel, Lease buffer, long cookie, CompletionStatus status) {
            throw new AssertionError("sent " + status);
        }
    }
}
