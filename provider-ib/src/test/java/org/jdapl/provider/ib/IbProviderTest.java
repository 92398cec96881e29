package org.jdapl.provider.ib;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.verbs.TransportTraits;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.Test;

/** On any machine, with devices or none; what its adapters do the kit judges in the lab. */
class IbProviderTest {

    @Test
    void shouldBeOfferedAsAService() {
        assertThat(IbProvider.class.getModule().getDescriptor().provides())
                .singleElement()
                .satisfies(
                        offer -> {
                            assertThat(offer.service()).isEqualTo(Provider.class.getName());
                            assertThat(offer.providers())
                                    .containsExactly(IbProvider.class.getName());
                        });
    }

    @Test
    void shouldListAdaptersOrSayWhyThereAreNone() {
        IbProvider provider = new IbProvider();

        assertThat(provider.name()).isEqualTo("ib");
        assertThat(provider.adapters().isEmpty())
                .isEqualTo(provider.unavailableReason().isPresent());
        for (AdapterDescription adapter : provider.adapters()) {
            assertThat(adapter.transport().name()).isIn("ROCE", "INFINIBAND");
        }
    }

    @Test
    void shouldNameADeviceThatIsNotThere() {
        assertThatThrownBy(() -> new IbProvider().open("none0", parameters()))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("'ib' has no device 'none0'");
    }

    @Test
    void shouldStateWhatInfinibandIsLike() {
        TransportTraits traits = IbProvider.infiniband();

        assertThat(traits.completionMeaning()).isEqualTo(CompletionMeaning.REMOTE_RECEIVED);
        assertThat(traits.readSinkNeedsRemoteWrite()).isFalse();
        assertThat(traits.hiddenFirstMessage()).isFalse();
        assertThat(traits.maxPrivateDataBytes()).isEqualTo(56);
        assertThat(traits.privateDataPadded()).isTrue();
    }

    private static OpenParameters parameters() {
        Object nobody =
                Proxy.newProxyInstance(
                        AdapterListener.class.getClassLoader(),
                        new Class<?>[] {AdapterListener.class},
                        (_, method, _) -> {
                            throw new AssertionError(method);
                        });
        return new OpenParameters(
                "ib:none0",
                ProgressMode.MANUAL,
                TransportAttributes.NONE,
                (AdapterListener) nobody,
                System::nanoTime,
                () -> 0);
    }
}
