package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_qp_init_attr_ex}: how to make a queue pair, in newer versions. */
public final class IbvQpInitAttrEx {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_qp_init_attr_ex")
                    .pointer("qp_context")
                    .pointer("send_cq")
                    .pointer("recv_cq")
                    .pointer("srq")
                    .member("cap", IbvQpCap.LAYOUT)
                    .u32("qp_type")
                    .u32("sq_sig_all")
                    .u32("comp_mask")
                    .pointer("pd")
                    .pointer("xrcd")
                    .u32("create_flags")
                    .u16("max_tso_header")
                    .pointer("rwq_ind_tbl")
                    .member("rx_hash_conf", IbvRxHashConf.LAYOUT)
                    .u32("source_qpn")
                    .u64("send_ops_flags");

    public static final long QP_CONTEXT = LAYOUT.offset("qp_context");
    public static final long SEND_CQ = LAYOUT.offset("send_cq");
    public static final long RECV_CQ = LAYOUT.offset("recv_cq");
    public static final long SRQ = LAYOUT.offset("srq");
    public static final long CAP = LAYOUT.offset("cap");
    public static final long QP_TYPE = LAYOUT.offset("qp_type");
    public static final long SQ_SIG_ALL = LAYOUT.offset("sq_sig_all");
    public static final long COMP_MASK = LAYOUT.offset("comp_mask");
    public static final long PD = LAYOUT.offset("pd");
    public static final long XRCD = LAYOUT.offset("xrcd");
    public static final long CREATE_FLAGS = LAYOUT.offset("create_flags");
    public static final long MAX_TSO_HEADER = LAYOUT.offset("max_tso_header");
    public static final long RWQ_IND_TBL = LAYOUT.offset("rwq_ind_tbl");
    public static final long RX_HASH_CONF = LAYOUT.offset("rx_hash_conf");
    public static final long SOURCE_QPN = LAYOUT.offset("source_qpn");
    public static final long SEND_OPS_FLAGS = LAYOUT.offset("send_ops_flags");
    public static final long SIZE = LAYOUT.size();

    private IbvQpInitAttrEx() {}
}
