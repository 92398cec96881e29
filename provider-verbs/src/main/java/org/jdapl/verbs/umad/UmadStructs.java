package org.jdapl.verbs.umad;

import java.util.List;
import org.jdapl.verbs.ffm.Struct;

/** The structures of {@code infiniband/umad.h} that cross the boundary. */
final class UmadStructs {
    static final int NAME_LENGTH = 20;
    static final int CA_MAX_PORTS = 10;
    static final int FIRMWARE_LENGTH = 20;
    static final int TYPE_LENGTH = 40;
    static final int HARDWARE_LENGTH = 20;
    static final int GID_LENGTH = 16;

    /** {@code ib_mad_addr_t}. */
    static final Struct ADDRESS =
            Struct.of("struct ib_mad_addr")
                    .u32("qpn")
                    .u32("qkey")
                    .u16("lid")
                    .u8("sl")
                    .u8("path_bits")
                    .u8("grh_present")
                    .u8("gid_index")
                    .u8("hop_limit")
                    .u8("traffic_class")
                    .opaque("gid", GID_LENGTH, 4)
                    .u32("flow_label")
                    .u16("pkey_index")
                    .bytes("reserved", 6);

    /** {@code ib_user_mad_t}: what precedes a MAD at the descriptor. */
    static final Struct USER_MAD =
            Struct.of("struct ib_user_mad")
                    .u32("agent_id")
                    .u32("status")
                    .u32("timeout_ms")
                    .u32("retries")
                    .u32("length")
                    .member("addr", ADDRESS);

    static final Struct PORT =
            Struct.of("struct umad_port")
                    .bytes("ca_name", NAME_LENGTH)
                    .u32("portnum")
                    .u32("base_lid")
                    .u32("lmc")
                    .u32("sm_lid")
                    .u32("sm_sl")
                    .u32("state")
                    .u32("phys_state")
                    .u32("rate")
                    .u32("capmask")
                    .u64("gid_prefix")
                    .u64("port_guid")
                    .u32("pkeys_size")
                    .pointer("pkeys")
                    .bytes("link_layer", NAME_LENGTH);

    static final Struct CA =
            Struct.of("struct umad_ca")
                    .bytes("ca_name", NAME_LENGTH)
                    .u32("node_type")
                    .u32("numports")
                    .bytes("fw_ver", FIRMWARE_LENGTH)
                    .bytes("ca_type", TYPE_LENGTH)
                    .bytes("hw_ver", HARDWARE_LENGTH)
                    .u64("node_guid")
                    .u64("system_guid")
                    .opaque("ports", 8L * CA_MAX_PORTS, 8);

    static final Struct DEVICE_NODE =
            Struct.of("struct umad_device_node").pointer("next").pointer("ca_name");

    static final Struct REGISTRATION =
            Struct.of("struct umad_reg_attr")
                    .u8("mgmt_class")
                    .u8("mgmt_class_version")
                    .u32("flags")
                    .opaque("method_mask", 16, 8)
                    .u32("oui")
                    .u8("rmpp_version");

    /** All of them, for the test that compares them with the headers. */
    static final List<Struct> ALL = List.of(ADDRESS, USER_MAD, PORT, CA, DEVICE_NODE, REGISTRATION);

    private UmadStructs() {}
}
