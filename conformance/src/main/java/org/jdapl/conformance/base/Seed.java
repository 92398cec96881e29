package org.jdapl.conformance.base;

/** The number that decides all that chance decides: in simulations, and in tests that try much. */
public final class Seed {

    /** The property with the seed; 1 by default, so that two runs can be compared. */
    public static final String PROPERTY = "jdapl.kit.seed";

    private Seed() {}

    /**
     * The seed of this process.
     *
     * @return any number
     */
    public static long value() {
        return Long.getLong(PROPERTY, 1);
    }
}
