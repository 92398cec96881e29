package org.jdapl.conformance.certify;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdapl.conformance.kit.Certification;

/** Options that are handed through to the kit. */
final class KitOptions {

    private KitOptions() {}

    /**
     * Reads options, each with its value behind it.
     *
     * @throws UsageException where one is not the kit's either, or has no value
     */
    static Map<String, String> of(List<String> words) throws UsageException {
        Map<String, String> options = new HashMap<>();
        for (int i = 0; i < words.size(); i += 2) {
            String name = words.get(i);
            if (!Certification.options().contains(name)) {
                throw new UsageException(
                        (name.startsWith("-") ? "unknown option '" : "unexpected argument '")
                                + name
                                + "'");
            }
            if (i + 1 == words.size()) {
                throw new UsageException(name + " needs a value");
            }
            options.put(name, words.get(i + 1));
        }
        return options;
    }
}
