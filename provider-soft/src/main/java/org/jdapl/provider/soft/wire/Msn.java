package org.jdapl.provider.soft.wire;

/**
 * Arithmetic of message sequence numbers (RFC 5041 section 4.3).
 *
 * <p>A queue counts its messages from 1; the number has 32 bits, is unsigned, and 0 follows 2^32 -
 * 1. Two numbers are compared by their distance, so the order is right as long as they are less
 * than 2^31 apart. <strong>Threads:</strong> stateless.
 */
public final class Msn {

    /** Number of the first message of each queue and direction. */
    public static final int FIRST = 1;

    private Msn() {}

    /**
     * The number after this one.
     *
     * @param msn a number
     * @return its successor; 0 after 2^32 - 1
     */
    public static int next(int msn) {
        return msn + 1;
    }

    /**
     * The number some messages later.
     *
     * @param msn a number
     * @param messages how many messages later, or earlier if negative
     * @return the number, wrapped
     */
    public static int plus(int msn, int messages) {
        return msn + messages;
    }

    /**
     * How many messages lie between two numbers.
     *
     * @param from the number to start from
     * @param to the number to come to
     * @return steps forward from {@code from} to {@code to}; negative if {@code to} is the earlier
     *     one
     */
    public static int distance(int from, int to) {
        return to - from;
    }

    /**
     * Compares two numbers in their order on the wire.
     *
     * @param left a number
     * @param right another, less than 2^31 apart
     * @return negative, zero or positive as {@code left} comes before, is, or comes after {@code
     *     right}
     */
    public static int compare(int left, int right) {
        return left - right;
    }

    /**
     * Whether a number is in a window that starts at another.
     *
     * @param msn the number, which the peer may have chosen at will
     * @param first first number of the window
     * @param messages how many numbers the window has, not negative
     * @return whether {@code msn} is one of them
     */
    public static boolean inWindow(int msn, int first, int messages) {
        return Integer.compareUnsigned(msn - first, messages) < 0;
    }
}
