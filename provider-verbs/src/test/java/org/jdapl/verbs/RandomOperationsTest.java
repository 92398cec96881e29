package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jdapl.verbs.error.VerbsException;
import org.jdapl.verbs.mock.MockVerbs;
import org.junit.jupiter.api.Test;

/**
 * Sequences of random calls, right ones and wrong ones; whatever they are, C is called as it may
 * be.
 */
class RandomOperationsTest {
    private static final int SEQUENCES = Integer.getInteger("jdapl.verbs.sequences", 10_000);
    private static final int CALLS = 30;

    /** What a sequence has made, closed or not. */
    private static final class World {
        final Random random;
        final Context context = Verbs.devices().getFirst().open();
        final List<ProtectionDomain> domains = new ArrayList<>();
        final List<CompletionChannel> channels = new ArrayList<>();
        final List<CompletionQueue> queues = new ArrayList<>();
        final List<SharedReceiveQueue> shared = new ArrayList<>();
        final List<QueuePair> pairs = new ArrayList<>();
        final List<MemoryRegion> regions = new ArrayList<>();
        final List<AddressHandle> handles = new ArrayList<>();
        final List<MemoryWindow> windows = new ArrayList<>();
        final List<AutoCloseable> all = new ArrayList<>();
        final SendWorkRequests sends = SendWorkRequests.allocate(8, 2, 32);
        final ReceiveWorkRequests receives = ReceiveWorkRequests.allocate(8, 2);
        final WorkCompletions completions = WorkCompletions.allocate(8);

        World(long seed) {
            random = new Random(seed);
            domains.add(ProtectionDomain.create(context));
            queues.add(CompletionQueue.create(context, 8));
        }

        <T> T any(List<T> list) {
            if (list.isEmpty()) {
                throw new IndexOutOfBoundsException("none yet");
            }
            return list.get(random.nextInt(list.size()));
        }

        private <T extends AutoCloseable> void keep(List<T> list, T made) {
            list.add(made);
            all.add(made);
        }

        void make() {
            switch (random.nextInt(8)) {
                case 0 -> keep(domains, ProtectionDomain.create(context));
                case 1 -> keep(channels, CompletionChannel.create(context));
                case 2 ->
                        keep(
                                queues,
                                CompletionQueue.create(
                                        context,
                                        1 + random.nextInt(16),
                                        random.nextBoolean() ? any(channels) : null,
                                        random.nextInt(3)));
                case 3 -> keep(shared, SharedReceiveQueue.create(any(domains), 4, 2));
                case 4 ->
                        keep(
                                regions,
                                MemoryRegion.allocate(any(domains), 256, Loopback.ALL_ACCESS));
                case 5 ->
                        keep(handles, AddressHandle.create(any(domains), AddressVector.of(1, 17)));
                case 6 -> keep(windows, MemoryWindow.allocate(any(domains), any(types())));
                default -> makePair();
            }
        }

        private static List<MemoryWindowType> types() {
            return List.of(MemoryWindowType.values());
        }

        private void makePair() {
            QueuePairType type = any(List.of(QueuePairType.RC, QueuePairType.RC, QueuePairType.UD));
            QueuePairOptions options =
                    new QueuePairOptions(
                            type,
                            any(queues),
                            any(queues),
                            random.nextInt(3) == 0 ? any(shared) : null,
                            new QueuePairCapacities(4, 4, 2, 2, 32),
                            random.nextBoolean());
            keep(pairs, QueuePair.create(any(domains), options));
            QueuePair pair = pairs.getLast();
            QueuePair peer = any(pairs);
            Loopback.connect(pair, peer.number());
            if (type == QueuePairType.RC && peer != pair) {
                peer.modify(QueuePairAttributes.of(QueuePairState.RESET));
                Loopback.connect(peer, pair.number());
            }
        }

        void use() {
            switch (random.nextInt(10)) {
                case 0, 1, 2 -> post();
                case 3, 4 -> {
                    for (int i = 0; i < 8; i++) {
                        receives.element(i, 0, any(regions), 0, 200);
                    }
                    int count = 1 + random.nextInt(4);
                    if (random.nextInt(3) == 0) {
                        var _ = any(shared).postReceive(receives, random.nextInt(5), count);
                    } else {
                        var _ = any(pairs).postReceive(receives, random.nextInt(5), count);
                    }
                }
                case 5, 6 -> {
                    var _ = any(queues).poll(completions, 1 + random.nextInt(8));
                }
                case 7 -> {
                    any(queues).requestNotification(random.nextBoolean());
                    any(channels).awaitEvent(Duration.ofNanos(1));
                }
                case 8 -> {
                    any(queues).resize(1 + random.nextInt(32));
                    any(shared).limit(random.nextInt(4));
                    any(shared).resize(1 + random.nextInt(8));
                }
                default -> {
                    context.pollAsyncEvent();
                    any(pairs).modify(QueuePairAttributes.of(QueuePairState.ERR));
                }
            }
        }

        private void post() {
            QueuePair pair = any(pairs);
            int first = random.nextInt(5);
            int count = 1 + random.nextInt(4);
            for (int i = first; i < first + count; i++) {
                MemoryRegion region = any(regions);
                sends.opcode(i, any(List.of(SendOpcode.values())));
                sends.flags(i, random.nextBoolean() ? SendFlags.SIGNALED : 0);
                sends.element(i, 0, region, random.nextInt(64), random.nextInt(128));
                sends.remote(i, region.address() + 8L * random.nextInt(40), region.rkey());
                if (pair.options().type() == QueuePairType.UD || random.nextInt(4) == 0) {
                    sends.opcode(i, SendOpcode.SEND);
                    sends.datagram(i, any(handles), any(pairs).number(), 0x1234);
                } else if (random.nextInt(4) == 0) {
                    MemoryWindow window = any(windows);
                    sends.opcode(i, SendOpcode.BIND_MW);
                    sends.bindWindow(i, window, window.rkey() + 1, region, 0, 64, 0);
                }
            }
            var _ = pair.postSend(sends, first, count);
        }

        void closeOne() throws Exception {
            any(all).close();
        }
    }

    @Test
    void shouldCallCOnlyAsItMayBeCalled() throws Exception {
        MockVerbs.use();
        long first = Long.getLong("jdapl.verbs.seed", System.nanoTime());
        int refused = 0;
        int calls = 0;
        for (int i = 0; i < SEQUENCES; i++) {
            long seed = first + i;
            World world = new World(seed);
            for (int j = 0; j < CALLS; j++) {
                try {
                    int choice = world.random.nextInt(10);
                    if (choice < 4) {
                        world.make();
                    } else if (choice < 9) {
                        world.use();
                    } else {
                        world.closeOne();
                    }
                    calls++;
                } catch (VerbsException
                        | IllegalStateException
                        | IllegalArgumentException
                        | IndexOutOfBoundsException e) {
                    refused++;
                }
            }
            closeAll(world);
            assertThat(MockVerbs.violations())
                    .as("-Djdapl.verbs.seed=%d: %s", seed, MockVerbs.lastViolation())
                    .isZero();
        }
        MockVerbs.assertClean();
        assertThat(calls).isGreaterThan(SEQUENCES * CALLS / 4);
        assertThat(refused).isGreaterThan(SEQUENCES);
    }

    /** A region that a window is bound to is refused until the window has gone. */
    private static void closeAll(World world) throws Exception {
        for (MemoryWindow window : world.windows) {
            window.close();
        }
        world.context.close();
    }
}
