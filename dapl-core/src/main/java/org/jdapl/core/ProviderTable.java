package org.jdapl.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jdapl.api.AdapterInfo;
import org.jdapl.api.DatException;
import org.jdapl.api.ProviderInfo;
import org.jdapl.api.data.DatType;
import org.jdapl.api.data.ProviderAttributes;
import org.jdapl.spi.AdapterDescription;
import org.jdapl.spi.Provider;
import org.jdapl.spi.SpiVersion;
import org.jspecify.annotations.Nullable;

/**
 * Providers by name, one entry for each, usable or with the reason why not, and how many adapters
 * of each are open. Safe for use by any thread. No call of a provider that could block is made
 * inside its monitor.
 */
final class ProviderTable {

    private static final Pattern NAME = Pattern.compile("[a-z0-9-]+");

    private final Map<String, Provider> usable = new TreeMap<>();
    private final Map<String, String> failures = new TreeMap<>();

    /**
     * Open adapters, and those that are being opened, by provider; none where there is no entry.
     */
    private final Map<String, Integer> users = new TreeMap<>();

    /** What came of a look at a candidate: its name, and why it cannot be used, if so. */
    private record Candidate(String name, @Nullable String problem) {}

    private static Candidate inspect(Provider provider) {
        String given = provider.getClass().getName();
        try {
            String name = ProviderCalls.get("Provider.name", provider::name);
            if (!NAME.matcher(name).matches()) {
                return new Candidate(
                        given,
                        "its name \""
                                + name
                                + "\" is not made of lower-case letters, digits and dashes");
            }
            given = name;
            SpiVersion low = ProviderCalls.get("Provider.minimumVersion", provider::minimumVersion);
            SpiVersion high =
                    ProviderCalls.get("Provider.maximumVersion", provider::maximumVersion);
            SpiVersion mine = SpiVersion.CURRENT;
            return mine.compareTo(low) < 0 || mine.major() > high.major()
                    ? new Candidate(
                            name,
                            "written for provider interface "
                                    + low
                                    + " to "
                                    + high
                                    + ", this runtime has "
                                    + mine
                                    + ": use a matching version of the provider")
                    : new Candidate(name, null);
        } catch (DatException e) {
            return new Candidate(given, "failed to load: " + e.text());
        }
    }

    // ---- adding and removing

    /** Takes a provider in; one that cannot be used is listed with the reason. */
    void admit(Provider provider) {
        Candidate candidate = inspect(provider);
        if (candidate.problem() != null) {
            fail(candidate.name(), candidate.problem());
            return;
        }
        synchronized (this) {
            @Nullable Provider first = usable.putIfAbsent(candidate.name(), provider);
            if (first != null && first.getClass() != provider.getClass()) {
                fail(
                        candidate.name() + " (" + provider.getClass().getName() + ")",
                        takenBy(candidate.name(), first));
            }
        }
    }

    private static String takenBy(String name, Provider first) {
        return "a provider named " + name + " is there already: " + first.getClass().getName();
    }

    /** Lists something that is no usable provider. */
    synchronized void fail(String name, String reason) {
        failures.put(name, reason);
    }

    /** Adds what a search has found and is not here: all of it, or nothing. */
    List<ProviderInfo> addAll(ProviderSearch found) {
        Map<String, Provider> fresh = new TreeMap<>();
        for (Map.Entry<String, String> failure : found.failures().entrySet()) {
            if (!isListed(failure.getKey())) {
                throw unfit(failure.getKey(), failure.getValue());
            }
        }
        for (Provider provider : found.providers()) {
            Candidate candidate = inspect(provider);
            if (candidate.problem() != null) {
                if (!isListed(candidate.name())) {
                    throw unfit(candidate.name(), candidate.problem());
                }
            } else if (!isHere(candidate.name(), provider)) {
                @Nullable Provider other = fresh.putIfAbsent(candidate.name(), provider);
                if (other != null) {
                    throw Errors.provider(
                            DatType.PROVIDER_ALREADY_REGISTERED, takenBy(candidate.name(), other));
                }
            }
        }
        if (fresh.isEmpty()) {
            throw Errors.notFound("there is no provider that is not here already");
        }
        enter(fresh);
        List<ProviderInfo> added = new ArrayList<>();
        fresh.forEach((name, p) -> added.add(describe(name, p)));
        return List.copyOf(added);
    }

