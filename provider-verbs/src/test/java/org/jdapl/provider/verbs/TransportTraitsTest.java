package org.jdapl.provider.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.jdapl.api.data.Capability;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.Transport;
import org.jdapl.verbs.LinkLayer;
import org.junit.jupiter.api.Test;

class TransportTraitsTest {

    @Test
    void shouldCallRoceInfinibandOverInfinibandsOwnLink() {
        TransportTraits roce = of(Transport.ROCE);

        assertThat(roce.over(LinkLayer.ETHERNET)).isEqualTo(Transport.ROCE);
        assertThat(roce.over(LinkLayer.UNSPECIFIED)).isEqualTo(Transport.ROCE);
        assertThat(roce.over(LinkLayer.INFINIBAND)).isEqualTo(Transport.INFINIBAND);
        assertThat(of(Transport.IWARP).over(LinkLayer.ETHERNET)).isEqualTo(Transport.IWARP);
    }

    @Test
    void shouldBeAnothersWithAnotherNameAndLess() {
        TransportTraits traits = of(Transport.ROCE);

        TransportTraits other = traits.named("acme").lacking(Set.of(Capability.ATOMICS));

        assertThat(other.provider()).isEqualTo("acme");
        assertThat(other.lacks())
                .containsExactlyInAnyOrder(Capability.SOLICITED_EVENT, Capability.ATOMICS);
        assertThat(other.named("ib").lacking(Set.of()))
                .isEqualTo(traits.lacking(Set.of(Capability.ATOMICS)));
        assertThat(traits.lacks()).containsExactly(Capability.SOLICITED_EVENT);
    }

    private static TransportTraits of(Transport transport) {
        return new TransportTraits(
                "ib",
                transport,
                CompletionMeaning.REMOTE_RECEIVED,
                Set.of(Capability.SOLICITED_EVENT),
                true,
                56,
                true,
                false,
                true,
                false,
                true,
                28,
                TransportTraits.NO_STATUS,
                0,
                8,
                List.of());
    }
}
