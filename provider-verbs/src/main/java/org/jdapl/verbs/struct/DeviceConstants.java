package org.jdapl.verbs.struct;

/** Constants of {@code infiniband/verbs.h} for devices and ports, by their names in C. */
public final class DeviceConstants {
    // What kind of device it is
    public static final int IBV_NODE_UNKNOWN = -1;
    public static final int IBV_NODE_CA = 1;
    public static final int IBV_NODE_SWITCH = 2;
    public static final int IBV_NODE_ROUTER = 3;
    public static final int IBV_NODE_RNIC = 4;
    public static final int IBV_NODE_USNIC = 5;
    public static final int IBV_NODE_USNIC_UDP = 6;
    public static final int IBV_NODE_UNSPECIFIED = 7;

    // What kind of network it is on
    public static final int IBV_TRANSPORT_UNKNOWN = -1;
    public static final int IBV_TRANSPORT_IB = 0;
    public static final int IBV_TRANSPORT_IWARP = 1;
    public static final int IBV_TRANSPORT_USNIC = 2;
    public static final int IBV_TRANSPORT_USNIC_UDP = 3;
    public static final int IBV_TRANSPORT_UNSPECIFIED = 4;

    // What a device can
    public static final int IBV_DEVICE_RESIZE_MAX_WR = 1 << 0;
    public static final int IBV_DEVICE_BAD_PKEY_CNTR = 1 << 1;
    public static final int IBV_DEVICE_BAD_QKEY_CNTR = 1 << 2;
    public static final int IBV_DEVICE_RAW_MULTI = 1 << 3;
    public static final int IBV_DEVICE_AUTO_PATH_MIG = 1 << 4;
    public static final int IBV_DEVICE_CHANGE_PHY_PORT = 1 << 5;
    public static final int IBV_DEVICE_UD_AV_PORT_ENFORCE = 1 << 6;
    public static final int IBV_DEVICE_CURR_QP_STATE_MOD = 1 << 7;
    public static final int IBV_DEVICE_SHUTDOWN_PORT = 1 << 8;
    public static final int IBV_DEVICE_INIT_TYPE = 1 << 9;
    public static final int IBV_DEVICE_PORT_ACTIVE_EVENT = 1 << 10;
    public static final int IBV_DEVICE_SYS_IMAGE_GUID = 1 << 11;
    public static final int IBV_DEVICE_RC_RNR_NAK_GEN = 1 << 12;
    public static final int IBV_DEVICE_SRQ_RESIZE = 1 << 13;
    public static final int IBV_DEVICE_N_NOTIFY_CQ = 1 << 14;
    public static final int IBV_DEVICE_MEM_WINDOW = 1 << 17;
    public static final int IBV_DEVICE_UD_IP_CSUM = 1 << 18;
    public static final int IBV_DEVICE_XRC = 1 << 20;
    public static final int IBV_DEVICE_MEM_MGT_EXTENSIONS = 1 << 21;
    public static final int IBV_DEVICE_MEM_WINDOW_TYPE_2A = 1 << 23;
    public static final int IBV_DEVICE_MEM_WINDOW_TYPE_2B = 1 << 24;
    public static final int IBV_DEVICE_RC_IP_CSUM = 1 << 25;
    public static final int IBV_DEVICE_RAW_IP_CSUM = 1 << 26;
    public static final int IBV_DEVICE_MANAGED_FLOW_STEERING = 1 << 29;

    public static final long IBV_DEVICE_RAW_SCATTER_FCS = 1L << 34;
    public static final long IBV_DEVICE_PCI_WRITE_END_PADDING = 1L << 36;

    // Atomicity
    public static final int IBV_ATOMIC_NONE = 0;
    public static final int IBV_ATOMIC_HCA = 1;
    public static final int IBV_ATOMIC_GLOB = 2;

    // Memory that is not locked
    public static final int IBV_ODP_SUPPORT = 1 << 0;
    public static final int IBV_ODP_SUPPORT_IMPLICIT = 1 << 1;

    public static final int IBV_ODP_SUPPORT_SEND = 1 << 0;
    public static final int IBV_ODP_SUPPORT_RECV = 1 << 1;
    public static final int IBV_ODP_SUPPORT_WRITE = 1 << 2;
    public static final int IBV_ODP_SUPPORT_READ = 1 << 3;
    public static final int IBV_ODP_SUPPORT_ATOMIC = 1 << 4;
    public static final int IBV_ODP_SUPPORT_SRQ_RECV = 1 << 5;

    // Sizes of packets
    public static final int IBV_MTU_256 = 1;
    public static final int IBV_MTU_512 = 2;
    public static final int IBV_MTU_1024 = 3;
    public static final int IBV_MTU_2048 = 4;
    public static final int IBV_MTU_4096 = 5;

