package org.jdapl.conformance.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.ConnectionRequestEvent;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Event;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.provider.soft.sim.Fault;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What holds whatever goes wrong: each piece of work that was taken completes exactly once, and
 * before the one terminal event of its connection is seen; no byte that was received is wrong; the
 * runtime reports no trouble of its own; and everything comes to an end.
 */
@Timeout(600)
class ChaosTest {

    /** More seeds by {@code -Djdapl.sim.seeds=...}. */
    private static final int SEEDS = Integer.getInteger("jdapl.sim.seeds", 40);

    private static final int BYTES = 3000;
    private static final int SLOTS = 4;
    private static final int MOST_AHEAD = 2;
    private static final int CONNECTIONS = 4;
    private static final Duration LIFETIME = Duration.ofSeconds(20);

    /** One of these for each seed, in turn. */
    private static final String[] PLANS = {
        "",
        "delay 1us..2ms\nreorder 20% 3ms\npoll-arm 50%",
        "loss 5%\nbreak-after 1s",
        "corrupt 3%",
        "short-writes 60%\nslow-reader a 300 20us",
        "at 500us partition a b\nat 900ms heal a b\nbreak-after 2s",
        "at 600us kill b",
        "at 600us remove b",
        "silent-death\nbreak-after 1s\nat 700us kill b",
        "loss 2%\ncorrupt 1%\nshort-writes 20%\npoll-arm 20%\nreuse-identifiers\nbreak-after 2s",
    };

    @ParameterizedTest
    @EnumSource
    void shouldKeepItsPromisesWhateverGoesWrong(ProgressMode mode) throws Exception {
        Map<Fault, Long> hit = new TreeMap<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            FaultPlan plan = FaultPlan.parse(PLANS[seed % PLANS.length]);
            try {
                Pair.run(seed, plan, mode, ChaosTest::passive, ChaosTest::active)
                        .counts()
                        .forEach((f, n) -> hit.merge(f, n, Long::sum));
            } catch (Exception e) {
                throw new AssertionError("seed " + seed + " with plan:\n" + plan, e);
            }
        }
        assertThat(hit.keySet())
                .contains(
                        Fault.LOSS,
                        Fault.UNREACHABLE,
                        Fault.REORDER,
                        Fault.CORRUPTION,
                        Fault.SHORT_WRITE,
                        Fault.POLL_ARM,
                        Fault.DEATH,
                        Fault.REMOVAL);
    }

    /** Work that was taken and has not completed, and what has come of a connection. */
    private static final class Account {
        private final Node node;
        private final LocalMemoryRegion memory;
        private int outstanding;

        Account(Node node) {
            this.node = node;
            memory = node.memory((long) BYTES * SLOTS * 2);
        }

        private long slot(long cookie) {
            return cookie % (SLOTS * 2) * BYTES;
        }

        void receive(long cookie) {
            took(node.endpoint.postReceive(memory, slot(cookie), BYTES, cookie));
        }

        /** A send whose bytes follow from its length. */
        void send(long cookie, int length) {
            fill(memory.segment().asSlice(slot(cookie), length), length);
            took(
                    node.endpoint.postSend(
                            memory, slot(cookie), length, cookie, CompletionFlags.DEFAULT));
        }

        private void took(int status) {
            if (status == PostStatus.OK) {
                outstanding++;
            } else {
                assertThat(status).isIn(PostStatus.INVALID_STATE, PostStatus.QUEUE_FULL);
            }
        }

        void completed(DtoCompletion c) {
            outstanding--;
            assertThat(outstanding).as("completions of " + node.host.name()).isNotNegative();
            if (c.isSuccess() && c.operation() == OperationKind.SEND && c.cookie() < SLOTS) {
                requireFilled(memory.segment().asSlice(slot(c.cookie()), c.length()));
            }
        }

        /** A terminal event was seen: everything is there. */
        void settle() {
            for (Event e = node.completions.dequeue(); e != null; e = node.completions.dequeue()) {
                completed((DtoCompletion) e);
            }
            assertThat(outstanding).as("work of " + node.host.name() + " left").isZero();
            assertThat(node.connections.dequeue()).as("events after the terminal one").isNull();
        }
    }

    private static void fill(MemorySegment segment, int length) {
        for (long i = 0; i < segment.byteSize(); i++) {
            segment.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + length));
        }
    }

    private static void requireFilled(MemorySegment segment) {
        for (long i = 0; i < segment.byteSize(); i++) {
            assertThat(segment.get(ValueLayout.JAVA_BYTE, i))
                    .isEqualTo((byte) (i * 7 + segment.byteSize()));
        }
    }

    private static boolean isOver(Node node) {
        return node.sim.elapsed().compareTo(LIFETIME) > 0;
    }

    private static void passive(Node node) throws Exception {
        Account account = new Account(node);
        node.listen();
        while (!isOver(node)) {
            Event event = node.requests.await(Duration.ofSeconds(1));
            if (event instanceof ConnectionRequestEvent e) {
                for (int i = 0; i < SLOTS; i++) {
                    account.receive(i);
                }
                e.request().accept(node.endpoint);
                live(node, account);
            }
        }
        requireNoTrouble(node);
    }

    private static void active(Node node) throws Exception {
        Account account = new Account(node);
        for (int i = 0; i < CONNECTIONS && !isOver(node); i++) {
            for (int slot = 0; slot < SLOTS; slot++) {
                account.receive(slot);
            }
            node.endpoint.connect(Echo.peer(node), ConnectOptions.within(Duration.ofSeconds(3)));
            live(node, account);
        }
        requireNoTrouble(node);
    }

    /** Works until the connection has ended, by whomever. */
    private static void live(Node node, Account account) throws InterruptedException {
        ConnectionEvent first = node.connectionEvent();
        if (!first.isTerminal()) {
            work(node, account);
        }
        account.settle();
        node.endpoint.reset();
    }

    private static void work(Node node, Account account) throws InterruptedException {
        int rounds = (int) (node.sim.random().nextLong() & 31);
        int ahead = 0;
        int patience = 100;
        for (int i = 0; i < rounds; i++) {
            account.send(SLOTS + i % SLOTS, 1 + (int) (node.sim.random().nextLong() & 0x7ff));
            ahead++;
            // As far ahead of the peer as it has receives for sure.
            do {
                Event event = node.completions.await(Duration.ofMillis(5));
                if (event instanceof DtoCompletion c) {
                    account.completed(c);
                    if (c.isSuccess() && c.cookie() < SLOTS) {
                        account.receive(c.cookie());
                        ahead--;
                    }
                }
                Event ended = node.connections.dequeue();
                if (ended != null) {
                    assertThat(((ConnectionEvent) ended).isTerminal()).isTrue();
                    return;
                }
            } while (ahead > MOST_AHEAD && patience-- > 0);
        }
        node.endpoint.disconnect(
                node.sim.random().nextLong() < 0 ? DisconnectMode.ABRUPT : DisconnectMode.GRACEFUL);
        assertThat(node.connectionEvent().isTerminal()).isTrue();
    }

    private static void requireNoTrouble(Node node) {
        for (Event e = node.adapter.asyncEvents().dequeue();
                e != null;
                e = node.adapter.asyncEvents().dequeue()) {
            assertThat(e).isNotInstanceOf(AsyncEvent.ProviderInternalError.class);
        }
    }
}
