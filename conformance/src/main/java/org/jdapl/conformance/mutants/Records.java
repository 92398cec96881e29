package org.jdapl.conformance.mutants;

import java.lang.reflect.RecordComponent;
import org.jspecify.annotations.Nullable;

/** Changes one part of a record: what a fault says of a limit, for example. */
public final class Records {

    private Records() {}

    /**
     * A copy with one other component.
     *
     * @param <R> the record's type
     * @param record the record
     * @param component the name of the component
     * @param value its new value
     * @return the copy
     * @throws IllegalArgumentException where there is no such component
     */
    @SuppressWarnings("unchecked") // made by the record's own constructor
    public static <R extends Record> R with(R record, String component, @Nullable Object value) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        @Nullable Object[] values = new @Nullable Object[components.length];
        boolean found = false;
        try {
            for (int i = 0; i < components.length; i++) {
                types[i] = components[i].getType();
                boolean chosen = components[i].getName().equals(component);
                values[i] = chosen ? value : components[i].getAccessor().invoke(record);
                found |= chosen;
            }
            if (!found) {
                throw new IllegalArgumentException(
                        record.getClass().getName() + " has no component " + component);
            }
            return (R) record.getClass().getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("cannot copy " + record.getClass(), e);
        }
    }
}
