package org.jdapl.conformance.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AsyncEvent;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.ConnectionEvent;
import org.jdapl.api.DatException;
import org.jdapl.api.DtoCompletion;
import org.jdapl.api.Endpoint;
import org.jdapl.api.Event;
import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.RemoteRegion;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.IwarpAttributes;
import org.jdapl.api.data.PostStatus;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.soft.sim.Fault;
import org.jdapl.provider.soft.sim.FaultPlan;
import org.jdapl.provider.soft.sim.SimHost;
import org.jdapl.provider.soft.sim.Simulation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What an application sees of each fault. */
@Timeout(120)
class FaultsTest {

    private static final Duration FOREVER = Duration.ofHours(1);

    private static Simulation echo(String plan, ProgressMode mode) throws Exception {
        Echo echo = new Echo(5, 4000);
        return Pair.run(1, FaultPlan.parse(plan), mode, echo::passive, echo::active);
    }

    /** A passive side that takes one connection, posts a receive and tells how it ended. */
    private static Pair.Program accepting(List<Event> seen) {
        return node -> {
            LocalMemoryRegion memory = node.memory(4096);
            node.listen();
            node.endpoint.receive(memory.whole(), 1);
            node.accept();
            seen.add(node.completion());
            seen.add(node.connectionEvent());
        };
    }

    /**
     * The stream has failed between two messages, of which iWARP makes a disconnect, or inside one.
     */
    private static void requireFlushedThenEnded(List<Event> seen) {
        requireFlushedThen(seen, ConnectionEvent.Broken.class, ConnectionEvent.Disconnected.class);
    }

    private static void requireFlushedThen(List<Event> seen, Class<?>... endings) {
        assertThat(seen).hasSize(2);
        assertThat(((DtoCompletion) seen.get(0)).status()).isEqualTo(CompletionStatus.FLUSHED);
        assertThat(seen.get(1)).isInstanceOfAny(endings);
    }

    // ---- the link

