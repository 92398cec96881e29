package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.EndpointChange;
import org.jdapl.api.Event;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.EndpointAttributes;
import org.jdapl.api.data.EndpointState;
import org.jdapl.api.data.EventStream;
import org.jdapl.api.data.PostStatus;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The rule of accounts, by random walks: whatever is posted is refused at once, or completes
 * exactly once, in order, unless it is suppressed and succeeds. Each walk is printed by its seed.
 */
class AccountingTest {

    private static final int STEPS = 20_000;

    static long[] seeds() {
        long own = Long.getLong("jdapl.seed", System.nanoTime());
        return new long[] {1, 2, 3, 4, own};
    }

    /** Sums over a whole walk. */
    private static final class Total {
        int refused;
        int completed;
        int flushed;
        int swallowed;

        void add(Account a) {
            refused += a.refused;
            completed += a.completed;
            flushed += a.flushed;
            swallowed += a.swallowed;
        }

        @Override
        public String toString() {
            return completed
                    + " completed, "
                    + flushed
                    + " flushed, "
                    + refused
                    + " refused, "
                    + swallowed
                    + " suppressed";
        }
    }

    /** One queue of one endpoint as it should be. */
    private static final class Account {
        final Deque<Long> outstanding = new ArrayDeque<>();
        final Map<Long, Boolean> suppressed = new HashMap<>();
        int posted;
        int refused;
        int completed;
        int flushed;
        int swallowed;

        void posted(long cookie, int status, boolean isSuppressed) {
            posted++;
            if (status == PostStatus.OK) {
                outstanding.addLast(cookie);
                suppressed.put(cookie, isSuppressed);
            } else {
                refused++;
            }
        }

        void completion(DtoCompletion c) {
            while (!outstanding.isEmpty() && outstanding.peekFirst() != c.cookie()) {
                long skipped = outstanding.pollFirst();
                assertThat(suppressed.remove(skipped))
                        .as("%d has no completion before %d", skipped, c.cookie())
                        .isTrue();
                swallowed++;
            }
            assertThat(outstanding.pollFirst()).isEqualTo(c.cookie());
            boolean isSuppressed = suppressed.remove(c.cookie());
            assertThat(isSuppressed && c.isSuccess()).as("suppressed success").isFalse();
            if (c.status() == CompletionStatus.FLUSHED) {
                flushed++;
            } else {
                completed++;
            }
        }

        /** At the end of an endpoint's life nothing but suppressed successes may be left. */
        void end(Total total) {
            while (!outstanding.isEmpty()) {
                long left = outstanding.pollFirst();
                assertThat(suppressed.remove(left)).as("%d never completed", left).isTrue();
                swallowed++;
            }
            assertThat(posted).isEqualTo(completed + flushed + refused + swallowed);
            total.add(this);
        }
    }

    private final class Walk implements AutoCloseable {
        final Random random;
        final Rig rig = Rig.manual().build();
        final List<Rig.Side> sides = new ArrayList<>();
        final Map<EndpointImpl, Account> requests = new HashMap<>();
        final Map<EndpointImpl, Account> receives = new HashMap<>();
        final Total total = new Total();
        long cookie;

        Walk(long seed) {
            random = new Random(seed);
            rig.point();
            for (int i = 0; i < 4; i++) {
                sides.add(side());
            }
        }

        private Rig.Side side() {
            EndpointAttributes attributes =
                    EndpointAttributes.builder()
                            .maxRequests(1 + random.nextInt(20))
                            .maxReceives(1 + random.nextInt(20))
                            .build();
            Rig.Side side;
            if (random.nextBoolean()) {
                org.jdapl.api.EventDispatcher all =
                        rig.events(EventStream.DTO, EventStream.CONNECTION);
                side = rig.new Side(all, all, all, attributes);
            } else {
                side = rig.new Side(attributes);
            }
            requests.put(side.endpoint, new Account());
            receives.put(side.endpoint, new Account());
            return side;
        }

        private FakeQueuePair pair(Rig.Side side) {
            return side.pair();
        }

