package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_cq_moderation_caps}: how long completions may be held back. */
public final class IbvCqModerationCaps {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_cq_moderation_caps").u16("max_cq_count").u16("max_cq_period");

    public static final long MAX_CQ_COUNT = LAYOUT.offset("max_cq_count");
    public static final long MAX_CQ_PERIOD = LAYOUT.offset("max_cq_period");
    public static final long SIZE = LAYOUT.size();

    private IbvCqModerationCaps() {}
}