    @ParameterizedTest
    @EnumSource
    void shouldComeLaterWhereSegmentsAreLost(ProgressMode mode) throws Exception {
        Simulation sim = echo("loss 20%", mode);

        assertThat(sim.counts().get(Fault.LOSS)).isPositive();
        assertThat(sim.elapsed()).isGreaterThan(Duration.ofMillis(200));
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeAsLongAsThePlanSays(ProgressMode mode) throws Exception {
        // MPA's request and reply, five messages there and back.
        assertThat(echo("delay 10ms..10ms", mode).elapsed()).isGreaterThan(Duration.ofMillis(120));
    }

    @ParameterizedTest
    @EnumSource
    void shouldBreakWhereNothingComesThroughForTooLong(ProgressMode mode) throws Exception {
        List<Event> seen = new ArrayList<>();
        Simulation sim =
                Pair.run(
                        1,
                        FaultPlan.parse("break-after 3s"),
                        mode,
                        node -> {
                            node.listen();
                            node.accept();
                            assertThat(node.connections.await(Duration.ofSeconds(30)))
                                    .as("who sends nothing learns nothing")
                                    .isNull();
                        },
                        node -> {
                            LocalMemoryRegion memory = node.memory(64);
                            node.endpoint.receive(memory.whole(), 1);
                            node.connect(Echo.peer(node));
                            node.sim.partition(node.sim.host("a"), node.sim.host("b"));
                            Duration start = node.sim.elapsed();
                            node.endpoint.send(memory.slice(0, 8), 2);
                            assertThat(node.completion().isSuccess())
                                    .as("a send is done when it is with the system")
                                    .isTrue();
                            seen.add(node.completion());
                            seen.add(node.connectionEvent());
                            assertThat(node.sim.elapsed().minus(start))
                                    .isBetween(Duration.ofSeconds(3), Duration.ofSeconds(4));
                        });

        requireFlushedThenEnded(seen);
        assertThat(sim.counts()).containsEntry(Fault.BREAK, 1L).containsKey(Fault.UNREACHABLE);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGoOnAfterAPartitionHasHealed(ProgressMode mode) throws Exception {
        Simulation sim = echo("at 150us partition a b\nat 2s heal b a", mode);

        assertThat(sim.counts())
                .containsEntry(Fault.PARTITION, 1L)
                .containsEntry(Fault.HEAL, 1L)
                .containsKey(Fault.UNREACHABLE);
        assertThat(sim.elapsed()).isGreaterThan(Duration.ofSeconds(2));
    }

    @Test
    void shouldReorderConnectionsAgainstEachOther() throws Exception {
        FaultPlan plan = FaultPlan.parse("delay 10us..10us\nreorder 50% 1ms");
        Set<Boolean> firstCameFirst = new HashSet<>();
        for (long seed = 0; seed < 20; seed++) {
            Pair.run(
                    seed,
                    plan,
                    ProgressMode.MANUAL,
                    node -> {
                        LocalMemoryRegion memory = node.memory(64);
                        Endpoint second = node.endpoint();
                        node.listen();
                        node.endpoint.receive(memory.slice(0, 8), 1);
                        second.receive(memory.slice(8, 8), 2);
                        node.accept();
                        node.request().accept(second);
                        node.connectionEvent();
                        firstCameFirst.add(node.completion().cookie() == 1);
                        node.completion();
                    },
                    node -> {
                        LocalMemoryRegion memory = node.memory(64);
                        Endpoint second = node.endpoint();
                        node.connect(Echo.peer(node));
                        second.connect(Echo.peer(node), ConnectOptions.within(Node.LIMIT));
                        node.connectionEvent();
                        node.endpoint.send(memory.slice(0, 8), 1);
                        second.send(memory.slice(8, 8), 2);
                        node.connectionEvent();
                    });
        }
        assertThat(firstCameFirst).containsExactlyInAnyOrder(true, false);
    }

    // ---- corruption

    private static final FaultPlan CORRUPT = FaultPlan.parse("corrupt 30%");

    @ParameterizedTest
    @EnumSource
    void shouldBreakRatherThanDeliverAChangedByte(ProgressMode mode) throws Exception {
        long broken = 0;
        for (long seed = 0; seed < 20; seed++) {
            List<Event> seen = new ArrayList<>();
            Simulation sim = oneMessage(seed, mode, TransportAttributes.NONE, seen, true);
            if (sim.counts().containsKey(Fault.CORRUPTION)) {
                assertThat(seen.getLast())
                        .isInstanceOfAny(
                                ConnectionEvent.Broken.class,
                                ConnectionEvent.AcceptCompletionError.class);
                broken++;
            }
        }
        assertThat(broken).isPositive();
    }

    @Test
    void shouldDeliverAChangedByteWhereTheCheckIsOff() throws Exception {
        TransportAttributes unchecked = TransportAttributes.NONE.with(IwarpAttributes.CRC, false);
        long changed = 0;
        for (long seed = 0; seed < 20; seed++) {
            List<Event> seen = new ArrayList<>();
            Simulation sim = oneMessage(seed, ProgressMode.MANUAL, unchecked, seen, false);
            if (!sim.counts().isEmpty() && seen.contains(null)) {
                changed++;
            }
        }
        assertThat(changed).as("messages that were delivered with a changed byte").isPositive();
    }

    /**
     * Sends one message and waits for it, or for the end of the connection: puts the completion and
     * the connection event into a list, or null for a message that is not what was sent.
     */
    private static Simulation oneMessage(
            long seed,
            ProgressMode mode,
            TransportAttributes transport,
            List<Event> seen,
            boolean requireGood)
            throws Exception {
        return Pair.run(
                seed,
                CORRUPT,
                mode,
                transport,
                node -> {
                    LocalMemoryRegion in = node.memory(1000);
                    LocalMemoryRegion good = node.memory(1000);
                    Echo.fill(good.segment(), 0);
                    node.listen();
                    node.endpoint.receive(in.whole(), 1);
                    node.request().accept(node.endpoint);
                    ConnectionEvent first = node.connectionEvent();
                    seen.add(first);
                    if (first.isTerminal()) {
                        return;
                    }
                    Event event = node.completions.await(Duration.ofSeconds(5));
                    if (event instanceof DtoCompletion c && c.isSuccess()) {
                        boolean same = in.segment().mismatch(good.segment()) == -1;
                        assertThat(same || !requireGood).as("seed " + seed).isTrue();
                        seen.add(same ? c : null);
                    }
                    seen.add(node.connectionEvent());
                },
                node -> {
                    LocalMemoryRegion out = node.memory(1000);
                    Echo.fill(out.segment(), 0);
                    node.connect(Echo.peer(node));
                    if (node.endpoint.postSend(out, 0, 1000, 1, 0) == PostStatus.OK) {
                        node.completion();
                    }
                    // The end of the program resets the connection, where it is still there.
                    node.connections.await(Duration.ofMillis(100));
                    node.sim.host("a").kill();
                });
    }

    // ---- hosts that are slow, or gone

    @ParameterizedTest
    @EnumSource
    void shouldWaitForASlowReader(ProgressMode mode) throws Exception {
        Simulation sim = echo("slow-reader b 100 10ms", mode);

        // Five messages of 4000 bytes, 100 bytes each 10 ms.
        assertThat(sim.elapsed()).isGreaterThan(Duration.ofSeconds(2));
        assertThat(sim.counts().get(Fault.SLOW_READ)).isGreaterThan(200);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellThePeerOfADeadProcess(ProgressMode mode) throws Exception {
        List<Event> seen = new ArrayList<>();
        Simulation sim =
                Pair.run(
                        1,
                        FaultPlan.parse("at 2ms kill a"),
                        mode,
                        accepting(seen),
                        node -> {
                            node.connect(Echo.peer(node));
                            node.completions.await(FOREVER);
                            throw new AssertionError("a dead process goes on");
                        });

        requireFlushedThenEnded(seen);
        assertThat(sim.elapsed()).isLessThan(Duration.ofMillis(3));
        assertThat(sim.counts()).containsEntry(Fault.DEATH, 1L);
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveThePeerInTheDarkWhereTheHostIsGone(ProgressMode mode) throws Exception {
        List<Event> seen = new ArrayList<>();
        Pair.run(
                1,
                FaultPlan.parse("silent-death\nbreak-after 2s\nat 2ms kill a"),
                mode,
                node -> {
                    LocalMemoryRegion memory = node.memory(64);
                    node.listen();
                    node.endpoint.receive(memory.whole(), 1);
                    node.accept();
                    assertThat(node.connections.await(Duration.ofMinutes(1))).isNull();
                    node.endpoint.send(memory.whole(), 2);
                    assertThat(node.completion().isSuccess()).isTrue();
                    seen.add(node.completion());
                    seen.add(node.connectionEvent());
                },
                node -> {
                    node.connect(Echo.peer(node));
                    node.completions.await(FOREVER);
                });

        requireFlushedThenEnded(seen);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTellOfAnAdapterThatWasRemoved(ProgressMode mode) throws Exception {
        List<Event> seen = new ArrayList<>();
        Simulation sim =
                Pair.run(
                        1,
                        FaultPlan.parse("at 2ms remove b\nat 5ms return b"),
                        mode,
                        node -> {
                            accepting(seen).run(node);
                            Event event = node.adapter.asyncEvents().await(Node.LIMIT);
                            assertThat(event)
                                    .isInstanceOfSatisfying(
                                            AsyncEvent.AdapterCatastrophic.class,
                                            e ->
                                                    assertThat(e.reason())
                                                            .isEqualTo(
                                                                    "the adapter of host b was"
                                                                            + " removed"));
                            assertThat(node.registry.adapters()).isEmpty();
                            assertThatThrownBy(
                                            () ->
                                                    node.registry.open(
                                                            "soft:sim", AdapterOptions.defaults()))
                                    .isInstanceOfSatisfying(
                                            DatException.class,
                                            e ->
                                                    assertThat(e.code().type())
                                                            .isEqualTo(DatType.PROVIDER_NOT_FOUND));
                            node.sim.sleep(Duration.ofMillis(10));
                            node.registry.open("soft:sim", AdapterOptions.defaults()).close();
                        },
                        node -> {
                            node.connect(Echo.peer(node));
                            assertThat(node.connections.await(Duration.ofSeconds(1)))
                                    .as("the peer hears nothing")
                                    .isNull();
                        });

        requireFlushedThen(seen, ConnectionEvent.Broken.class);
        assertThat(sim.counts()).containsEntry(Fault.REMOVAL, 1L).containsEntry(Fault.RETURN, 1L);
    }

    // ---- connecting

    @ParameterizedTest
    @EnumSource
    void shouldBeRefusedWhereNobodyListens(ProgressMode mode) throws Exception {
        requireNoConnection(mode, "", host("b"), ConnectionEvent.NonPeerRejected.class);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotReachAHostThatIsNotThere(ProgressMode mode) throws Exception {
        requireNoConnection(
                mode,
                "",
                _ -> InetAddress.ofLiteral("10.0.0.77"),
                ConnectionEvent.Unreachable.class);
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveUpToConnectAcrossAPartition(ProgressMode mode) throws Exception {
        requireNoConnection(
                mode,
                "break-after 5s\nat 0s partition a b",
                host("b"),
                ConnectionEvent.Unreachable.class);
    }

    private static Function<Simulation, InetAddress> host(String name) {
        return sim -> sim.host(name).addresses().getFirst();
    }

    private static void requireNoConnection(
            ProgressMode mode,
            String plan,
            Function<Simulation, InetAddress> to,
            Class<? extends ConnectionEvent> outcome)
            throws Exception {
        List<Event> seen = new ArrayList<>();
        Pair.run(
                1,
                FaultPlan.parse(plan),
                mode,
                node -> node.sim.sleep(Duration.ofSeconds(1)),
                node -> {
                    node.endpoint.connect(
                            new InetSocketAddress(to.apply(node.sim), Node.PORT),
                            ConnectOptions.within(Node.LIMIT));
                    seen.add(node.connectionEvent());
                });
        assertThat(seen).singleElement().isInstanceOf(outcome);
    }

    // ---- resources

    @ParameterizedTest
    @EnumSource
    void shouldCarryEveryByteThroughFullQueues(ProgressMode mode) throws Exception {
        assertThat(echo("short-writes 70%", mode).counts().get(Fault.SHORT_WRITE)).isPositive();
    }

    @Test
    void shouldRefuseMemoryWithTheTypedError() throws Exception {
        try (Simulation sim =
                Simulation.builder().faults(FaultPlan.parse("refuse-memory 100%")).build()) {
            SimHost a = sim.host("a");
            sim.run(
                    () -> {
                        try (Node node = new Node(sim, a, ProgressMode.MANUAL)) {
                            assertThatThrownBy(() -> node.memory(64))
                                    .isInstanceOfSatisfying(
                                            DatException.class,
                                            e -> {
                                                assertThat(e.code().type())
                                                        .isEqualTo(DatType.INSUFFICIENT_RESOURCES);
                                                assertThat(e.code().subtype())
                                                        .isEqualTo(
                                                                DatSubtype.RESOURCE_MEMORY_REGION);
                                            });
                        }
                    });
            assertThat(sim.counts()).containsEntry(Fault.REFUSED_MEMORY, 1L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldMissNoCompletionThatComesBetweenPollAndArm(ProgressMode mode) throws Exception {
        long placed = 0;
        for (long seed = 0; seed < 20; seed++) {
            Echo echo = new Echo(5, 100);
            placed +=
                    Pair.run(
                                    seed,
                                    FaultPlan.parse("poll-arm 100%"),
                                    mode,
                                    echo::passive,
                                    echo::active)
                            .counts()
                            .getOrDefault(Fault.POLL_ARM, 0L);
        }
        assertThat(placed).isPositive();
    }

    @Test
    void shouldLetAStaleKeyHitTheNextRegion() throws Exception {
        Map<String, Boolean> hit = new HashMap<>();
        for (String plan : List.of("", "reuse-identifiers")) {
            Pair.run(
                    1,
                    FaultPlan.parse(plan),
                    ProgressMode.AUTO,
                    node -> {
                        LocalMemoryRegion first = node.memory(64);
                        RemoteRegion stale = first.remoteRegion();
                        first.close();
                        LocalMemoryRegion second = node.memory(64);
                        LocalMemoryRegion message = node.memory(64);
                        message.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, 0, stale.address());
                        message.segment().set(ValueLayout.JAVA_LONG_UNALIGNED, 8, stale.key());
                        node.listen();
                        node.accept();
                        node.endpoint.send(message.whole(), 1);
                        node.completion();
                        node.connectionEvent();
                        hit.put(plan, second.segment().get(ValueLayout.JAVA_BYTE, 5) == 42);
                    },
                    node -> {
                        LocalMemoryRegion memory = node.memory(64);
                        node.endpoint.receive(memory.whole(), 1);
                        node.connect(Echo.peer(node));
                        node.completion();
                        long address = memory.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                        long key = memory.segment().get(ValueLayout.JAVA_LONG_UNALIGNED, 8);
                        memory.segment().fill((byte) 42);
                        assertThat(node.endpoint.postWrite(memory, 0, 64, address, key, 2, 0))
                                .isEqualTo(PostStatus.OK);
                        node.completion();
                        node.sim.sleep(Duration.ofMillis(1));
                    });
        }
        assertThat(hit).containsEntry("", false).containsEntry("reuse-identifiers", true);
    }
}
