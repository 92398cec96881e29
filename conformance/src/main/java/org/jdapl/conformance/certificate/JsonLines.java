package org.jdapl.conformance.certificate;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import tools.jackson.core.type.TypeReference;

/**
 * How what is kept as JSON is laid out: a line for each member, and for each element of what is
 * long, so that two documents can be compared by lines.
 */
public final class JsonLines {

    private static final TypeReference<Map<String, Object>> MEMBERS = new TypeReference<>() {};

    private JsonLines() {}

    /**
     * Writes a document.
     *
     * @param document what becomes a JSON object
     * @return the text, with a line break at its end
     */
    public static String text(Object document) {
        // By a map and not by a tree, which is written in the order of its names.
        StringJoiner members = new StringJoiner(",\n", "{\n", "\n}\n");
        CertificateJson.MAPPER
                .convertValue(document, MEMBERS)
                .forEach((name, value) -> members.add(compact(name) + ": " + lines(value)));
        return members.toString();
    }

    private static String lines(Object value) {
        return switch (value) {
            case List<?> list when !list.isEmpty() -> {
                StringJoiner elements = new StringJoiner(",\n", "[\n", "\n]");
                list.forEach(element -> elements.add(compact(element)));
                yield elements.toString();
            }
            case Map<?, ?> map when !map.isEmpty() -> {
                StringJoiner members = new StringJoiner(",\n", "{\n", "\n}");
                map.forEach(
                        (name, member) ->
                                members.add(
                                        compact(name)
                                                + ": "
                                                + (member instanceof Map<?, ?> inner
                                                        ? lines(inner)
                                                        : compact(member))));
                yield members.toString();
            }
            default -> compact(value);
        };
    }

    private static String compact(Object value) {
        return CertificateJson.MAPPER.writeValueAsString(value);
    }
}
