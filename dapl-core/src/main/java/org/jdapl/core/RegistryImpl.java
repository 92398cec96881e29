package org.jdapl.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.Setting;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.config.Configuration;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;
import org.jspecify.annotations.Nullable;

/** The registry: providers by name, one entry for each, usable or with the reason why not. */
final class RegistryImpl implements AdapterRegistry {

    private static final String AUTO = "auto";
    private static final String MANUAL = "manual";

    private final Map<String, Provider> providers = new TreeMap<>();
    private final Map<String, String> failures = new TreeMap<>();
    private final Configuration configuration;
    private final RuntimeSeams seams;
    private final List<AdapterImpl> open = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    RegistryImpl(
            List<Provider> candidates,
            Map<String, String> loadFailures,
            Configuration configuration,
            RuntimeSeams seams) {
        this.configuration = configuration;
        this.seams = seams;
        this.failures.putAll(loadFailures);
        candidates.forEach(this::admit);
    }

    private void admit(Provider provider) {
        String name = provider.getClass().getName();
        try {
            name = provider.name();
            SpiVersion low = provider.minimumVersion();
            SpiVersion high = provider.maximumVersion();
            SpiVersion mine = SpiVersion.CURRENT;
            if (mine.compareTo(low) < 0 || mine.major() > high.major()) {
                failures.put(
                        name,
                        "written for provider interface " + low + " to " + high + ", this runtime has " + mine
                                + ": use a matching version of the provider");
            } else if (providers.putIfAbsent(name, provider) != null
                    && providers.get(name).getClass() != provider.getClass()) {
                failures.put(
                        name + " (" + provider.getClass().getName() + ")",
                        "a provider named " + name + " is there already: " + providers.get(name).getClass().getName());
            }
        } catch (RuntimeException | LinkageError e) {
            failures.put(name, "failed to load: " + e);
        }
    }

    @Override
    public List<ProviderInfo> providers() {
        List<ProviderInfo> list = new ArrayList<>();
        providers.forEach(
                (name, p) -> list.add(new ProviderInfo(name, Optional.of(p.attributes()), p.unavailableReason())));
        failures.forEach((name, why) -> list.add(new ProviderInfo(name, Optional.empty(), Optional.of(why))));
        return List.copyOf(list);
    }

    @Override
    public List<AdapterInfo> adapters() {
        List<AdapterInfo> list = new ArrayList<>();
        providers.forEach(
                (name, p) -> {
                    for (AdapterDescription d : p.adapters()) {
                        list.add(new AdapterInfo(name + ":" + d.device(), d.transport(), d.description()));
                    }
                });
        return List.copyOf(list);
    }

    @Override
    public InterfaceAdapter openDefault(AdapterOptions options) {
        return open(configuration.get(Configuration.ADAPTER), options);
    }

    @Override
    public InterfaceAdapter open(String given, AdapterOptions options) {
        if (closed) {
            throw Errors.state(org.jdapl.api.data.DatSubtype.NO_SUBTYPE, "the registry is closed");
        }
        if (options.asyncDepth() < 1) {
            throw Errors.parameter(2, "asyncDepth=" + options.asyncDepth() + " is below 1");
        }
        String name = configuration.resolveAlias(given);
        int colon = name.indexOf(':');
        if (colon <= 0 || colon == name.length() - 1) {
            throw Errors.parameter(1, "adapter name \"" + given + "\" is not of the form provider:device" + known());
        }
        String providerName = name.substring(0, colon);
        String device = name.substring(colon + 1);
        @Nullable Provider provider = providers.get(providerName);
        if (provider == null) {
            @Nullable String why = failures.get(providerName);
            throw Errors.notFound(
                    "no provider named \"" + providerName + "\" for adapter \"" + given + "\""
                            + (why == null ? known() : ": " + why));
        }
        AdapterImpl adapter;
        try {
            adapter = new AdapterImpl(this, name, provider, device, options, progress(options), seams);
        } catch (ProviderException e) {
            if (e.code().type() == org.jdapl.api.data.DatType.PROVIDER_NOT_FOUND) {
                throw Errors.notFound(
                        e.getMessage() + provider.unavailableReason().map(r -> ": " + r).orElseGet(this::known));
            }
            throw Errors.from(e);
        }
        open.add(adapter);
        adapter.start();
        return adapter;
    }

    private String known() {
        List<String> names = adapters().stream().map(AdapterInfo::name).toList();
        return names.isEmpty() ? "; there are no adapters" : "; there are: " + String.join(", ", names);
    }

    private ProgressMode progress(AdapterOptions options) {
        if (options.progress().isPresent()) {
            return options.progress().get();
        }
        String text = configuration.get(Configuration.PROGRESS).toLowerCase(Locale.ROOT);
        return switch (text) {
            case AUTO -> ProgressMode.AUTO;
            case MANUAL -> ProgressMode.MANUAL;
            default ->
                    throw Errors.parameter(
                            2, Configuration.PROGRESS + "=" + text + " is neither " + AUTO + " nor " + MANUAL);
        };
    }

    @Override
    public List<Setting> configuration() {
        return configuration.settings();
    }

    void forget(AdapterImpl adapter) {
        open.remove(adapter);
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(AdapterImpl::close);
    }
}
