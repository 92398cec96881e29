package org.jdapl.conformance.throwing;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jdapl.spi.AdapterListener;
import org.jdapl.spi.Provider;

/**
 * A call that a provider answers, with all of its overloads.
 *
 * @param type the interface
 * @param method the name
 */
record SpiCall(Class<?> type, String method) {

    /** All calls of all interfaces that can be reached from {@link Provider}, in a fixed order. */
    static List<SpiCall> all() {
        Set<Class<?>> found = new LinkedHashSet<>();
        ArrayDeque<Class<?>> open = new ArrayDeque<>(List.of(Provider.class));
        List<SpiCall> calls = new ArrayList<>();
        while (!open.isEmpty()) {
            Class<?> type = open.removeFirst();
            boolean ours = type.getPackage() == Provider.class.getPackage();
            if (!ours || type == AdapterListener.class || !found.add(type)) {
                continue;
            }
            for (RecordComponent part : type.isRecord() ? type.getRecordComponents() : NO_PARTS) {
                add(part.getGenericType(), open);
            }
            if (type.isInterface()) {
                for (Method method : methods(type)) {
                    add(method.getGenericReturnType(), open);
                    Arrays.stream(method.getGenericParameterTypes()).forEach(t -> add(t, open));
                }
                methods(type).stream()
                        .map(method -> new SpiCall(type, method.getName()))
                        .distinct()
                        .forEach(calls::add);
            }
        }
        return calls;
    }

    private static final RecordComponent[] NO_PARTS = {};

    private static List<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    private static void add(Type type, ArrayDeque<Class<?>> to) {
        if (type instanceof Class<?> c) {
            to.addLast(c);
        } else if (type instanceof ParameterizedType p) {
            Arrays.stream(p.getActualTypeArguments()).forEach(t -> add(t, to));
        }
    }

    /** Whether it gives an object, so that null would be wrong. */
    boolean givesObject() {
        return methods(type).stream()
                .filter(m -> m.getName().equals(method))
                .noneMatch(m -> m.getReturnType().isPrimitive());
    }

    /** As the runtime's messages name it. */
    @Override
    public String toString() {
        return type.getSimpleName() + "." + method;
    }
}