        void step() throws InterruptedException {
            Rig.Side side = sides.get(random.nextInt(sides.size()));
            EndpointImpl e = side.endpoint;
            switch (random.nextInt(26)) {
                case 0, 1, 2, 3, 4, 5 -> {
                    boolean suppress = random.nextInt(3) == 0;
                    long c = cookie++;
                    int flags = suppress ? CompletionFlags.SUPPRESS : 0;
                    if (random.nextInt(30) == 0) {
                        pair(side).refuseNext(PostStatus.PROVIDER_ERROR);
                    }
                    long length = random.nextInt(10) == 0 ? Rig.REGION_BYTES + 1 : 8;
                    requests.get(e)
                            .posted(c, e.postSend(rig.memory, 0, length, c, flags), suppress);
                }
                case 6, 7, 8, 9 -> {
                    long c = cookie++;
                    receives.get(e).posted(c, side.receive(c), false);
                }
                case 10, 11 -> {
                    FakeQueuePair pair = pair(side);
                    if (pair.mode == FakeQueuePair.Mode.HELD && pair.sendsPosted() > 0) {
                        pair.completeSend(CompletionStatus.SUCCESS);
                    }
                }
                case 12 -> {
                    FakeQueuePair pair = pair(side);
                    if (random.nextInt(20) == 0
                            && pair.mode == FakeQueuePair.Mode.HELD
                            && pair.sendsPosted() > 0) {
                        pair.completeSend(CompletionStatus.TRANSPORT);
                    }
                }
                case 13 -> pair(side).mode = FakeQueuePair.Mode.values()[random.nextInt(3)];
                case 14, 15, 16 -> take(side);
                case 17 -> {
                    if (e.state() == EndpointState.UNCONNECTED) {
                        e.connect(rig.address(), ConnectOptions.within(Rig.LIMIT));
                    }
                }
                case 18 -> {
                    if (e.state().isLive() && random.nextInt(12) == 0) {
                        e.disconnect(
                                random.nextBoolean()
                                        ? DisconnectMode.ABRUPT
                                        : DisconnectMode.GRACEFUL);
                    }
                }
                case 19 -> {
                    if (e.state() == EndpointState.DISCONNECTED) {
                        e.reset();
                    }
                }
                case 20, 21 -> answer(side);
                case 22, 23 -> rig.adapter.progress();
                case 24 -> {
                    if (random.nextInt(20) == 0) {
                        replace(side);
                    }
                }
                default -> {
                    if (e.state() == EndpointState.UNCONNECTED && e.receiveCounts().posted() == 0) {
                        e.modify(
                                new EndpointChange(
                                        null,
                                        null,
                                        null,
                                        null,
                                        e.attributes().toBuilder()
                                                .maxRequests(1 + random.nextInt(20))
                                                .build()));
                    }
                }
            }
        }

        private void answer(Rig.Side side) {
            Event event = rig.requestEvents().dequeue();
            if (event instanceof ConnectionRequestEvent r) {
                if (side.endpoint.state() == EndpointState.UNCONNECTED && random.nextInt(5) > 0) {
                    r.request().accept(side.endpoint);
                } else {
                    r.request().reject();
                }
            }
        }

        private void take(Rig.Side side) {
            for (org.jdapl.api.EventDispatcher d :
                    List.of(side.receives, side.requests, side.connections)) {
                for (int n = random.nextInt(6); n > 0; n--) {
                    Event event = d.dequeue();
                    if (event == null) {
                        break;
                    }
                    account(event);
                }
            }
        }

        private void account(Event event) {
            if (event instanceof DtoCompletion c) {
                boolean receive = c.operation().isReceive();
                EndpointImpl e = (EndpointImpl) c.endpoint();
                (receive ? receives : requests).get(e).completion(c);
            } else {
                assertThat(event).isInstanceOf(ConnectionEvent.class);
            }
        }

        /** Closes an endpoint for good and makes another one. */
        private void replace(Rig.Side side) {
            side.endpoint.close();
            for (org.jdapl.api.EventDispatcher d :
                    List.of(side.receives, side.requests, side.connections)) {
                Rig.takeAll(d).forEach(this::account);
            }
            requests.remove(side.endpoint).end(total);
            receives.remove(side.endpoint).end(total);
            side.receives.close();
            side.requests.close();
            side.connections.close();
            sides.remove(side);
            sides.add(side());
        }

        void end() {
            for (Rig.Side side : List.copyOf(sides)) {
                replace(side);
            }
            assertThat(rig.adapter.census().outstandingRequests()).isZero();
            assertThat(rig.adapter.census().outstandingReceives()).isZero();
            assertThat(rig.adapter.strayCompletions()).isZero();
        }

        @Override
        public void close() {
            rig.close();
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatWasPostedIsRefusedOrCompletesExactlyOnceAndInOrder(long seed)
            throws InterruptedException {
        System.out.println("accounting walk, -Djdapl.seed=" + seed);
        int step = 0;
        try (Walk walk = new Walk(seed)) {
            for (; step < STEPS; step++) {
                walk.step();
            }
            walk.end();
            System.out.println("accounting walk: " + walk.total);
            assertThat(walk.total.completed).isGreaterThan(STEPS / 50);
            assertThat(walk.total.flushed).isGreaterThan(STEPS / 50);
            assertThat(walk.total.swallowed).isPositive();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + ", step " + step + ": " + e.getMessage(), e);
        }
    }
}
