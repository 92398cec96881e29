package org.jdapl.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.jdapl.spi.Provider;

/**
 * What a class loader has in providers. One that cannot be loaded does not keep the others from
 * being found.
 *
 * @param providers those that could be made
 * @param failures for those that could not, by class, the reason
 */
record ProviderSearch(List<Provider> providers, Map<String, String> failures) {

    /** So many entries that cannot even be named are enough: a search must come to an end. */
    private static final int MAX_NAMELESS = 32;

    static ProviderSearch in(ClassLoader loader) {
        List<Provider> providers = new ArrayList<>();
        Map<String, String> failures = new TreeMap<>();
        Iterator<ServiceLoader.Provider<Provider>> found =
                ServiceLoader.load(Provider.class, loader).stream().iterator();
        int nameless = 0;
        while (nameless < MAX_NAMELESS) {
            String name = "";
            try {
                if (!found.hasNext()) {
                    break;
                }
                ServiceLoader.Provider<Provider> candidate = found.next();
                name = candidate.type().getName();
                providers.add(candidate.get());
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                if (name.isEmpty()) {
                    nameless++; // an entry that names no class, or one that is not there
                    name = "unnamed provider " + nameless;
                }
                failures.put(name, "failed to load: " + Errors.rootCause(e));
            }
        }
        return new ProviderSearch(providers, failures);
    }
}
