package org.jdapl.verbs.struct;

/**
 * Constants of {@code infiniband/verbs.h} for queue pairs, shared receive queues and completion
 * queues, by their names in C.
 */
public final class QueueConstants {
    // Services
    public static final int IBV_QPT_RC = 2;
    public static final int IBV_QPT_UC = 3;
    public static final int IBV_QPT_UD = 4;
    public static final int IBV_QPT_RAW_PACKET = 8;
    public static final int IBV_QPT_XRC_SEND = 9;
    public static final int IBV_QPT_XRC_RECV = 10;
    public static final int IBV_QPT_DRIVER = 255;

    // States
    public static final int IBV_QPS_RESET = 0;
    public static final int IBV_QPS_INIT = 1;
    public static final int IBV_QPS_RTR = 2;
    public static final int IBV_QPS_RTS = 3;
    public static final int IBV_QPS_SQD = 4;
    public static final int IBV_QPS_SQE = 5;
    public static final int IBV_QPS_ERR = 6;
    public static final int IBV_QPS_UNKNOWN = 7;

    // Path migration
    public static final int IBV_MIG_MIGRATED = 0;
    public static final int IBV_MIG_REARM = 1;
    public static final int IBV_MIG_ARMED = 2;

    // Which attributes are set
    public static final int IBV_QP_STATE = 1 << 0;
    public static final int IBV_QP_CUR_STATE = 1 << 1;
    public static final int IBV_QP_EN_SQD_ASYNC_NOTIFY = 1 << 2;
    public static final int IBV_QP_ACCESS_FLAGS = 1 << 3;
    public static final int IBV_QP_PKEY_INDEX = 1 << 4;
    public static final int IBV_QP_PORT = 1 << 5;
    public static final int IBV_QP_QKEY = 1 << 6;
    public static final int IBV_QP_AV = 1 << 7;
    public static final int IBV_QP_PATH_MTU = 1 << 8;
    public static final int IBV_QP_TIMEOUT = 1 << 9;
    public static final int IBV_QP_RETRY_CNT = 1 << 10;
    public static final int IBV_QP_RNR_RETRY = 1 << 11;
    public static final int IBV_QP_RQ_PSN = 1 << 12;
    public static final int IBV_QP_MAX_QP_RD_ATOMIC = 1 << 13;
    public static final int IBV_QP_ALT_PATH = 1 << 14;
    public static final int IBV_QP_MIN_RNR_TIMER = 1 << 15;
    public static final int IBV_QP_SQ_PSN = 1 << 16;
    public static final int IBV_QP_MAX_DEST_RD_ATOMIC = 1 << 17;
    public static final int IBV_QP_PATH_MIG_STATE = 1 << 18;
    public static final int IBV_QP_CAP = 1 << 19;
    public static final int IBV_QP_DEST_QPN = 1 << 20;
    public static final int IBV_QP_RATE_LIMIT = 1 << 25;

    // How a queue pair is made
    public static final int IBV_QP_INIT_ATTR_PD = 1 << 0;
    public static final int IBV_QP_INIT_ATTR_XRCD = 1 << 1;
    public static final int IBV_QP_INIT_ATTR_CREATE_FLAGS = 1 << 2;
    public static final int IBV_QP_INIT_ATTR_MAX_TSO_HEADER = 1 << 3;
    public static final int IBV_QP_INIT_ATTR_IND_TABLE = 1 << 4;
    public static final int IBV_QP_INIT_ATTR_RX_HASH = 1 << 5;
    public static final int IBV_QP_INIT_ATTR_SEND_OPS_FLAGS = 1 << 6;

    public static final int IBV_QP_CREATE_BLOCK_SELF_MCAST_LB = 1 << 1;
    public static final int IBV_QP_CREATE_SCATTER_FCS = 1 << 8;
    public static final int IBV_QP_CREATE_CVLAN_STRIPPING = 1 << 9;
    public static final int IBV_QP_CREATE_SOURCE_QPN = 1 << 10;
    public static final int IBV_QP_CREATE_PCI_WRITE_END_PADDING = 1 << 11;

