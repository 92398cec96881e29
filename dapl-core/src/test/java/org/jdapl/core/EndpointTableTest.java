package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EndpointTableTest {

    private Rig rig;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void anIdNamesIndexGenerationAndQueueWithoutOverlap() {
        Set<Long> bases = new HashSet<>();
        for (int index : new int[] {0, 1, 5, EndpointTable.MAX - 1}) {
            for (int generation : new int[] {0, 1, 255}) {
                for (boolean receives : new boolean[] {false, true}) {
                    long base = EndpointTable.base(index, generation, receives);
                    assertThat(bases.add(base)).isTrue();
                    assertThat((int) base & Integer.MAX_VALUE).as("low bits").isZero();
                }
            }
        }
    }

    @Test
    void anIdFindsTheLedgerOfItsLifeAndNoOther() {
        EndpointTable table = new EndpointTable();
        EndpointImpl one = rig.side().endpoint;
        int generation = one.generation();
        int index = table.add(one);
        long requests = EndpointTable.base(index, generation, false);
        assertThat(table.ledger(requests | 77)).isSameAs(one.requestLedger());
        assertThat(table.ledger(EndpointTable.base(index, generation, true)))
                .isSameAs(one.receiveLedger());
        assertThat(table.ledger(EndpointTable.base(index, generation + 1 & 255, false))).isNull();
        assertThat(table.ledger(EndpointTable.base(index + 1, generation, false))).isNull();
        assertThat(table.ledger(EndpointTable.base(EndpointTable.MAX - 1, 0, false))).isNull();
        table.remove(index);
        assertThat(table.ledger(requests)).isNull();
    }

    @Test
    void indexesAreUsedAgainInAnotherGeneration() {
        EndpointTable table = new EndpointTable();
        EndpointImpl one = rig.side().endpoint;
        int first = table.add(one);
        int generation = table.nextGeneration(first);
        table.remove(first);
        int second = table.add(one);
        assertThat(second).isEqualTo(first);
        assertThat(table.nextGeneration(second)).isNotEqualTo(generation);
        for (int i = 0; i < 600; i++) {
            assertThat(table.nextGeneration(second)).isBetween(0, 255);
        }
    }

    @Test
    void theTableGrows() {
        EndpointTable table = new EndpointTable();
        EndpointImpl one = rig.side().endpoint;
        Set<Integer> indexes = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            assertThat(indexes.add(table.add(one))).isTrue();
        }
        for (int index : indexes) {
            assertThat(table.ledger(EndpointTable.base(index, one.generation(), false)))
                    .isSameAs(one.requestLedger());
        }
    }
}
