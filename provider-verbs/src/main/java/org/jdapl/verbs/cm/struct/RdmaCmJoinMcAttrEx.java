package org.jdapl.verbs.cm.struct;

import org.jdapl.verbs.ffm.Struct;

/** How a multicast group is joined. */
public final class RdmaCmJoinMcAttrEx {
    public static final Struct LAYOUT =
            Struct.of("struct rdma_cm_join_mc_attr_ex")
                    .u32("comp_mask")
                    .u32("join_flags")
                    .pointer("addr");

    public static final long COMP_MASK = LAYOUT.offset("comp_mask");
    public static final long JOIN_FLAGS = LAYOUT.offset("join_flags");
    public static final long ADDR = LAYOUT.offset("addr");
    public static final long SIZE = LAYOUT.size();

    private RdmaCmJoinMcAttrEx() {}
}
