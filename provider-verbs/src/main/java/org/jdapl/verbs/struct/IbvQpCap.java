package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_qp_cap}: the sizes of a queue pair. */
public final class IbvQpCap {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_qp_cap")
                    .u32("max_send_wr")
                    .u32("max_recv_wr")
                    .u32("max_send_sge")
                    .u32("max_recv_sge")
                    .u32("max_inline_data");

    public static final long MAX_SEND_WR = LAYOUT.offset("max_send_wr");
    public static final long MAX_RECV_WR = LAYOUT.offset("max_recv_wr");
    public static final long MAX_SEND_SGE = LAYOUT.offset("max_send_sge");
    public static final long MAX_RECV_SGE = LAYOUT.offset("max_recv_sge");
    public static final long MAX_INLINE_DATA = LAYOUT.offset("max_inline_data");
    public static final long SIZE = LAYOUT.size();

    private IbvQpCap() {}
}
