package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** An event. */
public final class RdmaCmEvent {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_cm_event")
                    .pointer("id")
                    .pointer("listen_id")
                    .u32("event")
                    .u32("status")
                    .member("param", RdmaUdParam.LAYOUT)
                    .at("param.conn", 24, RdmaConnParam.SIZE)
                    .at("param.ud", 24, RdmaUdParam.SIZE);

    public static final long ID = LAYOUT.offset("id");
    public static final long LISTEN_ID = LAYOUT.offset("listen_id");
    public static final long EVENT = LAYOUT.offset("event");
    public static final long STATUS = LAYOUT.offset("status");
    public static final long PARAM = LAYOUT.offset("param");
    public static final long SIZE = LAYOUT.size();

    private RdmaCmEvent() {}
}
