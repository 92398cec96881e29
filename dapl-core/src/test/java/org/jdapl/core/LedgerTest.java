package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.jdapl.api.LocalMemoryRegion;
import org.jdapl.api.data.OperationKind;
import org.jdapl.api.data.Privilege;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {

    private Rig rig;
    private EndpointImpl endpoint;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
        endpoint = rig.side().endpoint;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private Ledger ledger(int depth) {
        return new Ledger(endpoint, false, false, depth);
    }

    private static long enter(Ledger ledger, long cookie) {
        return ledger.enter(OperationKind.SEND, cookie, cookie + 1, false, false, null);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 64, 107})
    void aLedgerHoldsExactlyItsDepth(int depth) {
        Ledger ledger = ledger(depth);
        for (int round = 0; round < 3 * depth; round += depth) {
            for (int i = 0; i < depth; i++) {
                assertThat(ledger.isFull()).isFalse();
                assertThat(enter(ledger, i)).isEqualTo(round + i);
            }
            assertThat(ledger.isFull()).isTrue();
            assertThat(ledger.outstanding()).isEqualTo(depth);
            for (int i = 0; i < depth; i++) {
                assertThat(ledger.cookie(round + i)).isEqualTo(i);
                assertThat(ledger.length(round + i)).isEqualTo(i + 1);
            }
            ledger.completeThrough(round + depth - 1);
            assertThat(ledger.outstanding()).isZero();
            assertThat(ledger.isFull()).as("completed, but not given back").isTrue();
            ledger.free(depth);
        }
    }

    @Test
    void aLedgerOfDepthZeroIsFullFromTheStart() {
        assertThat(ledger(0).isFull()).isTrue();
    }

    @Test
    void whatThePosterTakesBackLeavesNoTrace() {
        Ledger ledger = ledger(2);
        long first = enter(ledger, 1);
        long second = enter(ledger, 2);
        ledger.withdraw(second);
        assertThat(ledger.outstanding()).isEqualTo(1);
        assertThat(ledger.isFull()).isFalse();
        assertThat(enter(ledger, 3)).isEqualTo(second);
        assertThat(ledger.cookie(first)).isEqualTo(1);
        assertThat(ledger.cookie(second)).isEqualTo(3);
    }

    @Test
    void lowBitsFindOutstandingWorkAndNothingElse() {
        Ledger ledger = ledger(4);
        for (int i = 0; i < 4; i++) {
            enter(ledger, i);
        }
        ledger.completeThrough(1);
        assertThat(ledger.sequence(0)).as("completed").isEqualTo(-1);
        assertThat(ledger.sequence(1)).as("completed").isEqualTo(-1);
        assertThat(ledger.sequence(2)).isEqualTo(2);
        assertThat(ledger.sequence(3)).isEqualTo(3);
        assertThat(ledger.sequence(4)).as("not posted yet").isEqualTo(-1);
        assertThat(ledger.sequence(Integer.MAX_VALUE)).isEqualTo(-1);
    }

    @Test
    void oneRequestInAQuarterOfTheDepthIsSignaled() {
        Ledger ledger = ledger(107);
        int unsignaled = 0;
        int signaled = 0;
        for (int i = 0; i < 107; i++) {
            boolean signal = ledger.mustSignal(true);
            ledger.accepted(signal);
            if (signal) {
                assertThat(unsignaled).isLessThan(107 / 4);
                unsignaled = 0;
                signaled++;
            } else {
                unsignaled++;
            }
        }
        assertThat(signaled).isEqualTo(107 / 26);
    }

    @Test
    void aRefusedRequestDoesNotStandForTheSignalThatIsDue() {
        Ledger ledger = ledger(8);
        ledger.accepted(ledger.mustSignal(true));
        assertThat(ledger.mustSignal(true)).isTrue();
        // The provider refuses it: accepted() is not called, so the next one is due again.
        assertThat(ledger.mustSignal(true)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void everyRequestOfAShallowQueueIsSignaled(int depth) {
        assertThat(ledger(depth).mustSignal(true)).isEqualTo(depth < 8);
    }

    @Test
    void aRegionIsUsedUntilItsWorkHasCompleted() {
        LocalMemoryRegion a = rig.zone.allocate(8, Privilege.ALL);
        LocalMemoryRegion b = rig.zone.allocate(8, Privilege.ALL);
        LocalMemoryRegionImpl first = (LocalMemoryRegionImpl) a;
        LocalMemoryRegionImpl further = (LocalMemoryRegionImpl) b;
        Ledger ledger = ledger(4);
        long seq = ledger.enter(OperationKind.SEND, 0, 0, false, false, first);
        ledger.enterExtra(seq, new LocalMemoryRegionImpl[] {further});
        assertThat(ledger.uses(first)).isTrue();
        assertThat(ledger.uses(further)).isTrue();
        ledger.completeThrough(seq);
        assertThat(ledger.uses(first)).isFalse();
        assertThat(ledger.uses(further)).isFalse();
    }

    @Test
    void flagsAreThoseOfTheWorkInTheSlot() {
        Ledger ledger = ledger(2);
        ledger.enter(OperationKind.SEND, 0, 0, true, false, null);
        ledger.enter(OperationKind.RDMA_READ, 0, 0, false, true, null);
        assertThat(ledger.isSuppressed(0)).isTrue();
        assertThat(ledger.isQuiet(0)).isFalse();
        assertThat(ledger.isSuppressed(1)).isFalse();
        assertThat(ledger.isQuiet(1)).isTrue();
        assertThat(ledger.kind(1)).isEqualTo(OperationKind.RDMA_READ);
    }
}
