package org.jdapl.spi;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a provider is compiled against, as lines: each public type of the packages that a provider
 * sees, and of each its members. Constants of an enum are in their order, since ordinals are used.
 */
final class InterfaceListing {

    private static final List<String> MODULES = List.of("org.jdapl.api", "org.jdapl.spi");

    private static final Set<String> PACKAGES =
            Set.of(
                    "org.jdapl.api.data",
                    "org.jdapl.spi",
                    "org.jdapl.spi.kit",
                    "org.jdapl.spi.seam");

    private final List<String> lines = new ArrayList<>();

    private InterfaceListing() {}

    static List<String> lines() throws IOException {
        InterfaceListing listing = new InterfaceListing();
        types().forEach(listing::add);
        return listing.lines;
    }

    private static List<Class<?>> types() throws IOException {
        List<Class<?>> types = new ArrayList<>();
        for (String name : MODULES) {
            ResolvedModule module =
                    ModuleLayer.boot().configuration().findModule(name).orElseThrow();
            try (ModuleReader reader = module.reference().open();
                    Stream<String> files = reader.list()) {
                files.filter(file -> file.endsWith(".class"))
                        .map(file -> file.replace('/', '.').replaceAll("\\.class$", ""))
                        .filter(type -> PACKAGES.contains(type.replaceAll("\\.[^.]*$", "")))
                        .map(InterfaceListing::load)
                        .filter(InterfaceListing::isVisible)
                        .forEach(types::add);
            }
        }
        types.sort(Comparator.comparing(Class::getName));
        return types;
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, InterfaceListing.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isVisible(Class<?> type) {
        Class<?> around = type.getEnclosingClass();
        return isSeen(type.getModifiers()) && (around == null || isVisible(around));
    }

    private static boolean isSeen(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private void add(Class<?> type) {
        lines.add("");
        lines.add(type.toGenericString() + above(type));
        if (type.isEnum()) {
            Arrays.stream(type.getEnumConstants()).forEach(one -> lines.add("    " + name(one)));
        }
        List<String> members = new ArrayList<>();
        for (Constructor<?> one : type.getDeclaredConstructors()) {
            addTo(members, one, one.toGenericString());
        }
        for (Field one : type.getDeclaredFields()) {
            addTo(members, one.isEnumConstant() ? null : one, one.toGenericString());
        }
        for (Method one : type.getDeclaredMethods()) {
            addTo(members, one, one.toGenericString());
        }
        members.stream().sorted().forEach(lines::add);
    }

    private static String name(Object constant) {
        return ((Enum<?>) constant).name();
    }

    private static String above(Class<?> type) {
        List<String> above = new ArrayList<>();
        if (type.getGenericSuperclass() != null) {
            above.add(type.getGenericSuperclass().getTypeName());
        }
        Arrays.stream(type.getGenericInterfaces()).forEach(one -> above.add(one.getTypeName()));
        above.remove("java.lang.Object");
        return above.isEmpty() ? "" : " : " + String.join(", ", above);
    }

    private static <M extends AnnotatedElement & Member> void addTo(
            List<String> members, M member, String text) {
        if (member != null && isSeen(member.getModifiers()) && !member.isSynthetic()) {
            members.add("    " + text);
        }
    }
}
