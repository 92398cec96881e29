package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_srq}: a shared receive queue. */
public final class IbvSrq {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_srq")
                    .pointer("context")
                    .pointer("srq_context")
                    .pointer("pd")
                    .u32("handle")
                    .opaque("mutex", Pthread.MUTEX_SIZE, 8)
                    .opaque("cond", Pthread.COND_SIZE, 8)
                    .u32("events_completed");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long SRQ_CONTEXT = LAYOUT.offset("srq_context");
    public static final long PD = LAYOUT.offset("pd");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long EVENTS_COMPLETED = LAYOUT.offset("events_completed");
    public static final long SIZE = LAYOUT.size();

    private IbvSrq() {}
}
