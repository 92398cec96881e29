package org.jdapl.provider.iwarp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.jdapl.api.data.CompletionMeaning;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.api.data.Transport;
import org.jdapl.api.data.TransportAttributes;
import org.jdapl.provider.verbs.TransportTraits;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.junit.jupiter.api.Test;

/** On any machine, with devices or none; what its adapters do the kit judges in the lab. */
class IwarpProviderTest {

    @Test
    void shouldBeOfferedAsAService() {
        assertThat(IwarpProvider.class.getModule().getDescriptor().provides())
                .singleElement()
                .satisfies(
                        offer -> {
                            assertThat(offer.service()).isEqualTo(Provider.class.getName());
                            assertThat(offer.providers())
                                    .containsExactly(IwarpProvider.class.getName());
                        });
    }

    @Test
    void shouldListAdaptersOrSayWhyThereAreNone() {
        IwarpProvider provider = new IwarpProvider();

        assertThat(provider.name()).isEqualTo("iwarp");
        assertThat(provider.adapters().isEmpty())
                .isEqualTo(provider.unavailableReason().isPresent());
        for (AdapterDescription adapter : provider.adapters()) {
            assertThat(adapter.transport()).isEqualTo(Transport.IWARP);
        }
    }

    @Test
    void shouldNameADeviceThatIsNotThere() {
        assertThatThrownBy(() -> new IwarpProvider().open("none0", parameters()))
                .isInstanceOf(ProviderException.class)
                .hasMessageContaining("'iwarp' has no device 'none0'");
    }

    @Test
    void shouldStateWhatIwarpIsLike() {
        TransportTraits traits = IwarpProvider.iwarp();

        assertThat(traits.completionMeaning()).isEqualTo(CompletionMeaning.LOCAL);
        assertThat(traits.readSinkNeedsRemoteWrite()).isTrue();
        assertThat(traits.hiddenFirstMessage()).isTrue();
        assertThat(traits.maxPrivateDataBytes()).isEqualTo(251);
        assertThat(traits.privateDataPadded()).isFalse();
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
                "iwarp:none0",
                ProgressMode.MANUAL,
                TransportAttributes.NONE,
                (AdapterListener) nobody,
                System::nanoTime,
                () -> 0);
    }
}
