package org.jdapl.guice;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.inject.AbstractModule;
import com.google.inject.Guice;
import com.google.inject.Injector;
import com.google.inject.Key;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.OptionalBinder;
import com.google.inject.name.Names;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.api.data.Transport;
import org.jdapl.spi.Adapter;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.OpenParameters;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;
import org.jdapl.spi.seam.Clock;
import org.junit.jupiter.api.Test;

class JdaplModuleTest {

    /** A provider that notes what it is opened with and refuses. */
    private static final class RefusingProvider implements Provider {

        private final AtomicInteger opened = new AtomicInteger();
        private volatile long clockReading;

        @Override
        public String name() {
            return "refusing";
        }

        @Override
        public SpiVersion minimumVersion() {
            return SpiVersion.CURRENT;
        }

        @Override
        public SpiVersion maximumVersion() {
            return SpiVersion.CURRENT;
        }

        @Override
        public ProviderAttributes attributes() {
            return new ProviderAttributes(
                    "refusing",
                    "1",
                    "test",
                    "2.0",
                    "1.0",
                    true,
                    0,
                    false,
                    false,
                    true,
                    false,
                    Set.of(),
                    false);
        }

        @Override
        public List<AdapterDescription> adapters() {
            return List.of(new AdapterDescription("one", Transport.SOFTWARE, "refuses"));
        }

        @Override
        public Adapter open(String device, OpenParameters parameters) {
            opened.incrementAndGet();
            clockReading = parameters.clock().nanoTime();
            throw new ProviderException(DatType.INTERNAL_ERROR, "refuses " + device);
        }
    }

    private static AbstractModule with(RefusingProvider provider) {
        return new AbstractModule() {
            @Override
            protected void configure() {
                Multibinder.newSetBinder(binder(), Provider.class)
                        .addBinding()
                        .toInstance(provider);
            }
        };
    }

    @Test
    void shouldListProvidersOfTheMultibinder() {
        Injector injector =
                Guice.createInjector(
                        JdaplModule.builder().discover(false).build(),
                        with(new RefusingProvider()));
        try (AdapterRegistry registry = injector.getInstance(AdapterRegistry.class)) {
            assertThat(registry.providers())
                    .extracting(ProviderInfo::name)
                    .containsExactly("refusing");
            assertThat(injector.getInstance(AdapterRegistry.class)).isSameAs(registry);
        }
    }

    @Test
    void shouldOpenNamedAdaptersLazilyThroughTheRegistry() {
        RefusingProvider provider = new RefusingProvider();
        Injector injector =
                Guice.createInjector(
                        JdaplModule.builder().discover(false).adapter("refusing:one").build(),
                        with(provider));
        assertThat(provider.opened).hasValue(0);
        Key<InterfaceAdapter> key = Key.get(InterfaceAdapter.class, Names.named("refusing:one"));
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> injector.getInstance(key)))
                .hasMessageContaining("refuses one");
        assertThat(provider.opened).hasValue(1);
    }

    @Test
    void shouldTakeTheDefaultAdapterFromTheSettings() {
        RefusingProvider provider = new RefusingProvider();
        Injector injector =
                Guice.createInjector(
                        JdaplModule.builder()
                                .discover(false)
                                .setting("jdapl.adapter", "refusing:two")
                                .build(),
                        with(provider));
        assertThat(
                        org.assertj.core.api.Assertions.catchThrowable(
                                () -> injector.getInstance(InterfaceAdapter.class)))
                .hasMessageContaining("refuses two");
    }

    @Test
    void shouldHandTheBoundClockToTheProvider() {
        RefusingProvider provider = new RefusingProvider();
        Injector injector =
                Guice.createInjector(
                        JdaplModule.builder()
                                .discover(false)
                                .setting("jdapl.adapter", "refusing:one")
                                .build(),
                        with(provider),
                        new AbstractModule() {
                            @Override
                            protected void configure() {
                                OptionalBinder.newOptionalBinder(binder(), Clock.class)
                                        .setBinding()
                                        .toInstance(() -> 4711L);
                            }
                        });
        assertThat(
                        org.assertj.core.api.Assertions.catchThrowable(
                                () -> injector.getInstance(InterfaceAdapter.class)))
                .hasMessageContaining("refuses one");
        assertThat(provider.clockReading).isEqualTo(4711L);
    }
}
