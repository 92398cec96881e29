package org.jdapl.guice;

import com.google.inject.AbstractModule;
import com.google.inject.Key;
import com.google.inject.Provides;
import com.google.inject.Scopes;
import com.google.inject.Singleton;
import com.google.inject.multibindings.Multibinder;
import com.google.inject.multibindings.OptionalBinder;
import com.google.inject.name.Names;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.core.RegistryBuilder;
import org.jdapl.core.RuntimeSeams;
import org.jdapl.core.seam.SystemSeams;
import org.jdapl.spi.Provider;
import org.jdapl.spi.seam.Clock;
import org.jdapl.spi.seam.Parker;
import org.jdapl.spi.seam.RandomSource;

/**
 * Binds JDAPL for an injector:
 *
 * <ul>
 *   <li>{@link AdapterRegistry}, a singleton. Its providers are those that {@link
 *       java.util.ServiceLoader} finds, and before them those of the {@link Multibinder} for {@link
 *       Provider}.
 *   <li>{@link InterfaceAdapter} without annotation: the configured default adapter, opened at
 *       first use, one for the injector.
 *   <li>{@link InterfaceAdapter} with {@link com.google.inject.name.Named @Named("soft:iwarp")}:
 *       one for each name given to {@link Builder#adapter}.
 *   <li>{@link Clock}, {@link Parker}, {@link RandomSource}: the system's, unless the application
 *       sets an {@link OptionalBinder} binding.
 * </ul>
 *
 * <p>The injector does not close anything: the application closes the registry, which closes the
 * adapters.
 */
public final class JdaplModule extends AbstractModule {

    private final Map<String, String> settings;
    private final Map<String, AdapterOptions> adapters;
    private final boolean discover;

    private JdaplModule(Builder builder) {
        settings = Map.copyOf(builder.settings);
        adapters = new LinkedHashMap<>(builder.adapters);
        discover = builder.discover;
    }

    /**
     * Starts with the process's configuration, discovery on, and no named adapter.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    protected void configure() {
        Multibinder.newSetBinder(binder(), Provider.class);
        OptionalBinder.newOptionalBinder(binder(), Clock.class)
                .setDefault()
                .toInstance(SystemSeams.CLOCK);
        OptionalBinder.newOptionalBinder(binder(), Parker.class)
                .setDefault()
                .toInstance(SystemSeams.PARKER);
        OptionalBinder.newOptionalBinder(binder(), RandomSource.class)
                .setDefault()
                .toInstance(SystemSeams.secureRandom());
        com.google.inject.Provider<AdapterRegistry> registry = getProvider(AdapterRegistry.class);
        adapters.forEach(
                (name, options) ->
                        bind(Key.get(InterfaceAdapter.class, Names.named(name)))
                                .toProvider(new NamedAdapter(name, options, registry))
                                .in(Scopes.SINGLETON));
    }

    @Provides
    @Singleton
    AdapterRegistry registry(
            Set<Provider> providers, Clock clock, Parker parker, RandomSource random) {
        RegistryBuilder builder =
                new RegistryBuilder()
                        .settings(settings)
                        .discover(discover)
                        .seams(new RuntimeSeams(clock, parker, random));
        providers.forEach(builder::provider);
        return builder.build();
    }

    @Provides
    @Singleton
    InterfaceAdapter defaultAdapter(AdapterRegistry registry) {
        return registry.openDefault(AdapterOptions.defaults());
    }

    /** Opens an adapter by its name at first use. */
    private record NamedAdapter(
            String name,
            AdapterOptions options,
            com.google.inject.Provider<AdapterRegistry> registry)
            implements com.google.inject.Provider<InterfaceAdapter> {

        @Override
        public InterfaceAdapter get() {
            return registry.get().open(name, options);
        }
    }

    /** Builds the module. Not safe for use by several threads. */
    public static final class Builder {

        private final Map<String, String> settings = new LinkedHashMap<>();
        private final Map<String, AdapterOptions> adapters = new LinkedHashMap<>();
        private boolean discover = true;

        private Builder() {}

        /**
         * Gives a setting, which goes over all other origins.
         *
         * @param name its full name, for example {@code jdapl.adapter}
         * @param value its value
         * @return this
         */
        public Builder setting(String name, String value) {
            settings.put(name, value);
            return this;
        }

        /**
         * Binds an adapter under its name, with default options.
         *
         * @param name {@code provider:device[/port]} or an alias; also the name of the binding
         * @return this
         */
        public Builder adapter(String name) {
            return adapter(name, AdapterOptions.defaults());
        }

        /**
         * Binds an adapter under its name.
         *
         * @param name {@code provider:device[/port]} or an alias; also the name of the binding
         * @param options how to open it
         * @return this
         */
        public Builder adapter(String name, AdapterOptions options) {
            adapters.put(name, options);
            return this;
        }

        /**
         * Whether to look for providers by {@link java.util.ServiceLoader}.
         *
         * @param yes true at first
         * @return this
         */
        public Builder discover(boolean yes) {
            discover = yes;
            return this;
        }

        /**
         * Makes the module.
         *
         * @return the module
         */
        public JdaplModule build() {
            return new JdaplModule(this);
        }
    }
}
