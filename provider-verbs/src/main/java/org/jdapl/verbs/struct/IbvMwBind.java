package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_mw_bind}: a bind of a window of type 1. */
public final class IbvMwBind {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_mw_bind")
                    .u64("wr_id")
                    .u32("send_flags")
                    .member("bind_info", IbvMwBindInfo.LAYOUT);

    public static final long WR_ID = LAYOUT.offset("wr_id");
    public static final long SEND_FLAGS = LAYOUT.offset("send_flags");
    public static final long BIND_INFO = LAYOUT.offset("bind_info");
    public static final long SIZE = LAYOUT.size();

    private IbvMwBind() {}
}
