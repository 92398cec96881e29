package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_device_attr_ex}: what a device can, in newer versions. */
public final class IbvDeviceAttrEx {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_device_attr_ex")
                    .member("orig_attr", IbvDeviceAttr.LAYOUT)
                    .u32("comp_mask")
                    .member("odp_caps", IbvOdpCaps.LAYOUT)
                    .u64("completion_timestamp_mask")
                    .u64("hca_core_clock")
                    .u64("device_cap_flags_ex")
                    .member("tso_caps", IbvTsoCaps.LAYOUT)
                    .member("rss_caps", IbvRssCaps.LAYOUT)
                    .u32("max_wq_type_rq")
                    .member("packet_pacing_caps", IbvPacketPacingCaps.LAYOUT)
                    .u32("raw_packet_caps")
                    .member("tm_caps", IbvTmCaps.LAYOUT)
                    .member("cq_mod_caps", IbvCqModerationCaps.LAYOUT)
                    .u64("max_dm_size")
                    .member("pci_atomic_caps", IbvPciAtomicCaps.LAYOUT)
                    .u32("xrc_odp_caps")
                    .u32("phys_port_cnt_ex");

    public static final long ORIG_ATTR = LAYOUT.offset("orig_attr");
    public static final long COMP_MASK = LAYOUT.offset("comp_mask");
    public static final long ODP_CAPS = LAYOUT.offset("odp_caps");
    public static final long COMPLETION_TIMESTAMP_MASK = LAYOUT.offset("completion_timestamp_mask");
    public static final long HCA_CORE_CLOCK = LAYOUT.offset("hca_core_clock");
    public static final long DEVICE_CAP_FLAGS_EX = LAYOUT.offset("device_cap_flags_ex");
    public static final long TSO_CAPS = LAYOUT.offset("tso_caps");
    public static final long RSS_CAPS = LAYOUT.offset("rss_caps");
    public static final long MAX_WQ_TYPE_RQ = LAYOUT.offset("max_wq_type_rq");
    public static final long PACKET_PACING_CAPS = LAYOUT.offset("packet_pacing_caps");
    public static final long RAW_PACKET_CAPS = LAYOUT.offset("raw_packet_caps");
    public static final long TM_CAPS = LAYOUT.offset("tm_caps");
    public static final long CQ_MOD_CAPS = LAYOUT.offset("cq_mod_caps");
    public static final long MAX_DM_SIZE = LAYOUT.offset("max_dm_size");
    public static final long PCI_ATOMIC_CAPS = LAYOUT.offset("pci_atomic_caps");
    public static final long XRC_ODP_CAPS = LAYOUT.offset("xrc_odp_caps");
    public static final long PHYS_PORT_CNT_EX = LAYOUT.offset("phys_port_cnt_ex");
    public static final long SIZE = LAYOUT.size();

    private IbvDeviceAttrEx() {}
}
