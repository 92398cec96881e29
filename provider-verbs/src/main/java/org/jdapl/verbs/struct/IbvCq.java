package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_cq}: a completion queue. */
public final class IbvCq {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_cq")
                    .pointer("context")
                    .pointer("channel")
                    .pointer("cq_context")
                    .u32("handle")
                    .u32("cqe")
                    .opaque("mutex", Pthread.MUTEX_SIZE, 8)
                    .opaque("cond", Pthread.COND_SIZE, 8)
                    .u32("comp_events_completed")
                    .u32("async_events_completed");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long CHANNEL = LAYOUT.offset("channel");
    public static final long CQ_CONTEXT = LAYOUT.offset("cq_context");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long CQE = LAYOUT.offset("cqe");
    public static final long COMP_EVENTS_COMPLETED = LAYOUT.offset("comp_events_completed");
    public static final long ASYNC_EVENTS_COMPLETED = LAYOUT.offset("async_events_completed");
    public static final long SIZE = LAYOUT.size();

    private IbvCq() {}
}