    public static final int IBV_QP_EX_WITH_RDMA_WRITE = 1 << 0;
    public static final int IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM = 1 << 1;
    public static final int IBV_QP_EX_WITH_SEND = 1 << 2;
    public static final int IBV_QP_EX_WITH_SEND_WITH_IMM = 1 << 3;
    public static final int IBV_QP_EX_WITH_RDMA_READ = 1 << 4;
    public static final int IBV_QP_EX_WITH_ATOMIC_CMP_AND_SWP = 1 << 5;
    public static final int IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD = 1 << 6;
    public static final int IBV_QP_EX_WITH_LOCAL_INV = 1 << 7;
    public static final int IBV_QP_EX_WITH_BIND_MW = 1 << 8;
    public static final int IBV_QP_EX_WITH_SEND_WITH_INV = 1 << 9;
    public static final int IBV_QP_EX_WITH_TSO = 1 << 10;
    public static final int IBV_QP_EX_WITH_ATOMIC_WRITE = 1 << 12;

    // Rates
    public static final int IBV_RATE_MAX = 0;
    public static final int IBV_RATE_2_5_GBPS = 2;
    public static final int IBV_RATE_5_GBPS = 5;
    public static final int IBV_RATE_10_GBPS = 3;
    public static final int IBV_RATE_20_GBPS = 6;
    public static final int IBV_RATE_30_GBPS = 4;
    public static final int IBV_RATE_40_GBPS = 7;
    public static final int IBV_RATE_60_GBPS = 8;
    public static final int IBV_RATE_80_GBPS = 9;
    public static final int IBV_RATE_120_GBPS = 10;
    public static final int IBV_RATE_14_GBPS = 11;
    public static final int IBV_RATE_56_GBPS = 12;
    public static final int IBV_RATE_112_GBPS = 13;
    public static final int IBV_RATE_168_GBPS = 14;
    public static final int IBV_RATE_25_GBPS = 15;
    public static final int IBV_RATE_100_GBPS = 16;
    public static final int IBV_RATE_200_GBPS = 17;
    public static final int IBV_RATE_300_GBPS = 18;
    public static final int IBV_RATE_28_GBPS = 19;
    public static final int IBV_RATE_50_GBPS = 20;
    public static final int IBV_RATE_400_GBPS = 21;
    public static final int IBV_RATE_600_GBPS = 22;
    public static final int IBV_RATE_800_GBPS = 23;
    public static final int IBV_RATE_1200_GBPS = 24;

    // Shared receive queues
    public static final int IBV_SRQ_MAX_WR = 1 << 0;
    public static final int IBV_SRQ_LIMIT = 1 << 1;

    public static final int IBV_SRQT_BASIC = 0;
    public static final int IBV_SRQT_XRC = 1;
    public static final int IBV_SRQT_TM = 2;

    public static final int IBV_SRQ_INIT_ATTR_TYPE = 1 << 0;
    public static final int IBV_SRQ_INIT_ATTR_PD = 1 << 1;
    public static final int IBV_SRQ_INIT_ATTR_XRCD = 1 << 2;
    public static final int IBV_SRQ_INIT_ATTR_CQ = 1 << 3;
    public static final int IBV_SRQ_INIT_ATTR_TM = 1 << 4;
    public static final int IBV_SRQ_INIT_ATTR_RESERVED = 1 << 5;

    // Completion queues
    public static final int IBV_CQ_INIT_ATTR_MASK_FLAGS = 1 << 0;
    public static final int IBV_CQ_INIT_ATTR_MASK_PD = 1 << 1;

    public static final int IBV_CREATE_CQ_ATTR_SINGLE_THREADED = 1 << 0;
    public static final int IBV_CREATE_CQ_ATTR_IGNORE_OVERRUN = 1 << 1;

    public static final int IBV_CQ_ATTR_MODERATE = 1;

    private QueueConstants() {}
}
