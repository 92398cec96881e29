package org.jdapl.verbs;

import java.util.Objects;

/** Checks of arguments that no library would refuse in words. */
final class Checks {
    private Checks() {}

    /** The value, if it is in the range. */
    static int range(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + "=" + value + " is not in " + least + ".." + most);
        }
        return value;
    }

    /** That a list has these requests, and at least one; few steps, since each post takes them. */
    static void requests(int first, int count, int capacity) {
        if (first < 0 || count < 1 || first > capacity - count) {
            range("count", count, 1, capacity);
            Objects.checkFromIndexSize(first, count, capacity);
        }
    }
}
