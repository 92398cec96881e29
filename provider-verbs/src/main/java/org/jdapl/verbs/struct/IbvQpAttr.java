package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/**
 * {@code struct ibv_qp_attr}: the attributes of a queue pair that are set on its way through its
 * states.
 */
public final class IbvQpAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_qp_attr")
                    .u32("qp_state")
                    .u32("cur_qp_state")
                    .u32("path_mtu")
                    .u32("path_mig_state")
                    .u32("qkey")
                    .u32("rq_psn")
                    .u32("sq_psn")
                    .u32("dest_qp_num")
                    .u32("qp_access_flags")
                    .member("cap", IbvQpCap.LAYOUT)
                    .member("ah_attr", IbvAhAttr.LAYOUT)
                    .member("alt_ah_attr", IbvAhAttr.LAYOUT)
                    .u16("pkey_index")
                    .u16("alt_pkey_index")
                    .u8("en_sqd_async_notify")
                    .u8("sq_draining")
                    .u8("max_rd_atomic")
                    .u8("max_dest_rd_atomic")
                    .u8("min_rnr_timer")
                    .u8("port_num")
                    .u8("timeout")
                    .u8("retry_cnt")
                    .u8("rnr_retry")
                    .u8("alt_port_num")
                    .u8("alt_timeout")
                    .u32("rate_limit");

    public static final long QP_STATE = LAYOUT.offset("qp_state");
    public static final long CUR_QP_STATE = LAYOUT.offset("cur_qp_state");
    public static final long PATH_MTU = LAYOUT.offset("path_mtu");
    public static final long PATH_MIG_STATE = LAYOUT.offset("path_mig_state");
    public static final long QKEY = LAYOUT.offset("qkey");
    public static final long RQ_PSN = LAYOUT.offset("rq_psn");
    public static final long SQ_PSN = LAYOUT.offset("sq_psn");
    public static final long DEST_QP_NUM = LAYOUT.offset("dest_qp_num");
    public static final long QP_ACCESS_FLAGS = LAYOUT.offset("qp_access_flags");
    public static final long CAP = LAYOUT.offset("cap");
    public static final long AH_ATTR = LAYOUT.offset("ah_attr");
    public static final long ALT_AH_ATTR = LAYOUT.offset("alt_ah_attr");
    public static final long PKEY_INDEX = LAYOUT.offset("pkey_index");
    public static final long ALT_PKEY_INDEX = LAYOUT.offset("alt_pkey_index");
    public static final long EN_SQD_ASYNC_NOTIFY = LAYOUT.offset("en_sqd_async_notify");
    public static final long SQ_DRAINING = LAYOUT.offset("sq_draining");
    public static final long MAX_RD_ATOMIC = LAYOUT.offset("max_rd_atomic");
    public static final long MAX_DEST_RD_ATOMIC = LAYOUT.offset("max_dest_rd_atomic");
    public static final long MIN_RNR_TIMER = LAYOUT.offset("min_rnr_timer");
    public static final long PORT_NUM = LAYOUT.offset("port_num");
    public static final long TIMEOUT = LAYOUT.offset("timeout");
    public static final long RETRY_CNT = LAYOUT.offset("retry_cnt");
    public static final long RNR_RETRY = LAYOUT.offset("rnr_retry");
    public static final long ALT_PORT_NUM = LAYOUT.offset("alt_port_num");
    public static final long ALT_TIMEOUT = LAYOUT.offset("alt_timeout");
    public static final long RATE_LIMIT = LAYOUT.offset("rate_limit");
    public static final long SIZE = LAYOUT.size();

    private IbvQpAttr() {}
}
