package org.jdapl.core;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.api.AdapterAlias;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.AdapterRelation;
import org.jdapl.api.ConfigurationWarning;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.RegistryWatch;
import org.jdapl.api.Setting;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.config.Configuration;
import org.jdapl.core.telemetry.Recorder;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jspecify.annotations.Nullable;

/** The registry: what there is, under which names, what is open of it, and who watches it. */
final class RegistryImpl implements AdapterRegistry {

    private static final String AUTO = "auto";
    private static final String MANUAL = "manual";

    private final ProviderTable providers;
    private final Configuration configuration;
    private final AliasTable aliases;
    private final RuntimeSeams seams;
    private final ProviderNews news;
    private final List<AdapterImpl> open = new CopyOnWriteArrayList<>();
    private final List<RegistryWatchImpl> watches = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    RegistryImpl(ProviderTable providers, Configuration configuration, RuntimeSeams seams) {
        this.providers = providers;
        this.configuration = configuration;
        this.aliases = new AliasTable(configuration);
        this.seams = seams;
        this.news = new ProviderNews(providers, this::adaptersChanged);
    }

    // ---- providers and adapters

    @Override
    public List<ProviderInfo> providers() {
        return providers.list();
    }

    @Override
    public List<AdapterInfo> adapters() {
        return providers.adapters();
    }

    @Override
    public List<ProviderInfo> addProviders(ClassLoader loader) {
        requireOpen();
        List<ProviderInfo> added = providers.addAll(ProviderSearch.in(loader));
        providersChanged();
        return added;
    }

    @Override
    public void removeProvider(String name) {
        requireOpen();
        providers.remove(name);
        providersChanged();
    }

    private void providersChanged() {
        synchronized (watches) {
            listen();
        }
        adaptersChanged();
    }

    /** Listens to providers if somebody wants to know; inside the monitor of the watches. */
    private void listen() {
        if (watches.isEmpty()) {
            news.end();
        } else {
            news.listen();
        }
    }

    /** Lets those see it who watch the adapters; by any thread that holds no lock of a watch. */
    private void adaptersChanged() {
        watches.forEach(RegistryWatchImpl::look);
    }

    @Override
    public RegistryWatch watch() {
        RegistryWatchImpl watch;
        synchronized (watches) {
            watch = new RegistryWatchImpl(this, seams);
            watches.add(watch);
            listen();
        }
        watch.look(); // what changed before anybody listened
        if (closed) { // close() may have missed it
            watch.close();
            requireOpen();
        }
        return watch;
    }

    void forget(RegistryWatchImpl watch) {
        synchronized (watches) {
            if (watches.remove(watch)) {
                listen();
            }
        }
    }

    @Override
    public AdapterRelation related(String one, String other) {
        AdapterInfo a = present(one);
        AdapterInfo b = present(other);
        if (a.name().equals(b.name())) {
            return AdapterRelation.RELATED;
        }
        if (a.interfaces().isEmpty() || b.interfaces().isEmpty()) {
            return AdapterRelation.UNKNOWN;
        }
        return Collections.disjoint(AliasTable.names(a), AliasTable.names(b))
                ? AdapterRelation.UNRELATED
                : AdapterRelation.RELATED;
    }

    private AdapterInfo present(String given) {
        List<AdapterInfo> adapters = adapters();
        String name = resolve(given, adapters);
        return adapters.stream()
                .filter(a -> a.name().equals(name))
                .findFirst()
                .orElseThrow(
                        () -> Errors.notFound("there is no adapter \"" + given + "\"" + known()));
    }

    // ---- other names

    @Override
    public List<AdapterAlias> aliases() {
        return aliases.list(adapters());
    }

    @Override
    public List<ConfigurationWarning> warnings() {
        return configuration.warnings();
    }

    /**
     * The adapter that a name stands for: the name itself where it is no alias, or where a provider
     * here has it. An alias stands for an adapter, never for another alias.
     */
    private String resolve(String given, List<AdapterInfo> adapters) {
        List<AdapterAlias> candidates = aliases.named(given, adapters);
        if (candidates.isEmpty() || adapters.stream().anyMatch(a -> a.name().equals(given))) {
            return given;
        }
        return candidates.stream()
                .flatMap(a -> a.adapter().stream())
                .findFirst()
                .orElseThrow(() -> Errors.notFound(unusable(given, candidates)));
    }

    private static String unusable(String given, List<AdapterAlias> candidates) {
        return "\""
                + given
                + "\" opens no adapter: "
                + String.join(
                        "; ",
                        candidates.stream()
                                .map(a -> a.source() + ": " + a.unusedReason().orElse(""))
                                .toList());
    }

    // ---- opening

