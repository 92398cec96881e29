package org.jdapl.conformance.kit;

/** What came of a rule, from best to worst; a group is as good as its worst rule. */
public enum Status {
    /** The adapter does not advertise what the rule is about. */
    NOT_APPLICABLE,
    /** The rule is kept. */
    PASS,
    /** The rule is kept, and something should be known. */
    WARNING,
    /** The rule is broken, and a {@link Waiver} says so. */
    WAIVED,
    /** The rule is broken. */
    FAIL,
    /** The harness or the test failed. */
    ERROR,
    /** The JVM died while the rule was tried. */
    CRASH;

    /**
     * Whether the run as a whole can still be called good.
     *
     * @return false for failures, errors and crashes
     */
    public boolean isGood() {
        return compareTo(FAIL) < 0;
    }

    /**
     * The worse of two.
     *
     * @param other the other
     * @return one of them
     */
    public Status worse(Status other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
