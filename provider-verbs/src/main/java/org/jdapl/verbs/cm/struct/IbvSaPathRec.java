package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;
import org.jdapl.verbs.struct.IbvGid;

/** A path through the fabric. */
public final class IbvSaPathRec {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_sa_path_rec")
                    .member("dgid", IbvGid.LAYOUT)
                    .member("sgid", IbvGid.LAYOUT)
                    .u16("dlid")
                    .u16("slid")
                    .u32("raw_traffic")
                    .u32("flow_label")
                    .u8("hop_limit")
                    .u8("traffic_class")
                    .u32("reversible")
                    .u8("numb_path")
                    .u16("pkey")
                    .u8("sl")
                    .u8("mtu_selector")
                    .u8("mtu")
                    .u8("rate_selector")
                    .u8("rate")
                    .u8("packet_life_time_selector")
                    .u8("packet_life_time")
                    .u8("preference");

    public static final long DGID = LAYOUT.offset("dgid");
    public static final long SGID = LAYOUT.offset("sgid");
    public static final long DLID = LAYOUT.offset("dlid");
    public static final long SLID = LAYOUT.offset("slid");
    public static final long FLOW_LABEL = LAYOUT.offset("flow_label");
    public static final long HOP_LIMIT = LAYOUT.offset("hop_limit");
    public static final long TRAFFIC_CLASS = LAYOUT.offset("traffic_class");
    public static final long PKEY = LAYOUT.offset("pkey");
    public static final long SL = LAYOUT.offset("sl");
    public static final long MTU = LAYOUT.offset("mtu");
    public static final long RATE = LAYOUT.offset("rate");
    public static final long PACKET_LIFE_TIME = LAYOUT.offset("packet_life_time");
    public static final long SIZE = LAYOUT.size();

    private IbvSaPathRec() {}
}
