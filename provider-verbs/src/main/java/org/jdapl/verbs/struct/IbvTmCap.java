package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_tm_cap}: what a queue can match by tags. */
public final class IbvTmCap {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_tm_cap").u32("max_num_tags").u32("max_ops");

    public static final long MAX_NUM_TAGS = LAYOUT.offset("max_num_tags");
    public static final long MAX_OPS = LAYOUT.offset("max_ops");
    public static final long SIZE = LAYOUT.size();

    private IbvTmCap() {}
}
