package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/**
 * {@code struct verbs_context}: what stands in memory before an {@link IbvContext}: the functions
 * of newer versions. It grows at its beginning; {@code sz} tells how far.
 */
public final class VerbsContext {
    public static final Struct LAYOUT =
            Struct.of("struct verbs_context")
                    .pointer("query_port")
                    .pointer("advise_mr")
                    .pointer("alloc_null_mr")
                    .pointer("read_counters")
                    .pointer("attach_counters_point_flow")
                    .pointer("create_counters")
                    .pointer("destroy_counters")
                    .pointer("reg_dm_mr")
                    .pointer("alloc_dm")
                    .pointer("free_dm")
                    .pointer("modify_flow_action_esp")
                    .pointer("destroy_flow_action")
                    .pointer("create_flow_action_esp")
                    .pointer("modify_qp_rate_limit")
                    .pointer("alloc_parent_domain")
                    .pointer("dealloc_td")
                    .pointer("alloc_td")
                    .pointer("modify_cq")
                    .pointer("post_srq_ops")
                    .pointer("destroy_rwq_ind_table")
                    .pointer("create_rwq_ind_table")
                    .pointer("destroy_wq")
                    .pointer("modify_wq")
                    .pointer("create_wq")
                    .pointer("query_rt_values")
                    .pointer("create_cq_ex")
                    .pointer("priv")
                    .pointer("query_device_ex")
                    .pointer("ibv_destroy_flow")
                    .pointer("ABI_placeholder2")
                    .pointer("ibv_create_flow")
                    .pointer("ABI_placeholder1")
                    .pointer("open_qp")
                    .pointer("create_qp_ex")
                    .pointer("get_srq_num")
                    .pointer("create_srq_ex")
                    .pointer("open_xrcd")
                    .pointer("close_xrcd")
                    .u64("_ABI_placeholder3")
                    .u64("sz")
                    .member("context", IbvContext.LAYOUT);

    public static final long QUERY_PORT = LAYOUT.offset("query_port");
    public static final long ADVISE_MR = LAYOUT.offset("advise_mr");
    public static final long ALLOC_NULL_MR = LAYOUT.offset("alloc_null_mr");
    public static final long READ_COUNTERS = LAYOUT.offset("read_counters");
    public static final long ATTACH_COUNTERS_POINT_FLOW =
            LAYOUT.offset("attach_counters_point_flow");
    public static final long CREATE_COUNTERS = LAYOUT.offset("create_counters");
    public static final long DESTROY_COUNTERS = LAYOUT.offset("destroy_counters");
    public static final long REG_DM_MR = LAYOUT.offset("reg_dm_mr");
    public static final long ALLOC_DM = LAYOUT.offset("alloc_dm");
    public static final long FREE_DM = LAYOUT.offset("free_dm");
    public static final long MODIFY_FLOW_ACTION_ESP = LAYOUT.offset("modify_flow_action_esp");
    public static final long DESTROY_FLOW_ACTION = LAYOUT.offset("destroy_flow_action");
    public static final long CREATE_FLOW_ACTION_ESP = LAYOUT.offset("create_flow_action_esp");
    public static final long MODIFY_QP_RATE_LIMIT = LAYOUT.offset("modify_qp_rate_limit");
    public static final long ALLOC_PARENT_DOMAIN = LAYOUT.offset("alloc_parent_domain");
    public static final long DEALLOC_TD = LAYOUT.offset("dealloc_td");
    public static final long ALLOC_TD = LAYOUT.offset("alloc_td");
    public static final long MODIFY_CQ = LAYOUT.offset("modify_cq");
    public static final long POST_SRQ_OPS = LAYOUT.offset("post_srq_ops");
    public static final long DESTROY_RWQ_IND_TABLE = LAYOUT.offset("destroy_rwq_ind_table");
    public static final long CREATE_RWQ_IND_TABLE = LAYOUT.offset("create_rwq_ind_table");
    public static final long DESTROY_WQ = LAYOUT.offset("destroy_wq");
    public static final long MODIFY_WQ = LAYOUT.offset("modify_wq");
    public static final long CREATE_WQ = LAYOUT.offset("create_wq");
    public static final long QUERY_RT_VALUES = LAYOUT.offset("query_rt_values");
    public static final long CREATE_CQ_EX = LAYOUT.offset("create_cq_ex");
    public static final long PRIV = LAYOUT.offset("priv");
    public static final long QUERY_DEVICE_EX = LAYOUT.offset("query_device_ex");
    public static final long IBV_DESTROY_FLOW = LAYOUT.offset("ibv_destroy_flow");
    public static final long IBV_CREATE_FLOW = LAYOUT.offset("ibv_create_flow");
    public static final long OPEN_QP = LAYOUT.offset("open_qp");
    public static final long CREATE_QP_EX = LAYOUT.offset("create_qp_ex");
    public static final long GET_SRQ_NUM = LAYOUT.offset("get_srq_num");
    public static final long CREATE_SRQ_EX = LAYOUT.offset("create_srq_ex");
    public static final long OPEN_XRCD = LAYOUT.offset("open_xrcd");
    public static final long CLOSE_XRCD = LAYOUT.offset("close_xrcd");
    public static final long SZ = LAYOUT.offset("sz");
    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long SIZE = LAYOUT.size();

    private VerbsContext() {}
}
