package org.jdapl.verbs.struct;

import org.jdapl.verbs.ffm.Struct;

/** {@code struct ibv_modify_cq_attr}: how completions are held back. */
public final class IbvModifyCqAttr {
    public static final Struct LAYOUT =
            Struct.of("struct ibv_modify_cq_attr")
                    .u32("attr_mask")
                    .u16("moderate.cq_count")
                    .u16("moderate.cq_period");

    public static final long ATTR_MASK = LAYOUT.offset("attr_mask");
    public static final long MODERATE_CQ_COUNT = LAYOUT.offset("moderate.cq_count");
    public static final long MODERATE_CQ_PERIOD = LAYOUT.offset("moderate.cq_period");
    public static final long SIZE = LAYOUT.size();

    private IbvModifyCqAttr() {}
}
