package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_packet_pacing_caps}: which rates a device can keep. */
public final class IbvPacketPacingCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_packet_pacing_caps")
                    .u32("qp_rate_limit_min")
                    .u32("qp_rate_limit_max")
                    .u32("supported_qpts");

    public static final long QP_RATE_LIMIT_MIN = LAYOUT.offset("qp_rate_limit_min");
    public static final long QP_RATE_LIMIT_MAX = LAYOUT.offset("qp_rate_limit_max");
    public static final long SUPPORTED_QPTS = LAYOUT.offset("supported_qpts");
    public static final long SIZE = LAYOUT.size();

    private IbvPacketPacingCaps() {}
}
