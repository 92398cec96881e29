package org.jdapl.examples.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The types of the API and of the JDK by the names that pages use, and their members. */
final class ApiNames {

    private static final Set<String> EXPORTED = Set.of("org.jdapl.api", "org.jdapl.api.data");
    private static final List<String> OF_THE_JDK =
            List.of("java.lang.", "java.time.", "java.util.");

    /** By simple name, nested types by both their names. */
    private final Map<String, Class<?>> types = new HashMap<>();

    ApiNames() {
        var module = ModuleLayer.boot().configuration().findModule("org.jdapl.api").orElseThrow();
        try (ModuleReader reader = module.reference().open();
                Stream<String> entries = reader.list()) {
            entries.filter(e -> e.endsWith(".class") && !e.endsWith("-info.class"))
                    .map(e -> e.substring(0, e.length() - ".class".length()).replace('/', '.'))
                    .filter(n -> EXPORTED.contains(n.substring(0, n.lastIndexOf('.'))))
                    .forEach(this::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void add(String binaryName) {
        Class<?> type = type(binaryName).orElseThrow();
        if (java.lang.reflect.Modifier.isPublic(type.getModifiers())) {
            types.put(type.getSimpleName(), type);
            types.put(
                    binaryName.substring(binaryName.lastIndexOf('.') + 1).replace('$', '.'), type);
        }
    }

    private static Optional<Class<?>> type(String name) {
        try {
            return Optional.of(Class.forName(name));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        }
    }

    int size() {
        return types.size();
    }

    /** Whether it is the name of a type, of a nested one, or of a public member of one. */
    boolean knows(String name) {
        if (find(name) != null) {
            return true;
        }
        int dot = name.lastIndexOf('.');
        if (dot < 0) {
            return false;
        }
        Class<?> type = find(name.substring(0, dot));
        String member = name.substring(dot + 1);
        return type != null
                && Stream.concat(Arrays.stream(type.getMethods()), Arrays.stream(type.getFields()))
                        .anyMatch(m -> m.getName().equals(member));
    }

    private @Nullable Class<?> find(String name) {
        Class<?> type = types.get(name);
        return type != null
                ? type
                : OF_THE_JDK.stream()
                        .flatMap(p -> type(p + name).stream())
                        .findFirst()
                        .orElse(null);
    }
}