    // States of ports
    public static final int IBV_PORT_NOP = 0;
    public static final int IBV_PORT_DOWN = 1;
    public static final int IBV_PORT_INIT = 2;
    public static final int IBV_PORT_ARMED = 3;
    public static final int IBV_PORT_ACTIVE = 4;
    public static final int IBV_PORT_ACTIVE_DEFER = 5;

    // Link layers
    public static final int IBV_LINK_LAYER_UNSPECIFIED = 0;
    public static final int IBV_LINK_LAYER_INFINIBAND = 1;
    public static final int IBV_LINK_LAYER_ETHERNET = 2;

    // What a port can
    public static final int IBV_PORT_SM = 1 << 1;
    public static final int IBV_PORT_NOTICE_SUP = 1 << 2;
    public static final int IBV_PORT_TRAP_SUP = 1 << 3;
    public static final int IBV_PORT_OPT_IPD_SUP = 1 << 4;
    public static final int IBV_PORT_AUTO_MIGR_SUP = 1 << 5;
    public static final int IBV_PORT_SL_MAP_SUP = 1 << 6;
    public static final int IBV_PORT_MKEY_NVRAM = 1 << 7;
    public static final int IBV_PORT_PKEY_NVRAM = 1 << 8;
    public static final int IBV_PORT_LED_INFO_SUP = 1 << 9;
    public static final int IBV_PORT_SYS_IMAGE_GUID_SUP = 1 << 11;
    public static final int IBV_PORT_PKEY_SW_EXT_PORT_TRAP_SUP = 1 << 12;
    public static final int IBV_PORT_EXTENDED_SPEEDS_SUP = 1 << 14;
    public static final int IBV_PORT_CAP_MASK2_SUP = 1 << 15;
    public static final int IBV_PORT_CM_SUP = 1 << 16;
    public static final int IBV_PORT_SNMP_TUNNEL_SUP = 1 << 17;
    public static final int IBV_PORT_REINIT_SUP = 1 << 18;
    public static final int IBV_PORT_DEVICE_MGMT_SUP = 1 << 19;
    public static final int IBV_PORT_VENDOR_CLASS_SUP = 1 << 20;
    public static final int IBV_PORT_DR_NOTICE_SUP = 1 << 21;
    public static final int IBV_PORT_CAP_MASK_NOTICE_SUP = 1 << 22;
    public static final int IBV_PORT_BOOT_MGMT_SUP = 1 << 23;
    public static final int IBV_PORT_LINK_LATENCY_SUP = 1 << 24;
    public static final int IBV_PORT_CLIENT_REG_SUP = 1 << 25;
    public static final int IBV_PORT_IP_BASED_GIDS = 1 << 26;

    public static final int IBV_PORT_SET_NODE_DESC_SUP = 1 << 0;
    public static final int IBV_PORT_INFO_EXT_SUP = 1 << 1;
    public static final int IBV_PORT_VIRT_SUP = 1 << 2;
    public static final int IBV_PORT_SWITCH_PORT_STATE_TABLE_SUP = 1 << 3;
    public static final int IBV_PORT_LINK_WIDTH_2X_SUP = 1 << 4;
    public static final int IBV_PORT_LINK_SPEED_HDR_SUP = 1 << 5;
    public static final int IBV_PORT_LINK_SPEED_NDR_SUP = 1 << 10;

    public static final int IBV_QPF_GRH_REQUIRED = 1;

    // Kinds of GIDs
    public static final int IBV_GID_TYPE_IB = 0;
    public static final int IBV_GID_TYPE_ROCE_V1 = 1;
    public static final int IBV_GID_TYPE_ROCE_V2 = 2;

    // Events
    public static final int IBV_EVENT_CQ_ERR = 0;
    public static final int IBV_EVENT_QP_FATAL = 1;
    public static final int IBV_EVENT_QP_REQ_ERR = 2;
    public static final int IBV_EVENT_QP_ACCESS_ERR = 3;
    public static final int IBV_EVENT_COMM_EST = 4;
    public static final int IBV_EVENT_SQ_DRAINED = 5;
    public static final int IBV_EVENT_PATH_MIG = 6;
    public static final int IBV_EVENT_PATH_MIG_ERR = 7;
    public static final int IBV_EVENT_DEVICE_FATAL = 8;
    public static final int IBV_EVENT_PORT_ACTIVE = 9;
    public static final int IBV_EVENT_PORT_ERR = 10;
    public static final int IBV_EVENT_LID_CHANGE = 11;
    public static final int IBV_EVENT_PKEY_CHANGE = 12;
    public static final int IBV_EVENT_SM_CHANGE = 13;
    public static final int IBV_EVENT_SRQ_ERR = 14;
    public static final int IBV_EVENT_SRQ_LIMIT_REACHED = 15;
    public static final int IBV_EVENT_QP_LAST_WQE_REACHED = 16;
    public static final int IBV_EVENT_CLIENT_REREGISTER = 17;
    public static final int IBV_EVENT_GID_CHANGE = 18;
    public static final int IBV_EVENT_WQ_FATAL = 19;

    private DeviceConstants() {}
}
