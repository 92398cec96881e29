package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_gid_entry}: an entry of the GID table, with what stands beside it. */
public final class IbvGidEntry {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_gid_entry")
                    .member("gid", IbvGid.LAYOUT)
                    .u32("gid_index")
                    .u32("port_num")
                    .u32("gid_type")
                    .u32("ndev_ifindex");

    public static final long GID = LAYOUT.offset("gid");
    public static final long GID_INDEX = LAYOUT.offset("gid_index");
    public static final long PORT_NUM = LAYOUT.offset("port_num");
    public static final long GID_TYPE = LAYOUT.offset("gid_type");
    public static final long NDEV_IFINDEX = LAYOUT.offset("ndev_ifindex");
    public static final long SIZE = LAYOUT.size();

    private IbvGidEntry() {}
}
