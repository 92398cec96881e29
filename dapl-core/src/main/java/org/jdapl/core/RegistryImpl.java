package org.jdapl.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.AdapterOptions;
import org.jdapl.api.AdapterRegistry;
import org.jdapl.api.DatException;
import org.jdapl.api.InterfaceAdapter;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.Setting;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProgressMode;
import org.jdapl.core.config.Configuration;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.Provider;
import org.jdapl.spi.ProviderException;
import org.jdapl.spi.SpiVersion;
import org.jspecify.annotations.Nullable;

/** The registry: providers by name, one entry for each, usable or with the reason why not. */
final class RegistryImpl implements AdapterRegistry {

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");
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
        String given = provider.getClass().getName();
        try {
            String name = provider.name();
            if (!NAME.matcher(name).matches()) {
                failures.put(
                        given,
                        "its name \""
                                + name
                                + "\" is not made of lower-case letters, digits and dashes");
                return;
            }
            given = name;
            SpiVersion low = provider.minimumVersion();
            SpiVersion high = provider.maximumVersion();
            SpiVersion mine = SpiVersion.CURRENT;
            if (mine.compareTo(low) < 0 || mine.major() > high.major()) {
                failures.put(
                        name,
                        "written for provider interface "
                                + low
                                + " to "
                                + high
                                + ", this runtime has "
                                + mine
                                + ": use a matching version of the provider");
                return;
            }
            @Nullable Provider first = providers.putIfAbsent(name, provider);
            if (first != null && first.getClass() != provider.getClass()) {
                failures.put(
                        name + " (" + provider.getClass().getName() + ")",
                        "a provider named "
                                + name
                                + " is there already: "
                                + first.getClass().getName());
            }
        } catch (RuntimeException | LinkageError e) {
            failures.put(given, "failed to load: " + Errors.rootCause(e));
        }
    }

    @Override
    public List<ProviderInfo> providers() {
        List<ProviderInfo> list = new ArrayList<>();
        providers.forEach((name, p) -> list.add(describe(name, p)));
        failures.forEach(
                (name, why) ->
                        list.add(new ProviderInfo(name, Optional.empty(), Optional.of(why))));
        list.sort(Comparator.comparing(ProviderInfo::name));
        return List.copyOf(list);
    }

    private static ProviderInfo describe(String name, Provider provider) {
        try {
            return new ProviderInfo(
                    name, Optional.of(provider.attributes()), provider.unavailableReason());
        } catch (RuntimeException | LinkageError e) {
            return new ProviderInfo(
                    name, Optional.empty(), Optional.of("failed: " + Errors.rootCause(e)));
        }
    }

    @Override
    public List<AdapterInfo> adapters() {
        List<AdapterInfo> list = new ArrayList<>();
        providers.forEach((name, p) -> addAdapters(list, name, p));
        return List.copyOf(list);
    }

    /** A provider must not throw here. One that does all the same has no adapters. */
    private static void addAdapters(List<AdapterInfo> list, String name, Provider provider) {
        try {
            for (AdapterDescription d : provider.adapters()) {
                list.add(new AdapterInfo(name + ":" + d.device(), d.transport(), d.description()));
            }
        } catch (RuntimeException | LinkageError e) {
            // providers() tells why
        }
    }

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
        String name = configuration.resolveAlias(given);
        String asked =
                "\"" + given + "\"" + (name.equals(given) ? "" : " = \"" + name + "\"") + origin;
        int colon = name.indexOf(':');
        if (colon <= 0 || colon == name.length() - 1) {
            throw Errors.parameter(
                    1, "adapter name " + asked + " is not of the form provider:device" + known());
        }
        String providerName = name.substring(0, colon);
        @Nullable Provider provider = providers.get(providerName);
        if (provider == null) {
            @Nullable String why = failures.get(providerName);
            throw Errors.notFound(
                    "no provider named \""
                            + providerName
                            + "\" for adapter "
                            + asked
                            + (why == null ? known() : ": " + why));
        }
        AdapterImpl adapter = open(provider, name, name.substring(colon + 1), asked, options);
        open.add(adapter);
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
            throw e;
        } catch (ProviderException e) {
            if (e.code().type() == DatType.PROVIDER_NOT_FOUND) {
                throw Errors.notFound(
                        "adapter " + asked + ": " + e.getMessage() + reason(provider));
            }
            throw Errors.from(e);
        } catch (RuntimeException | LinkageError e) {
            DatException failure =
                    Errors.internal(
                            "provider of adapter "
                                    + asked
                                    + " failed to open it: "
                                    + Errors.rootCause(e));
            failure.initCause(e);
            throw failure;
        }
    }

    private String reason(Provider provider) {
        try {
            return provider.unavailableReason().map(r -> ": " + r).orElseGet(this::known);
        } catch (RuntimeException | LinkageError e) {
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
    }

    @Override
    public void close() {
        closed = true;
        open.forEach(AdapterImpl::close);
    }
}
