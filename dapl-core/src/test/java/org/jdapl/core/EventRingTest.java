package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jdapl.api.SoftwareEvent;
import org.jdapl.api.data.OperationKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EventRingTest {

    private Rig rig;
    private EventDispatcherImpl dispatcher;
    private EndpointImpl one;
    private EndpointImpl two;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
        dispatcher = (EventDispatcherImpl) rig.adapter.asyncEvents();
        one = rig.side().endpoint;
        two = rig.side().endpoint;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static void completion(EventRing ring, Ledger ledger, long cookie, boolean quiet) {
        ring.pushCompletion(
                ledger.endpoint,
                ledger,
                0,
                cookie,
                0,
                OperationKind.SEND,
                5,
                1,
                6,
                7,
                8,
                null,
                quiet);
    }

    private SoftwareEvent event(Object payload) {
        return new SoftwareEvent(dispatcher, payload);
    }

    private List<Object> drain(EventRing ring) {
        List<Object> all = new ArrayList<>();
        EventBatchImpl batch = new EventBatchImpl(1);
        while (!ring.isEmpty()) {
            batch.begin(dispatcher);
            ring.moveTo(batch);
            all.add(
                    batch.isCompletion(0)
                            ? (Object) batch.cookie(0)
                            : ((SoftwareEvent) batch.event(0)).payload());
        }
        return all;
    }

    @Test
    void eventsAndCompletionsComeOutInOrderAndWhole() {
        EventRing ring = new EventRing(1);
        Ledger ledger = new Ledger(one, false, false, 4);
        ring.pushEvent(event("a"));
        ring.pushCompletion(
                ledger.endpoint,
                ledger,
                0,
                11,
                2,
                OperationKind.RDMA_READ,
                12,
                1,
                13,
                14,
                15,
                null,
                false);
        EventBatchImpl batch = new EventBatchImpl(2);
        batch.begin(dispatcher);
        ring.moveTo(batch);
        ring.moveTo(batch);
        assertThat(batch.isCompletion(0)).isFalse();
        assertThat(((SoftwareEvent) batch.event(0)).payload()).isEqualTo("a");
        assertThat(batch.isCompletion(1)).isTrue();
        assertThat(batch.cookie(1)).isEqualTo(11);
        assertThat(batch.status(1).value()).isEqualTo(2);
        assertThat(batch.operation(1)).isEqualTo(OperationKind.RDMA_READ);
        assertThat(batch.length(1)).isEqualTo(12);
        assertThat(batch.hasImmediate(1)).isTrue();
        assertThat(batch.immediate(1)).isEqualTo(13);
        assertThat(batch.invalidatedKey(1)).isEqualTo(14);
        assertThat(batch.vendorStatus(1)).isEqualTo(15);
        assertThat(batch.endpoint(1)).isSameAs(one);
        assertThat(ring.isEmpty()).isTrue();
    }

    @Test
    void theRingGrowsWithoutLosingAnything() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        EventRing ring = new EventRing(8);
        Ledger ledger = new Ledger(one, false, false, 0);
        List<Object> expected = new ArrayList<>();
        List<Object> got = new ArrayList<>();
        int quiet = 0;
        EventBatchImpl batch = new EventBatchImpl(1);
        for (int i = 0; i < 20_000; i++) {
            if (random.nextInt(100) < 51) {
                if (random.nextBoolean()) {
                    ring.pushEvent(event(i));
                    expected.add(i);
                } else {
                    boolean isQuiet = random.nextBoolean();
                    completion(ring, ledger, i, isQuiet);
                    expected.add((long) i);
                    quiet += isQuiet ? 1 : 0;
                }
            } else if (!ring.isEmpty()) {
                batch.begin(dispatcher);
                ring.moveTo(batch);
                got.add(
                        batch.isCompletion(0)
                                ? (Object) batch.cookie(0)
                                : ((SoftwareEvent) batch.event(0)).payload());
            }
        }
        got.addAll(drain(ring));
        assertThat(got).as("seed %d", seed).isEqualTo(expected);
        assertThat(quiet).isPositive();
        assertThat(ring.notifies()).isFalse();
    }

    @Test
    void takingAnEventGivesItsPlaceBack() {
        EventRing ring = new EventRing(8);
        Ledger ledger = new Ledger(one, false, false, 1);
        ledger.enter(OperationKind.SEND, 1, 0, false, false, null);
        ledger.completeThrough(0);
        completion(ring, ledger, 1, false);
        assertThat(ledger.isFull()).isTrue();
        drain(ring);
        assertThat(ledger.isFull()).isFalse();
    }

    @Test
    void clearingTheRingGivesAllPlacesBack() {
        EventRing ring = new EventRing(8);
        Ledger ledger = new Ledger(one, false, false, 3);
        for (int i = 0; i < 3; i++) {
            long seq = ledger.enter(OperationKind.SEND, 1, 0, false, false, null);
            ledger.completeThrough(seq);
            completion(ring, ledger, 1, i == 0);
        }
        ring.pushEvent(event("x"));
        ring.clear();
        assertThat(ring.isEmpty()).isTrue();
        assertThat(ring.notifies()).isFalse();
        for (int i = 0; i < 3; i++) {
            assertThat(ledger.isFull()).isFalse();
            ledger.enter(OperationKind.SEND, 1, 0, false, false, null);
        }
        assertThat(ledger.isFull()).isTrue();
    }

    @Test
    void onlyTheCompletionsOfOneEndpointAreMoved() {
        EventRing held = new EventRing(8);
        EventRing ring = new EventRing(8);
        Ledger ofOne = new Ledger(one, true, false, 16);
        Ledger ofTwo = new Ledger(two, true, false, 16);
        for (int i = 0; i < 8; i++) {
            completion(held, i % 2 == 0 ? ofOne : ofTwo, i, i == 2 || i == 3);
        }
        ring.pushEvent(event("established"));
        held.moveTo(ring, one);
        assertThat(held.hasCompletionOf(one)).isFalse();
        assertThat(held.hasCompletionOf(two)).isTrue();
        completion(held, ofTwo, 9, false);
        assertThat(drain(ring)).containsExactly("established", 0L, 2L, 4L, 6L);
        assertThat(drain(held)).containsExactly(1L, 3L, 5L, 7L, 9L);
    }

    @Test
    void aRingOfQuietEventsDoesNotNotify() {
        EventRing ring = new EventRing(8);
        Ledger ledger = new Ledger(one, false, false, 4);
        completion(ring, ledger, 1, true);
        assertThat(ring.notifies()).isFalse();
        completion(ring, ledger, 2, false);
        assertThat(ring.notifies()).isTrue();
        completion(ring, ledger, 3, true);
        ring.ensureCapacity(100);
        assertThat(ring.notifies()).isTrue();
        EventBatchImpl batch = new EventBatchImpl(2);
        batch.begin(dispatcher);
        ring.moveTo(batch);
        ring.moveTo(batch);
        assertThat(ring.size()).isEqualTo(1);
        assertThat(ring.notifies()).isFalse();
    }
}
