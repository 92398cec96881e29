package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_qp_init_attr}: how to make a queue pair. */
public final class IbvQpInitAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_qp_init_attr")
                    .pointer("qp_context")
                    .pointer("send_cq")
                    .pointer("recv_cq")
                    .pointer("srq")
                    .member("cap", IbvQpCap.LAYOUT)
                    .u32("qp_type")
                    .u32("sq_sig_all");

    public static final long QP_CONTEXT = LAYOUT.offset("qp_context");
    public static final long SEND_CQ = LAYOUT.offset("send_cq");
    public static final long RECV_CQ = LAYOUT.offset("recv_cq");
    public static final long SRQ = LAYOUT.offset("srq");
    public static final long CAP = LAYOUT.offset("cap");
    public static final long QP_TYPE = LAYOUT.offset("qp_type");
    public static final long SQ_SIG_ALL = LAYOUT.offset("sq_sig_all");
    public static final long SIZE = LAYOUT.size();

    private IbvQpInitAttr() {}
}
