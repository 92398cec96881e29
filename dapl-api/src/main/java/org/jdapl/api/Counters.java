package org.jdapl.api;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdapl.api.data.DatCode;
import org.jdapl.api.data.DatSubtype;
import org.jdapl.api.data.DatType;

/**
 * The values of counters at one moment (the counters of uDAPL's extension). Counters only grow and
 * are never reset: who wants the count of a while takes the values at its start and its end, and
 * {@link #since}. So no reader disturbs another, and no event is counted twice or not at all.
 *
 * <p>They are read while others count: each value was right at some moment of the call, and the
 * values need not be of one moment.
 *
 * @param values the values by name, in the order of the names; names are in lower case with dots
 */
public record Counters(SortedMap<String, Long> values) {

    /** Copies the map. */
    public Counters {
        values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    }

    /**
     * Values of a map.
     *
     * @param values the values by name
     * @return the counters
     */
    public static Counters of(Map<String, Long> values) {
        return new Counters(new TreeMap<>(values));
    }

    /**
     * One value.
     *
     * @param name its name
     * @return the value
     * @throws DatException {@code INVALID_PARAMETER} where there is no such counter; the text names
     *     those that there are
     */
    public long value(String name) {
        Long value = values.get(name);
        if (value == null) {
            throw new DatException(
                    DatCode.error(DatType.INVALID_PARAMETER, DatSubtype.INVALID_ARG1),
                    "there is no counter \"" + name + "\", only " + values.keySet(),
                    ErrorScope.CALL,
                    Remedy.FIX_ARGUMENT);
        }
        return value;
    }

    /**
     * What was counted since an earlier reading of the same object.
     *
     * @param earlier the earlier values; a counter that is missing there counts from zero
     * @return the differences, under the names of these counters
     */
    public Counters since(Counters earlier) {
        SortedMap<String, Long> difference = new TreeMap<>();
        values.forEach(
                (name, value) ->
                        difference.put(name, value - earlier.values.getOrDefault(name, 0L)));
        return new Counters(difference);
    }
}