    private synchronized void enter(Map<String, Provider> fresh) {
        fresh.forEach(this::requireFree);
        usable.putAll(fresh);
    }

    private void requireFree(String name, Provider provider) {
        @Nullable Provider first = usable.get(name);
        if (first != null) {
            throw Errors.provider(DatType.PROVIDER_ALREADY_REGISTERED, takenBy(name, first));
        }
    }

    private static RuntimeException unfit(String name, String problem) {
        return Errors.parameter(1, "provider " + name + " cannot be used: " + problem);
    }

    private synchronized boolean isListed(String failed) {
        return failures.containsKey(failed);
    }

    /** A loader also finds what its parents have: the same class is the same provider. */
    private synchronized boolean isHere(String name, Provider provider) {
        @Nullable Provider first = usable.get(name);
        return first != null && first.getClass() == provider.getClass();
    }

    /** Forgets a provider, or the entry that says why one cannot be used. */
    synchronized void remove(String name) {
        int n = users.getOrDefault(name, 0);
        if (n > 0) {
            throw Errors.provider(
                    DatType.PROVIDER_IN_USE,
                    "provider "
                            + name
                            + " has "
                            + n
                            + (n == 1 ? " open adapter" : " open adapters"));
        }
        if (usable.remove(name) == null && failures.remove(name) == null) {
            throw Errors.notFound("there is no provider named \"" + name + "\"");
        }
    }

    // ---- using

    /** A provider that one more adapter is opened of, until {@link #leave}; null if not here. */
    synchronized @Nullable Provider use(String name) {
        @Nullable Provider provider = usable.get(name);
        if (provider != null) {
            users.merge(name, 1, Integer::sum);
        }
        return provider;
    }

    /** Why something is listed that cannot be used; null where it is not. */
    synchronized @Nullable String failure(String name) {
        return failures.get(name);
    }

    /** An adapter of a provider is closed, or was not opened after all. */
    synchronized void leave(String name) {
        users.computeIfPresent(name, (_, n) -> n == 1 ? null : n - 1);
    }

    // ---- listing

    synchronized Map<String, Provider> usableNow() {
        return new TreeMap<>(usable);
    }

    private synchronized Map<String, String> failuresNow() {
        return new TreeMap<>(failures);
    }

    List<ProviderInfo> list() {
        List<ProviderInfo> list = new ArrayList<>();
        usableNow().forEach((name, p) -> list.add(describe(name, p)));
        failuresNow()
                .forEach(
                        (name, why) ->
                                list.add(
                                        new ProviderInfo(
                                                name, Optional.empty(), Optional.of(why))));
        list.sort(Comparator.comparing(ProviderInfo::name));
        return List.copyOf(list);
    }

    private static ProviderInfo describe(String name, Provider provider) {
        try {
            ProviderAttributes attributes =
                    ProviderCalls.get("Provider.attributes", provider::attributes);
            Optional<String> reason =
                    ProviderCalls.get("Provider.unavailableReason", provider::unavailableReason);
            descriptions(provider);
            return new ProviderInfo(name, Optional.of(attributes), reason);
        } catch (DatException e) {
            return new ProviderInfo(name, Optional.empty(), Optional.of("failed: " + e.text()));
        }
    }

    List<AdapterInfo> adapters() {
        List<AdapterInfo> list = new ArrayList<>();
        usableNow().forEach((name, p) -> addAdapters(list, name, p));
        return List.copyOf(list);
    }

    /** A provider must not throw here. One that does all the same has no adapters. */
    private static void addAdapters(List<AdapterInfo> list, String name, Provider provider) {
        try {
            for (AdapterDescription d : descriptions(provider)) {
                list.add(
                        new AdapterInfo(
                                name + ":" + d.device(),
                                d.transport(),
                                d.description(),
                                d.interfaces()));
            }
        } catch (DatException e) {
            // list() tells why
        }
    }

    private static List<AdapterDescription> descriptions(Provider provider) {
        return ProviderCalls.get("Provider.adapters", () -> copyOrNull(provider.adapters()));
    }

    /** A copy, so that no row is null. */
    private static @Nullable List<AdapterDescription> copyOrNull(
            @Nullable List<AdapterDescription> rows) {
        return rows == null ? null : List.copyOf(rows);
    }
}
