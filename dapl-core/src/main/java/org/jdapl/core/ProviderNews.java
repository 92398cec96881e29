package org.jdapl.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdapl.spi.AdapterWatch;
import org.jdapl.spi.Provider;

/**
 * Listens to the providers that tell of adapters that come and go, as long as somebody watches the
 * registry. Safe for use by any thread. {@code changed} is never run inside its monitor by this.
 */
final class ProviderNews {

    private final ProviderTable providers;
    private final Runnable changed;

    private record Source(Provider provider, Optional<AdapterWatch> watch) {
        void end() {
            try {
                watch.ifPresent(AdapterWatch::close);
            } catch (Throwable t) {
                ProviderCalls.letThreadEnd(t);
                // It is not listened to any more, whatever it says.
            }
        }
    }

    private final Map<String, Source> sources = new TreeMap<>();

    ProviderNews(ProviderTable providers, Runnable changed) {
        this.providers = providers;
        this.changed = changed;
    }

    /** Listens to the providers that there are, and to no others. */
    @SuppressWarnings("ReferenceEquality") // another object under the name is another provider
    synchronized void listen() {
        Map<String, Provider> now = providers.usableNow();
        for (Map.Entry<String, Source> former : List.copyOf(sources.entrySet())) {
            if (now.get(former.getKey()) != former.getValue().provider()) {
                sources.remove(former.getKey());
                former.getValue().end();
            }
        }
        now.forEach((name, p) -> sources.computeIfAbsent(name, _ -> new Source(p, watch(p))));
    }

    private Optional<AdapterWatch> watch(Provider provider) {
        try {
            return ProviderCalls.owed("Provider.watch", provider.watch(changed));
        } catch (Throwable t) {
            ProviderCalls.letThreadEnd(t);
            return Optional.empty(); // it is looked at now and then
        }
    }

    /** Listens to nobody any more. */
    void end() {
        List<Source> former;
        synchronized (this) {
            former = new ArrayList<>(sources.values());
            sources.clear();
        }
        former.forEach(Source::end);
    }
}
