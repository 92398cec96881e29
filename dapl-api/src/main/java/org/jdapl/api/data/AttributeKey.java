package org.jdapl.api.data;

import java.util.Objects;

/**
 * The name and type of one transport-specific attribute. Keys for InfiniBand and iWARP are in
 * {@link InfinibandAttributes} and {@link IwarpAttributes}; a vendor declares its own in a package
 * that its provider exports. Two keys are equal when their names and types are.
 *
 * @param name the full name, for example {@code iwarp.mpa.crc}
 * @param type the class of the value
 * @param <T> the type of the value
 */
public record AttributeKey<T>(String name, Class<T> type) {

    /** Checks that neither part is missing. */
    public AttributeKey {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }

    /**
     * Makes a key.
     *
     * @param name the full name
     * @param type the class of the value
     * @param <T> the type of the value
     * @return the key
     */
    public static <T> AttributeKey<T> of(String name, Class<T> type) {
        return new AttributeKey<>(name, type);
    }

    @Override
    public String toString() {
        return name;
    }
}
