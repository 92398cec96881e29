package org.jdapl.verbs.ffm;

/** What a method handle is declared to throw, and a call of C never does. */
public final class Throwables {
    private Throwables() {}

    /**
     * Throws on what the Java VM throws by itself (no memory, no stack); the rest is our mistake.
     */
    public static RuntimeException unexpected(String call, Throwable t) {
        if (t instanceof Error error) {
            throw error;
        }
        if (t instanceof RuntimeException e) {
            throw e;
        }
        return new IllegalStateException(call + " could not be called", t);
    }
}
