package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** A connection identifier, and the options that it takes. */
public final class RdmaCmId {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_cm_id")
                    .pointer("verbs")
                    .pointer("channel")
                    .pointer("context")
                    .pointer("qp")
                    .member("route", RdmaRoute.LAYOUT)
                    .u32("ps")
                    .u8("port_num")
                    .pointer("event")
                    .pointer("send_cq_channel")
                    .pointer("send_cq")
                    .pointer("recv_cq_channel")
                    .pointer("recv_cq")
                    .pointer("srq")
                    .pointer("pd")
                    .u32("qp_type");

    public static final long VERBS = LAYOUT.offset("verbs");
    public static final long CHANNEL = LAYOUT.offset("channel");
    public static final long CONTEXT = LAYOUT.offset("context");
    public static final long QP = LAYOUT.offset("qp");
    public static final long ROUTE = LAYOUT.offset("route");
    public static final long PS = LAYOUT.offset("ps");
    public static final long PORT_NUM = LAYOUT.offset("port_num");
    public static final long PD = LAYOUT.offset("pd");
    public static final long QP_TYPE = LAYOUT.offset("qp_type");
    public static final long SIZE = LAYOUT.size();

    private RdmaCmId() {}
}
