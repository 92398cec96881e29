package org.jdapl.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jdapl.verbs.struct.VerbsStructs;
import org.junit.jupiter.api.Test;

/** Compares the numbers of the public types with the constants that a C compiler has confirmed. */
class ConstantsTest {
    private final Map<String, Long> constants = new HashMap<>();

    ConstantsTest() throws IllegalAccessException {
        for (Class<?> type : VerbsStructs.constants()) {
            for (Field field : type.getDeclaredFields()) {
                constants.put(field.getName(), field.getLong(null));
            }
        }
    }

    private <E extends Enum<E>> void compare(
            Class<E> type, String prefix, ToIntFunction<E> code, int known) {
        int compared = 0;
        for (E constant : type.getEnumConstants()) {
            Long expected = constants.get(prefix + constant.name());
            if (expected != null) {
                assertThat((long) code.applyAsInt(constant))
                        .as(prefix + constant.name())
                        .isEqualTo(expected);
                compared++;
            } else {
                assertThat(constant.name()).as(type.getSimpleName()).isEqualTo("UNKNOWN");
            }
        }
        assertThat(compared).as(type.getSimpleName()).isEqualTo(known);
    }

    @Test
    void shouldHaveTheNumbersOfC() {
        compare(AccessFlag.class, "IBV_ACCESS_", AccessFlag::bit, 9);
        compare(AsyncEventType.class, "IBV_EVENT_", AsyncEventType::code, 20);
        compare(AtomicCapability.class, "IBV_ATOMIC_", AtomicCapability::code, 3);
        compare(CompletionOpcode.class, "IBV_WC_", CompletionOpcode::code, 10);
        compare(CompletionStatus.class, "IBV_WC_", CompletionStatus::code, 24);
        compare(DeviceCapability.class, "IBV_DEVICE_", DeviceCapability::bit, 24);
        compare(GidType.class, "IBV_GID_TYPE_", GidType::code, 3);
        compare(LinkLayer.class, "IBV_LINK_LAYER_", LinkLayer::code, 3);
        compare(MemoryAdvice.class, "IBV_ADVISE_MR_ADVICE_", MemoryAdvice::code, 3);
        compare(MemoryWindowType.class, "IBV_MW_", MemoryWindowType::code, 2);
        compare(
                QueuePairAttributes.MigrationState.class,
                "IBV_MIG_",
                QueuePairAttributes.MigrationState::ordinal,
                3);
        compare(Mtu.class, "IBV_", Mtu::code, 5);
        compare(NodeType.class, "IBV_NODE_", NodeType::code, 8);
        compare(PortState.class, "IBV_PORT_", PortState::code, 6);
        compare(QueuePairState.class, "IBV_QPS_", QueuePairState::code, 8);
        compare(QueuePairType.class, "IBV_QPT_", QueuePairType::code, 5);
        compare(SendOpcode.class, "IBV_WR_", SendOpcode::code, 11);
        compare(TransportType.class, "IBV_TRANSPORT_", TransportType::code, 6);
    }

    @Test
    void shouldHaveTheFlagsOfC() throws IllegalAccessException {
        assertThat(compareFields(SendFlags.class, "IBV_SEND_")).isEqualTo(5);
        assertThat(compareFields(WorkCompletions.class, "IBV_WC_")).isEqualTo(3);
        assertThat((long) WorkCompletions.WITH_GRH).isEqualTo(constants.get("IBV_WC_GRH"));
        assertThat(compareFields(QueuePairAttributes.class, "IBV_QP_")).isEqualTo(22);
    }

    /** How many fields have the name of a constant, less its prefix. */
    private int compareFields(Class<?> type, String prefix) throws IllegalAccessException {
        int compared = 0;
        for (Field field : type.getDeclaredFields()) {
            Long expected = constants.get(prefix + field.getName());
            if (Modifier.isStatic(field.getModifiers()) && expected != null) {
                field.setAccessible(true);
                assertThat(field.getLong(null)).as(prefix + field.getName()).isEqualTo(expected);
                compared++;
            }
        }
        return compared;
    }

    @Test
    void shouldFindTheMtuThatFits() {
        assertThat(Mtu.of(3)).isEqualTo(Mtu.MTU_1024);
        assertThat(Mtu.of(99)).isEqualTo(Mtu.MTU_4096);
        assertThat(Mtu.MTU_4096.bytes()).isEqualTo(4096);
        assertThat(AsyncEventType.of(20)).isEqualTo(AsyncEventType.UNKNOWN);
        assertThat(GidType.of(3)).isEqualTo(GidType.UNKNOWN);
        assertThat(DeviceCapability.of(1 << 17 | 1 << 15))
                .containsExactly(DeviceCapability.MEM_WINDOW);
    }
}
