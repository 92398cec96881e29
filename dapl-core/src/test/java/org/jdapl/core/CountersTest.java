package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.jdapl.api.ConnectOptions;
import org.jdapl.api.Counters;
import org.jdapl.api.DatException;
import org.jdapl.api.DisconnectMode;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionFlags;
import org.jdapl.api.data.CompletionStatus;
import org.jdapl.api.data.DatType;
import org.jdapl.core.fake.FakeQueuePair;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CountersTest {

    private Rig rig;
    private Rig.Side a;
    private Rig.Side b;

    @BeforeEach
    void open() throws InterruptedException {
        rig = Rig.manual().build();
        a = rig.side();
        b = rig.side();
        rig.connect(a, b);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static void holds(Counters counters, Map<String, Long> expected) {
        expected.forEach((name, n) -> assertThat(counters.value(name)).as(name).isEqualTo(n));
    }

    @Test
    void anEndpointCountsItsWorkByKind() {
        b.mustReceive(1);
        b.mustReceive(2);
        a.mustSend(3);
        assertThat(a.send(4, CompletionFlags.SUPPRESS)).isZero();
        assertThat(
                        a.endpoint.postWrite(
                                rig.memory,
                                0,
                                100,
                                rig.memory.remoteRegion().address(),
                                rig.memory.remoteRegion().key(),
                                5,
                                0))
                .isZero();
        assertThat(a.endpoint.postSend(rig.memory, -1, 1, 6, 0)).isNegative();
        rig.drain();
        Rig.takeAll(a.requests);
        Rig.takeAll(b.receives);
        holds(
                a.endpoint.counters(),
                Map.of(
                        "posted", 3L,
                        "posted.send", 2L,
                        "bytes.send", 16L,
                        "posted.rdma_write", 1L,
                        "bytes.rdma_write", 100L,
                        "bytes.out", 116L,
                        "completed", 3L,
                        "failed", 0L));
        holds(
                b.endpoint.counters(),
                Map.of("posted.receive", 2L, "completed", 2L, "bytes.in", 16L, "bytes.out", 0L));
    }

    @Test
    void failuresAndFlushesAreToldApart() throws InterruptedException {
        a.pair().mode = FakeQueuePair.Mode.HELD;
        a.mustSend(1);
        a.mustSend(2);
        a.pair().completeSend(CompletionStatus.REMOTE_ACCESS);
        rig.drain();
        Rig.takeAll(a.requests);
        rig.drain();
        Rig.takeAll(a.requests);
        holds(
                a.endpoint.counters(),
                Map.of(
                        "posted", 2L,
                        "completed", 0L,
                        "failed", 1L,
                        "flushed", 1L,
                        "connections.ended", 1L,
                        "connections.broken", 1L));
    }

    @Test
    void connectionsAreCountedFromAttemptToEnd() throws InterruptedException {
        a.endpoint.disconnect(DisconnectMode.ABRUPT);
        Rig.Side refused = rig.side();
        rig.requestFrom(refused).reject(org.jdapl.api.PrivateData.EMPTY);
        rig.drain();
        a.endpoint.reset();
        a.endpoint.connect(rig.address(), ConnectOptions.within(Rig.LIMIT));
        holds(
                a.endpoint.counters(),
                Map.of(
                        "connects.started", 2L,
                        "connects.failed", 0L,
                        "connections.established", 1L,
                        "connections.ended", 1L,
                        "connections.broken", 0L));
        holds(
                refused.endpoint.counters(),
                Map.of(
                        "connects.started", 1L,
                        "connects.failed", 1L,
                        "connections.established", 0L));
    }

    @Test
    void anAdapterKeepsTheNumbersOfEndpointsThatAreClosed() {
        b.mustReceive(1);
        a.mustSend(2);
        rig.drain();
        Rig.takeAll(a.requests);
        Rig.takeAll(b.receives);
        Counters before = rig.adapter.counters();
        holds(before, Map.of("posted.send", 1L, "connections.established", 2L));
        a.endpoint.close();
        b.endpoint.close();
        Counters after = rig.adapter.counters();
        holds(after, Map.of("posted.send", 1L, "completed", 2L, "connections.ended", 2L));
        holds(
                after.since(before),
                Map.of("posted.send", 0L, "connections.ended", 2L, "created.endpoint", 0L));
        holds(a.endpoint.counters(), Map.of("posted.send", 1L));
    }

    @Test
    void anAdapterCountsWhatWasMadeAndRegistered() {
        Counters before = rig.adapter.counters();
        rig.zone.allocate(100, org.jdapl.api.data.Privilege.ALL).close();
        rig.side().endpoint.close();
        holds(
                rig.adapter.counters().since(before),
                Map.of(
                        "created.local_memory_region", 1L,
                        "bytes.registered", 100L,
                        "created.endpoint", 1L,
                        "created.event_dispatcher", 3L));
    }

    @Test
    void theTransportsCountersNeedTheCapability() {
        rig.provider.counters.put("segments", 7L);
        assertThat(rig.adapter.counters().values()).doesNotContainKey("transport.segments");
        try (Rig other =
                Rig.manual().provider(p -> p.capabilities.add(Capability.COUNTERS)).build()) {
            other.provider.counters.put("segments", 7L);
            holds(other.adapter.counters(), Map.of("transport.segments", 7L));
            other.provider.plan.failNext("counters", new IllegalStateException("planned"));
            assertThat(other.adapter.counters().values()).containsKey("posted");
            other.adapter.close();
            assertThat(other.adapter.counters().values()).doesNotContainKey("transport.segments");
        }
    }

    @Test
    void aDispatcherCountsWhatItsReadersDid() throws InterruptedException {
        b.mustReceive(1);
        a.mustSend(2);
        Counters before = b.receives.counters();
        assertThat(b.receives.await(Rig.LIMIT)).isNotNull();
        assertThat(b.receives.await(Duration.ZERO)).isNull();
        assertThat(b.receives.dequeue()).isNull();
        Counters d = b.receives.counters().since(before);
        holds(d, Map.of("events.taken", 1L, "waits", 2L, "waits.without_event", 1L));
        assertThat(d.value("polls")).isPositive();
    }

    @Test
    void anUnknownCounterIsRefusedWithThoseThereAre() {
        assertThatThrownBy(() -> a.requests.counters().value("nonsense"))
                .isInstanceOfSatisfying(
                        DatException.class,
                        e -> assertThat(e.type()).isEqualTo(DatType.INVALID_PARAMETER))
                .hasMessageContaining("events.taken");
    }
}
