package org.jdapl.verbs;

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
}
