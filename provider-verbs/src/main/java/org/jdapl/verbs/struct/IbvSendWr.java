package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/**
 * {@code struct ibv_send_wr}: a work request of a send queue. What stands in the unions depends on
 * the operation.
 */
public final class IbvSendWr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_send_wr")
                    .u64("wr_id")
                    .pointer("next")
                    .pointer("sg_list")
                    .u32("num_sge")
                    .u32("opcode")
                    .u32("send_flags")
                    .union("", Struct.of("").u32("imm_data"), Struct.of("").u32("invalidate_rkey"))
                    .union(
                            "wr",
                            Struct.of("rdma").u64("remote_addr").u32("rkey"),
                            Struct.of("atomic")
                                    .u64("remote_addr")
                                    .u64("compare_add")
                                    .u64("swap")
                                    .u32("rkey"),
                            Struct.of("ud").pointer("ah").u32("remote_qpn").u32("remote_qkey"))
                    .union("qp_type", Struct.of("xrc").u32("remote_srqn"))
                    .union(
                            "",
                            Struct.of("bind_mw")
                                    .pointer("mw")
                                    .u32("rkey")
                                    .member("bind_info", IbvMwBindInfo.LAYOUT),
                            Struct.of("tso").pointer("hdr").u16("hdr_sz").u16("mss"));

    public static final long WR_ID = LAYOUT.offset("wr_id");
    public static final long NEXT = LAYOUT.offset("next");
    public static final long SG_LIST = LAYOUT.offset("sg_list");
    public static final long NUM_SGE = LAYOUT.offset("num_sge");
    public static final long OPCODE = LAYOUT.offset("opcode");
    public static final long SEND_FLAGS = LAYOUT.offset("send_flags");
    public static final long IMM_DATA = LAYOUT.offset("imm_data");
    public static final long INVALIDATE_RKEY = LAYOUT.offset("invalidate_rkey");
    public static final long WR_RDMA_REMOTE_ADDR = LAYOUT.offset("wr.rdma.remote_addr");
    public static final long WR_RDMA_RKEY = LAYOUT.offset("wr.rdma.rkey");
    public static final long WR_ATOMIC_REMOTE_ADDR = LAYOUT.offset("wr.atomic.remote_addr");
    public static final long WR_ATOMIC_COMPARE_ADD = LAYOUT.offset("wr.atomic.compare_add");
    public static final long WR_ATOMIC_SWAP = LAYOUT.offset("wr.atomic.swap");
    public static final long WR_ATOMIC_RKEY = LAYOUT.offset("wr.atomic.rkey");
    public static final long WR_UD_AH = LAYOUT.offset("wr.ud.ah");
    public static final long WR_UD_REMOTE_QPN = LAYOUT.offset("wr.ud.remote_qpn");
    public static final long WR_UD_REMOTE_QKEY = LAYOUT.offset("wr.ud.remote_qkey");
    public static final long QP_TYPE_XRC_REMOTE_SRQN = LAYOUT.offset("qp_type.xrc.remote_srqn");
    public static final long BIND_MW_MW = LAYOUT.offset("bind_mw.mw");
    public static final long BIND_MW_RKEY = LAYOUT.offset("bind_mw.rkey");
    public static final long BIND_MW_BIND_INFO = LAYOUT.offset("bind_mw.bind_info");
    public static final long TSO_HDR = LAYOUT.offset("tso.hdr");
    public static final long TSO_HDR_SZ = LAYOUT.offset("tso.hdr_sz");
    public static final long TSO_MSS = LAYOUT.offset("tso.mss");
    public static final long SIZE = LAYOUT.size();

    private IbvSendWr() {}
}
