package org.jdapl.conformance.explorer;

import org.jdapl.api.data.ProgressMode;

/**
 * What a story is played on.
 *
 * @param left how the left side makes progress
 * @param right how the right side makes progress
 * @param pollers whether a thread of each side's own takes the events; else its consumer does
 * @param oneDispatcher whether completions and connection events share a dispatcher
 * @param paceNs how long a consumer pauses after a step, in nanoseconds
 * @param shared whether some endpoints of each side draw from a shared receive queue
 * @param faults the fault plan, in its text form
 */
record Setup(
        ProgressMode left,
        ProgressMode right,
        boolean pollers,
        boolean oneDispatcher,
        long paceNs,
        boolean shared,
        String faults) {

    /** The same without faults. */
    Setup calm() {
        return new Setup(left, right, pollers, oneDispatcher, paceNs, shared, "");
    }

    ProgressMode progress(int side) {
        return side == 0 ? left : right;
    }
}
