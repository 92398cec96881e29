package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_recv_wr}: a work request of a receive queue. */
public final class IbvRecvWr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_recv_wr")
                    .u64("wr_id")
                    .pointer("next")
                    .pointer("sg_list")
                    .u32("num_sge");

    public static final long WR_ID = LAYOUT.offset("wr_id");
    public static final long NEXT = LAYOUT.offset("next");
    public static final long SG_LIST = LAYOUT.offset("sg_list");
    public static final long NUM_SGE = LAYOUT.offset("num_sge");
    public static final long SIZE = LAYOUT.size();

    private IbvRecvWr() {}
}
