package org.jdapl.api.data;

/** Whether the target of one-sided operations must be driven for them to finish. */
public enum TargetProgress {
    /** The fabric serves RDMA operations by itself. */
    NONE,
    /**
     * The target's process must make progress: by its daemon (AUTO), or by its own calls (MANUAL).
     */
    REQUIRED
}
