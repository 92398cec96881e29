package org.jdapl.middleware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.EnumSet;
import java.util.Set;
import org.jdapl.api.data.AdapterAttributes;
import org.jdapl.api.data.Capability;
import org.jdapl.middleware.SizeHints.Protocol;
import org.junit.jupiter.api.Test;

class SizeHintsTest {

    private static AdapterAttributes adapter(int inline, long maxMessage, Set<Capability> has) {
        try (Node node = Node.real()) {
            return AdapterAttributes.builder()
                    .adapterName("x:y")
                    .transport(node.adapter.attributes().transport())
                    .maxInlineBytes(inline)
                    .maxMessageBytes(maxMessage)
                    .capabilities(has)
                    .build();
        }
    }

    @Test
    void shouldChooseByTheLengthOfAMessage() {
        SizeHints hints = new SizeHints(100, 1000, Protocol.RENDEZVOUS_READ);

        assertThat(hints.protocol(0)).isEqualTo(Protocol.INLINE);
        assertThat(hints.protocol(100)).isEqualTo(Protocol.INLINE);
        assertThat(hints.protocol(101)).isEqualTo(Protocol.EAGER);
        assertThat(hints.protocol(1000)).isEqualTo(Protocol.EAGER);
        assertThat(hints.protocol(1001)).isEqualTo(Protocol.RENDEZVOUS_READ);
        assertThat(hints.protocol(1L << 40)).isEqualTo(Protocol.RENDEZVOUS_READ);
    }

    @Test
    void shouldNotSendInlineWhereTheAdapterHasNoInline() {
        try (Node node = Node.real()) {
            SizeHints hints = SizeHints.of(node.adapter.attributes());

            assertThat(hints).isEqualTo(new SizeHints(0, 32 << 10, Protocol.RENDEZVOUS_READ));
            assertThat(hints.protocol(0)).isEqualTo(Protocol.EAGER);
        }
        assertThat(SizeHints.of(adapter(128, 1 << 20, Set.of())).inlineBytes())
                .as("without the capability")
                .isZero();
    }

    @Test
    void shouldTakeWhatTheAdapterHasForLargeMessages() {
        Capability[] rdma = {Capability.RDMA_READ, Capability.RDMA_WRITE};
        assertThat(SizeHints.of(adapter(0, 1 << 20, EnumSet.of(rdma[0], rdma[1]))).large())
                .isEqualTo(Protocol.RENDEZVOUS_READ);
        assertThat(SizeHints.of(adapter(0, 1 << 20, EnumSet.of(rdma[1]))).large())
                .isEqualTo(Protocol.RENDEZVOUS_WRITE);
        assertThat(SizeHints.of(adapter(0, 1 << 20, Set.of())).large())
                .isEqualTo(Protocol.SEGMENTED);
    }

    @Test
    void shouldStayWithinTheLongestMessage() {
        assertThat(SizeHints.of(adapter(0, 1000, Set.of())).eagerBytes()).isEqualTo(1000);
        assertThat(SizeHints.measured(adapter(0, 1000, Set.of()), 0.1, 1e9, 1e6).eagerBytes())
                .isEqualTo(1000);
    }

    @Test
    void shouldComputeTheLimitFromMeasuredCosts() {
        AdapterAttributes adapter = adapter(64, 1 << 30, EnumSet.of(Capability.INLINE));

        SizeHints hints = SizeHints.measured(adapter, 0.1, 20_000, 10_000);
        assertThat(hints.eagerBytes()).isEqualTo(150_000);
        assertThat(SizeHints.measured(adapter, 0.1, 0, 1).eagerBytes())
                .as("never below inline")
                .isEqualTo(64);
        assertThatThrownBy(() -> SizeHints.measured(adapter, Double.NaN, 1, 1))
                .hasMessageContaining("copyNsPerByte=NaN");
    }

    @Test
    void shouldRefuseLimitsThatDoNotAscend() {
        assertThatThrownBy(() -> new SizeHints(10, 9, Protocol.EAGER))
                .hasMessageContaining("do not ascend");
    }
}
