package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_global_route}: the part of an address that routers read. */
public final class IbvGlobalRoute {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_global_route")
                    .member("dgid", IbvGid.LAYOUT)
                    .u32("flow_label")
                    .u8("sgid_index")
                    .u8("hop_limit")
                    .u8("traffic_class");

    public static final long DGID = LAYOUT.offset("dgid");
    public static final long FLOW_LABEL = LAYOUT.offset("flow_label");
    public static final long SGID_INDEX = LAYOUT.offset("sgid_index");
    public static final long HOP_LIMIT = LAYOUT.offset("hop_limit");
    public static final long TRAFFIC_CLASS = LAYOUT.offset("traffic_class");
    public static final long SIZE = LAYOUT.size();

    private IbvGlobalRoute() {}
}
