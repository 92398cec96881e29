package org.jdapl.api.data;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The transport-specific half of an attribute record: an immutable map from typed keys to values. A
 * provider refuses a key that it does not know, by name; nothing is ignored.
 */
public final class TransportAttributes {

    /** No transport-specific attribute at all. */
    public static final TransportAttributes NONE = new TransportAttributes(Map.of());

    private final Map<AttributeKey<?>, Object> values;

    private TransportAttributes(Map<AttributeKey<?>, Object> values) {
        this.values = values;
    }

    /**
     * Makes a copy that has one more value, or another value for a key.
     *
     * @param key the key
     * @param value the value
     * @param <T> the type of the value
     * @return the copy
     */
    public <T> TransportAttributes with(AttributeKey<T> key, T value) {
        Objects.requireNonNull(key, "key");
        Map<AttributeKey<?>, Object> copy = new LinkedHashMap<>(values);
        copy.put(key, key.type().cast(Objects.requireNonNull(value, "value")));
        return new TransportAttributes(Collections.unmodifiableMap(copy));
    }

    /**
     * Looks a value up.
     *
     * @param key the key
     * @param <T> the type of the value
     * @return the value, or empty where none was given
     */
    public <T> Optional<T> get(AttributeKey<T> key) {
        return Optional.ofNullable(values.get(key)).map(key.type()::cast);
    }

    /**
     * Looks a value up, with a default.
     *
     * @param key the key
     * @param fallback the value to take where none was given
     * @param <T> the type of the value
     * @return the value
     */
    public <T> T getOrDefault(AttributeKey<T> key, T fallback) {
        return get(key).orElse(fallback);
    }

    /**
     * The keys that have a value.
     *
     * @return the keys, in the order in which they were given
     */
    public Set<AttributeKey<?>> keys() {
        return values.keySet();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TransportAttributes that && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.entrySet().stream()
                .map(e -> e.getKey().name() + "=" + e.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }
}
