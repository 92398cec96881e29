package org.jdapl.verbs.c;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdapl.verbs.ffm.Struct;

/**
 * Asks a C compiler what the installed headers make of the structures and constants that Java
 * repeats. Each is an expression of C with the value that Java has for it; a program prints what C
 * has.
 */
public final class HeaderProbe {
    private final List<String> headers;
    private final Map<String, Long> expected = new LinkedHashMap<>();

    /** A probe of these headers, such as {@code infiniband/verbs.h}. */
    public HeaderProbe(String... headers) {
        this.headers = List.of(headers);
    }

    /** Adds the size of a structure and the offset and the size of each of its fields. */
    public HeaderProbe structs(List<Struct> structs) {
        for (Struct struct : structs) {
            String type = struct.cName();
            expect("sizeof(" + type + ")", struct.size());
            for (Struct.Field field : struct.fields()) {
                expect("offsetof(" + type + ", " + field.name() + ")", field.offset());
                expect("sizeof(((" + type + " *) 0)->" + field.name() + ")", field.size());
            }
        }
        return this;
    }

    /** Adds the constants of classes: each static field of an integer type, by its name. */
    public HeaderProbe constants(List<Class<?>> classes) {
        for (Class<?> type : classes) {
            for (Field field : type.getDeclaredFields()) {
                if (Modifier.isStatic(field.getModifiers()) && field.getType().isPrimitive()) {
                    expect(field.getName(), value(field));
                }
            }
        }
        return this;
    }

    private static long value(Field field) {
        try {
            return field.getLong(null);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(field + " cannot be read", e);
        }
    }

    /** Adds an expression of C. */
    public HeaderProbe expect(String expression, long value) {
        Long before = expected.put(expression, value);
        if (before != null) {
            throw new IllegalArgumentException(expression + " is there twice");
        }
        return this;
    }

    /** How many expressions are compared. */
    public int count() {
        return expected.size();
    }

    /**
     * Compiles and runs the program.
     *
     * @return a line for each expression that has another value in C than in Java
     */
    public List<String> differences() {
        String source =
                headers.stream()
                                .map(header -> "#include <" + header + ">\n")
                                .collect(Collectors.joining())
                        + "#include <stddef.h>\n#include <stdio.h>\nint main(void)\n{\n"
                        + expected.keySet().stream()
                                .map(e -> "  printf(\"%lld\\n\", (long long) (" + e + "));\n")
                                .collect(Collectors.joining())
                        + "  return 0;\n}\n";
        String program = CCompiler.program("probe", source).toString();
        CCompiler.Result result = CCompiler.run(List.of(program));
        List<String> values = result.output().lines().toList();
        if (result.exitCode() != 0 || values.size() != expected.size()) {
            throw new IllegalStateException("the probe wrote " + values.size() + " values");
        }
        List<String> differences = new ArrayList<>();
        int i = 0;
        for (Map.Entry<String, Long> entry : expected.entrySet()) {
            long actual = Long.parseLong(values.get(i++));
            if (actual != entry.getValue()) {
                differences.add(
                        entry.getKey() + " is " + actual + " in C, " + entry.getValue() + " here");
            }
        }
        return differences;
    }
}
