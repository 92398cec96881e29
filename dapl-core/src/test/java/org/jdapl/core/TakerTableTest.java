package org.jdapl.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Endpoints by the numbers of their queue pairs. */
class TakerTableTest {

    private Rig rig;
    private EndpointImpl one;
    private EndpointImpl two;

    @BeforeEach
    void open() {
        rig = Rig.manual().build();
        one = rig.side().endpoint;
        two = rig.side().endpoint;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void whatIsAddedIsFoundUntilItIsRemoved() {
        TakerTable table = new TakerTable();
        Map<Integer, EndpointImpl> model = new HashMap<>();
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            int number = random.nextInt(600) * 0x10001 - 300;
            if (model.containsKey(number)) {
                table.remove(number);
                model.remove(number);
            } else {
                EndpointImpl endpoint = random.nextBoolean() ? one : two;
                table.add(number, endpoint);
                model.put(number, endpoint);
            }
            int asked = random.nextInt(600) * 0x10001 - 300;
            assertThat(table.find(asked)).isSameAs(model.get(asked));
        }
    }

    @Test
    void anUnknownNumberIsNotFoundAndRemovingItChangesNothing() {
        TakerTable table = new TakerTable();
        table.add(5, one);
        table.remove(6);
        assertThat(table.find(6)).isNull();
        assertThat(table.find(5)).isSameAs(one);
    }
}
