package org.jdapl.conformance.base;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jdapl.api.data.AttributeKey;
import org.jdapl.api.data.TransportAttributes;

/**
 * Transport-specific attributes as texts, so that they cross processes. Values are of the types
 * that keys have: truth values, numbers, texts and constants of enums.
 */
public final class AttributeText {

    private static final String SEPARATOR = ":";

    private AttributeText() {}

    /**
     * Writes attributes down.
     *
     * @param attributes the attributes
     * @param prefix what the names start with
     * @return for each attribute its name behind the prefix, and its type and value
     */
    public static Map<String, String> toFields(TransportAttributes attributes, String prefix) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (AttributeKey<?> key : attributes.keys()) {
            Object value = attributes.get(key).orElseThrow();
            fields.put(prefix + key.name(), key.type().getName() + SEPARATOR + value);
        }
        return fields;
    }

    /**
     * Reads attributes.
     *
     * @param fields what {@link #toFields} wrote, and other things
     * @param prefix what the names start with
     * @return the attributes
     * @throws ClassNotFoundException where a type is not known here
     */
    public static TransportAttributes ofFields(Map<String, String> fields, String prefix)
            throws ClassNotFoundException {
        TransportAttributes attributes = TransportAttributes.NONE;
        for (Map.Entry<String, String> field : fields.entrySet()) {
            if (field.getKey().startsWith(prefix)) {
                String[] two = field.getValue().split(SEPARATOR, 2);
                attributes =
                        with(
                                attributes,
                                field.getKey().substring(prefix.length()),
                                Class.forName(two[0]),
                                two[1]);
            }
        }
        return attributes;
    }

    private static <T> TransportAttributes with(
            TransportAttributes attributes, String name, Class<T> type, String text) {
        return attributes.with(AttributeKey.of(name, type), type.cast(value(type, text)));
    }

    private static Object value(Class<?> type, String text) {
        if (type == Boolean.class) {
            return Boolean.valueOf(text);
        }
        if (type == Integer.class) {
            return Integer.valueOf(text);
        }
        if (type == Long.class) {
            return Long.valueOf(text);
        }
        if (type.isEnum()) {
            for (Object constant : type.getEnumConstants()) {
                if (((Enum<?>) constant).name().equals(text)) {
                    return constant;
                }
            }
            throw new IllegalArgumentException(text + " is no " + type.getName());
        }
        return text;
    }
}
