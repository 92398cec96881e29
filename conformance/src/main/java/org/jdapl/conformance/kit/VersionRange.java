package org.jdapl.conformance.kit;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Versions from one to another, both included. Versions are numbers with dots in between; what
 * follows them ({@code -25-amd64}) does not count. A bound has as many numbers as it wants to tell
 * apart: {@code 6.1.90} is not behind {@code 6.1}.
 *
 * @param lowest the first version
 * @param highest the last version
 */
public record VersionRange(String lowest, String highest) {

    private static final Pattern NUMBERS = Pattern.compile("\\d{1,9}(\\.\\d{1,9})*");

    private static final Pattern RANGE = Pattern.compile("(\\S+)(?: \\.\\. (\\S+))?");

    /**
     * Checks the bounds.
     *
     * @throws IllegalArgumentException where one is no version, or where they are the wrong way
     *     round
     */
    public VersionRange {
        if (compare(numbers(lowest), numbers(highest)) > 0) {
            throw new IllegalArgumentException("lowest=" + lowest + " highest=" + highest);
        }
    }

    /**
     * Reads a range.
     *
     * @param text a version, or two with {@code " .. "} in between
     * @return the range
     * @throws IllegalArgumentException where it is none
     */
    public static VersionRange of(String text) {
        Matcher m = RANGE.matcher(text);
        if (!m.matches()) {
            throw new IllegalArgumentException("no range of versions: " + text);
        }
        return new VersionRange(m.group(1), m.group(2) == null ? m.group(1) : m.group(2));
    }

    /**
     * Whether a version lies in it.
     *
     * @param version a version; one that does not begin with a number lies in no range
     * @return true from the first to the last
     */
    public boolean contains(String version) {
        Matcher m = NUMBERS.matcher(version);
        if (!m.lookingAt()) {
            return false;
        }
        List<Integer> numbers = numbers(m.group());
        return compare(numbers(lowest), numbers) <= 0 && compare(numbers, numbers(highest)) <= 0;
    }

    @Override
    public String toString() {
        return lowest.equals(highest) ? lowest : lowest + " .. " + highest;
    }

    private static List<Integer> numbers(String version) {
        if (!NUMBERS.matcher(version).matches()) {
            throw new IllegalArgumentException("no version: " + version);
        }
        return Arrays.stream(version.split("\\.")).map(Integer::valueOf).toList();
    }

    /** As many numbers as both have are compared. */
    private static int compare(List<Integer> one, List<Integer> other) {
        for (int i = 0; i < Math.min(one.size(), other.size()); i++) {
            int order = one.get(i).compareTo(other.get(i));
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
