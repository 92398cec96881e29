package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_context}: an open device, with the functions of its driver. */
public final class IbvContext {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_context")
                    .pointer("device")
                    .pointer("ops._compat_query_device")
                    .pointer("ops._compat_query_port")
                    .pointer("ops._compat_alloc_pd")
                    .pointer("ops._compat_dealloc_pd")
                    .pointer("ops._compat_reg_mr")
                    .pointer("ops._compat_rereg_mr")
                    .pointer("ops._compat_dereg_mr")
                    .pointer("ops.alloc_mw")
                    .pointer("ops.bind_mw")
                    .pointer("ops.dealloc_mw")
                    .pointer("ops._compat_create_cq")
                    .pointer("ops.poll_cq")
                    .pointer("ops.req_notify_cq")
                    .pointer("ops._compat_cq_event")
                    .pointer("ops._compat_resize_cq")
                    .pointer("ops._compat_destroy_cq")
                    .pointer("ops._compat_create_srq")
                    .pointer("ops._compat_modify_srq")
                    .pointer("ops._compat_query_srq")
                    .pointer("ops._compat_destroy_srq")
                    .pointer("ops.post_srq_recv")
                    .pointer("ops._compat_create_qp")
                    .pointer("ops._compat_query_qp")
                    .pointer("ops._compat_modify_qp")
                    .pointer("ops._compat_destroy_qp")
                    .pointer("ops.post_send")
                    .pointer("ops.post_recv")
                    .pointer("ops._compat_create_ah")
                    .pointer("ops._compat_destroy_ah")
                    .pointer("ops._compat_attach_mcast")
                    .pointer("ops._compat_detach_mcast")
                    .pointer("ops._compat_async_event")
                    .u32("cmd_fd")
                    .u32("async_fd")
                    .u32("num_comp_vectors")
                    .opaque("mutex", Pthread.MUTEX_SIZE, 8)
                    .pointer("abi_compat");

    public static final long DEVICE = LAYOUT.offset("device");
    public static final long OPS_ALLOC_MW = LAYOUT.offset("ops.alloc_mw");
    public static final long OPS_BIND_MW = LAYOUT.offset("ops.bind_mw");
    public static final long OPS_DEALLOC_MW = LAYOUT.offset("ops.dealloc_mw");
    public static final long OPS_POLL_CQ = LAYOUT.offset("ops.poll_cq");
    public static final long OPS_REQ_NOTIFY_CQ = LAYOUT.offset("ops.req_notify_cq");
    public static final long OPS_POST_SRQ_RECV = LAYOUT.offset("ops.post_srq_recv");
    public static final long OPS_POST_SEND = LAYOUT.offset("ops.post_send");
    public static final long OPS_POST_RECV = LAYOUT.offset("ops.post_recv");
    public static final long CMD_FD = LAYOUT.offset("cmd_fd");
    public static final long ASYNC_FD = LAYOUT.offset("async_fd");
    public static final long NUM_COMP_VECTORS = LAYOUT.offset("num_comp_vectors");
    public static final long ABI_COMPAT = LAYOUT.offset("abi_compat");
    public static final long SIZE = LAYOUT.size();

    private IbvContext() {}
}
