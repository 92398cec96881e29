package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_port_attr}: what a port can and in which state it is. */
public final class IbvPortAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_port_attr")
                    .u32("state")
                    .u32("max_mtu")
                    .u32("active_mtu")
                    .u32("gid_tbl_len")
                    .u32("port_cap_flags")
                    .u32("max_msg_sz")
                    .u32("bad_pkey_cntr")
                    .u32("qkey_viol_cntr")
                    .u16("pkey_tbl_len")
                    .u16("lid")
                    .u16("sm_lid")
                    .u8("lmc")
                    .u8("max_vl_num")
                    .u8("sm_sl")
                    .u8("subnet_timeout")
                    .u8("init_type_reply")
                    .u8("active_width")
                    .u8("active_speed")
                    .u8("phys_state")
                    .u8("link_layer")
                    .u8("flags")
                    .u16("port_cap_flags2");

    public static final long STATE = LAYOUT.offset("state");
    public static final long MAX_MTU = LAYOUT.offset("max_mtu");
    public static final long ACTIVE_MTU = LAYOUT.offset("active_mtu");
    public static final long GID_TBL_LEN = LAYOUT.offset("gid_tbl_len");
    public static final long PORT_CAP_FLAGS = LAYOUT.offset("port_cap_flags");
    public static final long MAX_MSG_SZ = LAYOUT.offset("max_msg_sz");
    public static final long BAD_PKEY_CNTR = LAYOUT.offset("bad_pkey_cntr");
    public static final long QKEY_VIOL_CNTR = LAYOUT.offset("qkey_viol_cntr");
    public static final long PKEY_TBL_LEN = LAYOUT.offset("pkey_tbl_len");
    public static final long LID = LAYOUT.offset("lid");
    public static final long SM_LID = LAYOUT.offset("sm_lid");
    public static final long LMC = LAYOUT.offset("lmc");
    public static final long MAX_VL_NUM = LAYOUT.offset("max_vl_num");
    public static final long SM_SL = LAYOUT.offset("sm_sl");
    public static final long SUBNET_TIMEOUT = LAYOUT.offset("subnet_timeout");
    public static final long INIT_TYPE_REPLY = LAYOUT.offset("init_type_reply");
    public static final long ACTIVE_WIDTH = LAYOUT.offset("active_width");
    public static final long ACTIVE_SPEED = LAYOUT.offset("active_speed");
    public static final long PHYS_STATE = LAYOUT.offset("phys_state");
    public static final long LINK_LAYER = LAYOUT.offset("link_layer");
    public static final long FLAGS = LAYOUT.offset("flags");
    public static final long PORT_CAP_FLAGS2 = LAYOUT.offset("port_cap_flags2");
    public static final long SIZE = LAYOUT.size();

    private IbvPortAttr() {}
}
