package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_qp}: a queue pair. */
public final class IbvQp {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_qp")
                    .pointer("context")
                    .pointer("qp_context")
                    .pointer("pd")
                    .pointer("send_cq")
                    .pointer("recv_cq")
                    .pointer("srq")
                    .u32("handle")
                    .u32("qp_num")
                    .u32("state")
                    .u32("qp_type")
                    .opaque("mutex", Pthread.MUTEX_SIZE, 8)
                    .opaque("cond", Pthread.COND_SIZE, 8)
                    .u32("events_completed");

    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long QP_CONTEXT = LAYOUT.offset("qp_context");
    public static final long PD = LAYOUT.offset("pd");
    public static final long SEND_CQ = LAYOUT.offset("send_cq");
    public static final long RECV_CQ = LAYOUT.offset("recv_cq");
    public static final long SRQ = LAYOUT.offset("srq");
    public static final long HANDLE = LAYOUT.offset("handle");
    public static final long QP_NUM = LAYOUT.offset("qp_num");
    public static final long STATE = LAYOUT.offset("state");
    public static final long QP_TYPE = LAYOUT.offset("qp_type");
    public static final long EVENTS_COMPLETED = LAYOUT.offset("events_completed");
    public static final long SIZE = LAYOUT.size();

    private IbvQp() {}
}
