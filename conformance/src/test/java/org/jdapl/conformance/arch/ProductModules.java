package org.jdapl.conformance.arch;

import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;

import java.io.File;
import java.io.UncheckedIOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The modules of this build, as the build gives them to tests: jars, or folders of classes where it
 * stops before packaging.
 */
final class ProductModules {
    private static final Map<String, ModuleReference> BY_NAME =
            ModuleFinder.of(
                            Stream.of(modulePath().split(File.pathSeparator))
                                    .map(Path::of)
                                    .toArray(Path[]::new))
                    .findAll()
                    .stream()
                    .filter(module -> module.descriptor().name().startsWith("org.jdapl."))
                    .collect(toMap(module -> module.descriptor().name(), identity()));

    static Map<String, ModuleReference> byName() {
        return BY_NAME;
    }

    static List<URL> locations() {
        return BY_NAME.values().stream()
                .map(module -> url(module.location().orElseThrow()))
                .toList();
    }

    private static String modulePath() {
        String path = System.getProperty("jdapl.test.modulepath");
        if (path == null) {
            throw new IllegalStateException("run by Maven: the build sets jdapl.test.modulepath");
        }
        return path;
    }

    private static URL url(URI location) {
        try {
            return location.getPath().endsWith(".jar")
                    ? URI.create("jar:" + location + "!/").toURL()
                    : location.toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ProductModules() {}
}
