package org.jdapl.api.data;

/** Who does the work of an adapter that has no hardware to do it. */
public enum ProgressMode {
    /**
     * A consumer that polls or waits does it; when none does, a daemon thread of the runtime does.
     */
    AUTO,
    /**
     * Only calls of the consumer do it: any poll or wait on any object of the adapter, and {@code
     * InterfaceAdapter.progress()}. No thread is started. Time-outs fire only there. A wait on a
     * virtual thread pins its carrier.
     */
    MANUAL
}
