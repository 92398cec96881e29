package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_tm_caps}: what a device can match by tags. */
public final class IbvTmCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_tm_caps")
                    .u32("max_rndv_hdr_size")
                    .u32("max_num_tags")
                    .u32("flags")
                    .u32("max_ops")
                    .u32("max_sge");

    public static final long MAX_RNDV_HDR_SIZE = LAYOUT.offset("max_rndv_hdr_size");
    public static final long MAX_NUM_TAGS = LAYOUT.offset("max_num_tags");
    public static final long FLAGS = LAYOUT.offset("flags");
    public static final long MAX_OPS = LAYOUT.offset("max_ops");
    public static final long MAX_SGE = LAYOUT.offset("max_sge");
    public static final long SIZE = LAYOUT.size();

    private IbvTmCaps() {}
}
