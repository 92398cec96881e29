package org.jdapl.verbs.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.jdapl.verbs.AccessFlag;
import org.jdapl.verbs.CompletionChannel;
import org.jdapl.verbs.CompletionQueue;
import org.jdapl.verbs.Context;
import org.jdapl.verbs.MemoryRegion;
import org.jdapl.verbs.ProtectionDomain;
import org.jdapl.verbs.QueuePair;
import org.jdapl.verbs.QueuePairCapacities;
import org.jdapl.verbs.QueuePairOptions;
import org.jdapl.verbs.QueuePairType;
import org.jdapl.verbs.Verbs;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opening and closing leaves nothing behind. */
@InLab
class OpenCloseTest {
    private static final int CYCLES = 1000;
    private static final int WARM_UP = 50;

    @ParameterizedTest
    @ValueSource(strings = {"rxe0", "siw0"})
    void shouldLeaveNothingAfterAThousandCycles(String device) throws Exception {
        cycles(device, WARM_UP);
        String objects = KernelObjects.now();
        long descriptors = KernelObjects.descriptors();
        System.gc(); // lists of work requests live as long as their objects
        long nativeKib = NativeMemory.otherKib();

        cycles(device, CYCLES);

        KernelObjects.awaitAgain(objects);
        assertThat(KernelObjects.descriptors()).isEqualTo(descriptors);
        System.gc();
        assertThat(NativeMemory.otherKib()).isLessThan(nativeKib + NativeMemory.SLACK_KIB);
    }

    private static void cycles(String device, int count) {
        for (int i = 0; i < count; i++) {
            try (Context context = Verbs.device(device).orElseThrow().open()) {
                ProtectionDomain domain = ProtectionDomain.create(context);
                CompletionChannel channel = CompletionChannel.create(context);
                CompletionQueue queue = CompletionQueue.create(context, 16, channel, 0);
                MemoryRegion region =
                        MemoryRegion.allocate(domain, 8192, Set.of(AccessFlag.LOCAL_WRITE));
                QueuePair queuePair =
                        QueuePair.create(
                                domain,
                                QueuePairOptions.of(
                                        QueuePairType.RC, queue, QueuePairCapacities.of(4, 4)));
                assertThat(queuePair.isOpen() && region.isOpen()).isTrue();
            }
        }
    }
}
