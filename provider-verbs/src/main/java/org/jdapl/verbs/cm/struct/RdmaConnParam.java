package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** What two ends agree upon when they connect. */
public final class RdmaConnParam {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_conn_param")
                    .pointer("private_data")
                    .u8("private_data_len")
                    .u8("responder_resources")
                    .u8("initiator_depth")
                    .u8("flow_control")
                    .u8("retry_count")
                    .u8("rnr_retry_count")
                    .u8("srq")
                    .u32("qp_num");

    public static final long PRIVATE_DATA = LAYOUT.offset("private_data");
    public static final long PRIVATE_DATA_LEN = LAYOUT.offset("private_data_len");
    public static final long RESPONDER_RESOURCES = LAYOUT.offset("responder_resources");
    public static final long INITIATOR_DEPTH = LAYOUT.offset("initiator_depth");
    public static final long FLOW_CONTROL = LAYOUT.offset("flow_control");
    public static final long RETRY_COUNT = LAYOUT.offset("retry_count");
    public static final long RNR_RETRY_COUNT = LAYOUT.offset("rnr_retry_count");
    public static final long SRQ = LAYOUT.offset("srq");
    public static final long QP_NUM = LAYOUT.offset("qp_num");
    public static final long SIZE = LAYOUT.size();

    private RdmaConnParam() {}
}
