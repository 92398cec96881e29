package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_device_attr}: what a device can, in all versions. */
public final class IbvDeviceAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_device_attr")
                    .bytes("fw_ver", 64)
                    .u64("node_guid")
                    .u64("sys_image_guid")
                    .u64("max_mr_size")
                    .u64("page_size_cap")
                    .u32("vendor_id")
                    .u32("vendor_part_id")
                    .u32("hw_ver")
                    .u32("max_qp")
                    .u32("max_qp_wr")
                    .u32("device_cap_flags")
                    .u32("max_sge")
                    .u32("max_sge_rd")
                    .u32("max_cq")
                    .u32("max_cqe")
                    .u32("max_mr")
                    .u32("max_pd")
                    .u32("max_qp_rd_atom")
                    .u32("max_ee_rd_atom")
                    .u32("max_res_rd_atom")
                    .u32("max_qp_init_rd_atom")
                    .u32("max_ee_init_rd_atom")
                    .u32("atomic_cap")
                    .u32("max_ee")
                    .u32("max_rdd")
                    .u32("max_mw")
                    .u32("max_raw_ipv6_qp")
                    .u32("max_raw_ethy_qp")
                    .u32("max_mcast_grp")
                    .u32("max_mcast_qp_attach")
                    .u32("max_total_mcast_qp_attach")
                    .u32("max_ah")
                    .u32("max_fmr")
                    .u32("max_map_per_fmr")
                    .u32("max_srq")
                    .u32("max_srq_wr")
                    .u32("max_srq_sge")
                    .u16("max_pkeys")
                    .u8("local_ca_ack_delay")
                    .u8("phys_port_cnt");

    public static final long FW_VER = LAYOUT.offset("fw_ver");
    public static final long NODE_GUID = LAYOUT.offset("node_guid");
    public static final long SYS_IMAGE_GUID = LAYOUT.offset("sys_image_guid");
    public static final long MAX_MR_SIZE = LAYOUT.offset("max_mr_size");
    public static final long PAGE_SIZE_CAP = LAYOUT.offset("page_size_cap");
    public static final long VENDOR_ID = LAYOUT.offset("vendor_id");
    public static final long VENDOR_PART_ID = LAYOUT.offset("vendor_part_id");
    public static final long HW_VER = LAYOUT.offset("hw_ver");
    public static final long MAX_QP = LAYOUT.offset("max_qp");
    public static final long MAX_QP_WR = LAYOUT.offset("max_qp_wr");
    public static final long DEVICE_CAP_FLAGS = LAYOUT.offset("device_cap_flags");
    public static final long MAX_SGE = LAYOUT.offset("max_sge");
    public static final long MAX_SGE_RD = LAYOUT.offset("max_sge_rd");
    public static final long MAX_CQ = LAYOUT.offset("max_cq");
    public static final long MAX_CQE = LAYOUT.offset("max_cqe");
    public static final long MAX_MR = LAYOUT.offset("max_mr");
    public static final long MAX_PD = LAYOUT.offset("max_pd");
    public static final long MAX_QP_RD_ATOM = LAYOUT.offset("max_qp_rd_atom");
    public static final long MAX_EE_RD_ATOM = LAYOUT.offset("max_ee_rd_atom");
    public static final long MAX_RES_RD_ATOM = LAYOUT.offset("max_res_rd_atom");
    public static final long MAX_QP_INIT_RD_ATOM = LAYOUT.offset("max_qp_init_rd_atom");
    public static final long MAX_EE_INIT_RD_ATOM = LAYOUT.offset("max_ee_init_rd_atom");
    public static final long ATOMIC_CAP = LAYOUT.offset("atomic_cap");
    public static final long MAX_EE = LAYOUT.offset("max_ee");
    public static final long MAX_RDD = LAYOUT.offset("max_rdd");
    public static final long MAX_MW = LAYOUT.offset("max_mw");
    public static final long MAX_RAW_IPV6_QP = LAYOUT.offset("max_raw_ipv6_qp");
    public static final long MAX_RAW_ETHY_QP = LAYOUT.offset("max_raw_ethy_qp");
    public static final long MAX_MCAST_GRP = LAYOUT.offset("max_mcast_grp");
    public static final long MAX_MCAST_QP_ATTACH = LAYOUT.offset("max_mcast_qp_attach");
    public static final long MAX_TOTAL_MCAST_QP_ATTACH = LAYOUT.offset("max_total_mcast_qp_attach");
    public static final long MAX_AH = LAYOUT.offset("max_ah");
    public static final long MAX_FMR = LAYOUT.offset("max_fmr");
    public static final long MAX_MAP_PER_FMR = LAYOUT.offset("max_map_per_fmr");
    public static final long MAX_SRQ = LAYOUT.offset("max_srq");
    public static final long MAX_SRQ_WR = LAYOUT.offset("max_srq_wr");
    public static final long MAX_SRQ_SGE = LAYOUT.offset("max_srq_sge");
    public static final long MAX_PKEYS = LAYOUT.offset("max_pkeys");
    public static final long LOCAL_CA_ACK_DELAY = LAYOUT.offset("local_ca_ack_delay");
    public static final long PHYS_PORT_CNT = LAYOUT.offset("phys_port_cnt");
    public static final long SIZE = LAYOUT.size();

    private IbvDeviceAttr() {}
}
