package org.jdapl.conformance.arch;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.module.ModuleDescriptor;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The arrows between the modules as their descriptors draw them. */
class DescriptorTest {
    private static final Map<String, Set<String>> ALLOWED =
            Map.of(
                    "org.jdapl.api", Set.of(),
                    "org.jdapl.middleware", Set.of("org.jdapl.api"),
                    "org.jdapl.spi", Set.of("org.jdapl.api"),
                    "org.jdapl.core", Set.of("org.jdapl.api", "org.jdapl.spi"),
                    "org.jdapl.provider.soft", Set.of("org.jdapl.spi"),
                    "org.jdapl.provider.verbs", Set.of("org.jdapl.spi"),
                    "org.jdapl.provider.ib", Set.of("org.jdapl.spi", "org.jdapl.provider.verbs"),
                    "org.jdapl.provider.iwarp",
                            Set.of("org.jdapl.spi", "org.jdapl.provider.verbs"));

    static Set<String> libraries() {
        return new TreeSet<>(ALLOWED.keySet());
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldRequireOnlyModulesBelow(String library) {
        assertThat(requires(library, name -> name.startsWith("org.jdapl.")))
                .isSubsetOf(ALLOWED.get(library));
    }

    @ParameterizedTest
    @MethodSource("libraries")
    void shouldRequireNothingForeignButAnnotations(String library) {
        assertThat(requires(library, name -> !name.startsWith("org.jdapl.")))
                .allMatch(
                        name ->
                                name.startsWith("java.")
                                        || name.startsWith("jdk.")
                                        || name.equals("org.jspecify"));
    }

    private static Set<String> requires(String library, Predicate<String> which) {
        Set<String> names = new TreeSet<>();
        for (ModuleDescriptor.Requires requires :
                ProductModules.byName().get(library).descriptor().requires()) {
            if (which.test(requires.name())) {
                names.add(requires.name());
            }
        }
        return names;
    }
}