    @Override
    public InterfaceAdapter openDefault(AdapterOptions options) {
        Setting setting = configuration.setting(Configuration.ADAPTER);
        return open(
                setting.value(),
                options,
                " (setting " + setting.name() + ", origin " + setting.origin() + ")");
    }

    @Override
    public InterfaceAdapter open(String name, AdapterOptions options) {
        return open(name, options, "");
    }

    private InterfaceAdapter open(String given, AdapterOptions options, String origin) {
        requireOpen();
        if (options.asyncDepth() < 1) {
            throw Errors.parameter(2, "asyncDepth=" + options.asyncDepth() + " is below 1");
        }
        String name = resolve(given, adapters());
        String asked =
                "\"" + given + "\"" + (name.equals(given) ? "" : " = \"" + name + "\"") + origin;
        int colon = name.indexOf(':');
        if (colon <= 0 || colon == name.length() - 1) {
            throw Errors.parameter(
                    1, "adapter name " + asked + " is not of the form provider:device" + known());
        }
        String providerName = name.substring(0, colon);
        @Nullable Provider provider = providers.use(providerName); // until forget
        if (provider == null) {
            @Nullable String why = providers.failure(providerName);
            throw Errors.notFound(
                    "no provider named \""
                            + providerName
                            + "\" for adapter "
                            + asked
                            + (why == null ? known() : ": " + why));
        }
        AdapterImpl adapter;
        boolean done = false;
        try {
            adapter = open(provider, name, name.substring(colon + 1), asked, options);
            done = true;
        } finally {
            if (!done) {
                providers.leave(providerName);
            }
        }
        open.add(adapter);
        Recorder.SYSTEM.add(adapter.counts());
        Recorder.SYSTEM.adapterChanged(name, "opened", "");
        if (closed) { // close() may have missed it
            adapter.close();
            requireOpen();
        }
        return adapter;
    }

    private void requireOpen() {
        if (closed) {
            throw Errors.state(DatSubtype.NO_SUBTYPE, "the registry is closed");
        }
    }

    private AdapterImpl open(
            Provider provider, String name, String device, String asked, AdapterOptions options) {
        ProgressMode progress = progress(options);
        try {
            return new AdapterImpl(this, name, provider, device, options, progress, seams);
        } catch (DatException e) {
            if (e.type() != DatType.INTERNAL_ERROR) {
                throw e;
            }
            throw notOpened(asked, e.text(), Errors.rootCause(e));
        } catch (ProviderException e) {
            if (e.code().type() == DatType.PROVIDER_NOT_FOUND) {
                throw Errors.notFound(
                        "adapter " + asked + ": " + e.getMessage() + reason(provider));
            }
            throw Errors.from(e);
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            throw notOpened(asked, String.valueOf(Errors.rootCause(t)), t);
        }
    }

    private static DatException notOpened(String asked, String why, Throwable cause) {
        DatException failure =
                Errors.internal("provider of adapter " + asked + " failed to open it: " + why);
        failure.initCause(cause);
        return failure;
    }

    private String reason(Provider provider) {
        try {
            return ProviderCalls.<Optional<String>>get(
                            "Provider.unavailableReason", provider::unavailableReason)
                    .map(r -> ": " + r)
                    .orElseGet(this::known);
        } catch (DatException e) {
            return known();
        }
    }

    private String known() {
        List<String> names = adapters().stream().map(AdapterInfo::name).toList();
        return names.isEmpty()
                ? "; there are no adapters"
                : "; there are: " + String.join(", ", names);
    }

    private ProgressMode progress(AdapterOptions options) {
        if (options.progress().isPresent()) {
            return options.progress().get();
        }
        Setting setting = configuration.setting(Configuration.PROGRESS);
        return switch (setting.value().toLowerCase(Locale.ROOT)) {
            case AUTO -> ProgressMode.AUTO;
            case MANUAL -> ProgressMode.MANUAL;
            default ->
                    throw Errors.parameter(
                            2,
                            setting.name()
                                    + "="
                                    + setting.value()
                                    + " (origin "
                                    + setting.origin()
                                    + ") is neither "
                                    + AUTO
                                    + " nor "
                                    + MANUAL);
        };
    }

    @Override
    public List<Setting> configuration() {
        return configuration.settings();
    }

    void forget(AdapterImpl adapter) {
        open.remove(adapter);
        Recorder.SYSTEM.remove(adapter.counts());
        Recorder.SYSTEM.adapterChanged(adapter.name(), "closed", "");
        providers.leave(adapter.name().substring(0, adapter.name().indexOf(':')));
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(AdapterImpl::close);
        watches.forEach(RegistryWatchImpl::close);
    }
}
